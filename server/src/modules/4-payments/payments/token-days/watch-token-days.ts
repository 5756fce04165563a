import { newYorkDate, newYorkDay, newYorkInstant } from "bursar-banking/calendar/new-york";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import type { Job } from "#kernel/work/worker.ts";
import { limitedTokens, raiseSpend } from "#records/identity";
import { sentSince } from "./token-days.queries.ts";

/**
 * A token's total of the day is at least what it has sent directly. A lower one was changed outside the service: it is
 * reported and put right, so that the limit per day holds again.
 */
async function watchTokenDays(service: Service): Promise<number> {
  const { database, clock } = service;
  const day = newYorkDay(clock.now());
  const tokens = Map.groupBy(await limitedTokens(database, day), (row) => row.organization_id);
  for (const [organizationId, rows] of tokens)
    await withinOrganization(organizationId, () =>
      watchOrganization(service, organizationId, { day, tokenIds: rows.map((row) => row.token_id) }),
    );
  return 0;
}

async function watchOrganization(
  service: Service,
  organizationId: OrganizationId,
  { day, tokenIds }: { readonly day: string; readonly tokenIds: readonly TokenId[] },
): Promise<void> {
  const since = newYorkInstant(newYorkDate(service.clock.now()), new Temporal.PlainTime());
  // What was sent is read first: a payment meanwhile is in the total only.
  for (const sent of await sentSince(service.database, organizationId, { tokenIds, since })) {
    const { token_id: tokenId, sent_minor: amountMinor } = sent;
    if ((await raiseSpend(service.database, organizationId, { tokenId, day, amountMinor })) === 0) continue;
    reportUnproven(service, { organizationId, table: "token_spend", key: `${tokenId}/${day}` });
  }
}

export const tokenDaysJob = (service: Service): Job => ({
  name: "token-days-watch",
  everyMs: MINUTE_MS / 2,
  byTheClockOnly: true,
  run: () => watchTokenDays(service),
});
