import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import { makeStatement } from "./make-statement.ts";
import { tellWhenReady } from "./ready-mail.ts";
import { dayAfter, endOf, lastMonth, monthOf, type Period } from "./statement.ts";
import { accountsWithout, organizationsWithout, type StatementAccount } from "./statement-accounts.queries.ts";

/** Statements made for an organization before the next one has its turn. */
const STATEMENTS_PER_TURN = 50;
const EVERY_MS = 15_000;

const eachOne = eachOrganization("monthly-statements");

/**
 * Makes the monthly statements that are missing, for every month since an account was opened, the earliest first.
 * Returns their number. Two processes may make the same statement; one of them stores it.
 */
export async function runMonthlyStatements(service: Service): Promise<number> {
  const month = lastMonth(service.clock.now());
  const due = await organizationsWithout(service.database, month, endOf(month));
  const ids = due.map(({ organization_id: id }) => id);
  return eachOne.run(service, ids, (organizationId) => makeMissing(service, organizationId));
}

interface Missing extends Period {
  readonly account: StatementAccount;
}

/** In the order of their months, so that lists in the order of creation show month by month. */
async function findMissing(service: Service, organizationId: OrganizationId): Promise<readonly Missing[]> {
  const last = lastMonth(service.clock.now());
  const accounts = await accountsWithout(service.database, organizationId, last, endOf(last));
  return accounts
    .flatMap((account) => monthsOf(account, last).map((month) => ({ account, ...month })))
    .sort((a, b) => (a.startsOn === b.startsOn ? 0 : a.startsOn < b.startsOn ? -1 : 1));
}

/** The months from the account's opening or its last statement to the last one that is over. */
function monthsOf(account: StatementAccount & { readonly covered_to: string | null }, last: Period): readonly Period[] {
  const months: Period[] = [];
  const { covered_to: coveredTo, created_at: openedAt } = account;
  let month = monthOf(coveredTo === null ? newYorkDay(openedAt) : dayAfter(coveredTo));
  while (month.endsOn <= last.endsOn) {
    months.push(month);
    month = monthOf(dayAfter(month.endsOn));
  }
  return months;
}

async function makeMissing(service: Service, organizationId: OrganizationId): Promise<number> {
  const missing = (await findMissing(service, organizationId)).slice(0, STATEMENTS_PER_TURN);
  for (const { account, startsOn, endsOn } of missing) {
    const toMake = { organizationId, account, kind: "monthly", startsOn, endsOn, actor: { type: "service" } } as const;
    await makeStatement(service, toMake, (tx) => tellWhenReady(service, tx, { organizationId, month: toMake }));
  }
  return missing.length;
}

/** On a timer only: a month ends at the same instant for every account. */
export const monthlyStatementsJob = (service: Service): Job => ({
  name: "monthly-statements",
  everyMs: EVERY_MS,
  byTheClockOnly: true,
  run: () => runMonthlyStatements(service),
});
