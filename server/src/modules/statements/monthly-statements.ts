import { newYorkDay } from "../../banking/calendar/new-york.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { eachOrganization } from "../../kernel/work/each-organization.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { makeStatement } from "./make-statement.ts";
import { dayAfter, endOf, lastMonth, monthOf } from "./statement.ts";
import { accountsWithout, organizationsWithout } from "./statements.queries.ts";

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

async function makeMissing(service: Service, organizationId: OrganizationId): Promise<number> {
  const last = lastMonth(service.clock.now());
  let made = 0;
  for (const account of await accountsWithout(service.database, organizationId, last, endOf(last))) {
    const { covered_to: coveredTo, created_at: openedAt } = account;
    let period = monthOf(coveredTo === null ? newYorkDay(openedAt) : dayAfter(coveredTo));
    while (period.endsOn <= last.endsOn && made < STATEMENTS_PER_TURN) {
      await makeStatement(service, { organizationId, account, kind: "monthly", ...period, actor: { type: "service" } });
      made += 1;
      period = monthOf(dayAfter(period.endsOn));
    }
  }
  return made;
}

/** On a timer only: a month ends at the same instant for every account. */
export const monthlyStatementsJob = (service: Service): Job => ({
  name: "monthly-statements",
  everyMs: EVERY_MS,
  byTheClockOnly: true,
  run: () => runMonthlyStatements(service),
});
