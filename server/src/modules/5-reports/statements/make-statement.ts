import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { getOrganization, lockOrganization } from "#records/identity";
import { balanceBefore, closeBefore } from "#records/ledger";
import { readLines, startDigest } from "./read-lines.ts";
import { dayAfter, endOf, type Statement, type StatementId, type StatementKind, type Totals } from "./statement.ts";
import type { StatementAccount } from "./statement-accounts.queries.ts";
import { findStatementOf, insertStatement, type OnePeriod } from "./statements.queries.ts";

export interface StatementToMake {
  readonly organizationId: OrganizationId;
  readonly account: StatementAccount;
  readonly kind: StatementKind;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly actor: Actor;
}

/** Runs in the transaction that makes a statement. */
export type WhenMade = (tx: Tx, statement: Statement) => Promise<void>;

/**
 * Makes the statement of a period that is over, unless it exists. First the account's books are closed up to the end of
 * the period: from then on no entry is dated in it, so its lines can be read without holding up payments. If the
 * process dies in between, the period is merely closed already.
 */
export async function makeStatement(
  service: Service,
  toMake: StatementToMake,
  whenMade: WhenMade = () => Promise.resolve(),
): Promise<Statement> {
  const { organizationId, account, kind, startsOn, endsOn } = toMake;
  const { database } = service;
  assert(endsOn < newYorkDay(service.clock.now()), "a statement covers days that are over");
  const period: OnePeriod = { accountId: account.account_id, kind, startsOn, endsOn };
  const existing = await findStatementOf(database, organizationId, period);
  if (existing) return existing;

  await database.transaction((tx) => closeBefore(tx, organizationId, account.account_id, endOf(period)));
  const { totals, digest } = await addUp(service, organizationId, period);
  const { legalBusinessName, legalAddress, ein } = await getOrganization(database, organizationId);
  const facts = {
    ...totals,
    accountName: account.nickname ?? account.name,
    legalName: legalBusinessName,
    legalAddress,
    ein,
  };
  const made = {
    ...period,
    ...facts,
    digest: digest.end(facts),
    statementId: service.newId<StatementId>(),
    createdAt: service.clock.now(),
  };
  return database.transaction(async (tx) => {
    // The last statement of a month is followed by an email about all of them, so they are stored one after the other.
    if (kind === "monthly") await lockOrganization(tx, organizationId);
    const isNew = (await insertStatement(tx, organizationId, made)) === 1;
    const stored = present(await findStatementOf(tx, organizationId, period), "the statement is stored");
    if (!isNew) return stored;
    await auditStatement(service, tx, { ...toMake, statement: stored });
    await whenMade(tx, stored);
    return stored;
  });
}

/** Adds up the lines and checks the sums against the days of the ledger, which were counted independently. */
async function addUp(
  { database }: Service,
  organizationId: OrganizationId,
  period: OnePeriod,
): Promise<{ totals: Totals; digest: ReturnType<typeof startDigest> }> {
  const { accountId, startsOn, endsOn } = period;
  const openingMinor = await balanceBefore(database, organizationId, { accountId, day: startsOn });
  const covered = { ...period, organizationId, openingMinor };
  const digest = startDigest(covered);
  const sums = { inMinor: 0n, outMinor: 0n, feesMinor: 0n, lines: 0n };
  for await (const lines of readLines(database, covered)) {
    digest.add(lines);
    for (const { amountMinor, kind } of lines) {
      sums.lines += 1n;
      if (amountMinor > 0n) sums.inMinor += amountMinor;
      else sums.outMinor -= amountMinor;
      if (amountMinor < 0n && kind.endsWith("Fee")) sums.feesMinor -= amountMinor;
    }
  }
  const closingMinor = openingMinor + sums.inMinor - sums.outMinor;
  const day = dayAfter(endsOn);
  const expected = await balanceBefore(database, organizationId, { accountId, day });
  assert(closingMinor === expected, "a statement's closing balance is the ledger's balance at the end of its last day");
  return { totals: { openingMinor, ...sums, closingMinor }, digest };
}

async function auditStatement(
  service: Service,
  tx: Tx,
  { organizationId, actor, statement }: StatementToMake & { statement: Statement },
): Promise<void> {
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "statement.create",
        resourceType: "statement",
        resourceId: statement.statementId,
        after: {
          accountId: statement.accountId,
          kind: statement.kind,
          startsOn: statement.startsOn,
          endsOn: statement.endsOn,
          startingBalance: dollarsFromMinor(statement.openingMinor),
          endingBalance: dollarsFromMinor(statement.closingMinor),
        },
      },
    ],
  });
}
