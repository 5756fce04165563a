import type { Service } from "#kernel/process/service.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import { type AccountId, createIdSource, type OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { dueAccounts } from "./custody.queries.ts";
import { openCustody, saveCustody } from "./custody.ts";
import { runStep } from "./run-step.ts";

/** Accounts of an organization per pass. */
const BATCH = 100;
/** Steps of one account per transaction: a month after a long pause. */
const STEPS_MAX = 64;

/**
 * Does the custodian's due steps: sweeps, trades, settlements, accruals, dividends, and fees, in their order. After a
 * pause, the steps of every missed day follow each other as they would have day by day. Returns the steps done.
 */
export async function runCustodian(service: Service): Promise<number> {
  const now = service.clock.now();
  const ids = await dueAccounts.organizations(service.database, now);
  return each.run(service, ids, async (organizationId) => {
    let steps = 0;
    const due = await dueAccounts.of(service.database, organizationId, { now, limit: BATCH });
    await tryEach(due, async ({ account_id: accountId }) => {
      steps += await runAccount(service, { organizationId, accountId, now });
    });
    return steps;
  });
}

const each = eachOrganization("treasury");

/** When the next step of any account is due. */
export const nextCustodianStepAt = (database: Database): Promise<Date | undefined> => dueAccounts.nextAt(database);

interface DueAccount {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly now: Date;
}

/** One commit: either all of these steps happened, or the next pass repeats them. */
const runAccount = (service: Service, { organizationId, accountId, now }: DueAccount): Promise<number> =>
  service.database.transaction(async (tx) => {
    const custody = await openCustody(service, tx, { organizationId, accountId });
    if (custody === undefined) return 0;
    let steps = 0;
    while (steps < STEPS_MAX && custody.book.nextRunAt <= now) {
      runStep(custody, service.newId);
      steps += 1;
    }
    if (steps > 0) await saveCustody(service, tx, custody);
    return steps;
  });

/**
 * The steps of the past, up to an instant, in the caller's transaction: for demo data. Everything has the timestamp at
 * which it would have happened.
 */
export async function backfillCustodian(
  service: Service,
  tx: Tx,
  { organizationId, accountId, until }: { organizationId: OrganizationId; accountId: AccountId; until: Date },
): Promise<void> {
  const custody = await openCustody(service, tx, { organizationId, accountId });
  if (custody === undefined) return;
  const newId = createIdSource(() => custody.book.nextRunAt);
  while (custody.book.nextRunAt <= until) runStep(custody, newId);
  await saveCustody(service, tx, custody, { ofThePast: true });
}
