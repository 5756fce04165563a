import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { CLOSE_TIME } from "#money/treasury";
import { type Actor, recordAudit } from "#records/audit";
import { storeYield } from "./custody.queries.ts";
import type { ChosenYield } from "./simulated-fund.ts";

/**
 * Sets the yield of the organization's simulated fund from the next close of a day on, in the caller's transaction. What
 * has been earned stays as it is.
 */
export async function chooseYield(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  {
    organizationId,
    yieldPpm,
    actor,
  }: { organizationId: OrganizationId; yieldPpm: ChosenYield["yieldPpm"]; actor: Actor },
): Promise<ChosenYield> {
  const now = service.clock.now();
  const today = newYorkDate(now);
  const startsOn = (now < newYorkInstant(today, CLOSE_TIME) ? today : today.add({ days: 1 })).toString();
  const chosen = { startsOn, yieldPpm };
  assert((await storeYield(tx, organizationId, chosen)) === 1, "the yield is written");
  const percent = yieldPpm === null ? null : yieldPpm / 10_000;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "treasury.chooseYield",
        resourceType: "organization",
        resourceId: organizationId,
        after: { yield: percent, startsOn },
      },
    ],
  });
  return chosen;
}
