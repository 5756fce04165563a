import { assert, present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findStepUpAmount } from "#records/identity";
import { approverOf, countedApprovers } from "../approvers/approvals-so-far.ts";
import type { Case } from "../decisions/may-decide.ts";
import { availableOnAccounts } from "../risk/available.queries.ts";
import { progressOf } from "../rules/approval-rule.ts";
import { dayTotalsOf } from "../rules/day-totals.ts";

export const totalOfCases = (cases: readonly Case[]): bigint =>
  cases.reduce((sum, { request }) => sum + request.amount_minor, 0n);

/** An account whose payments exceed what is available. */
export interface Shortfall {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly totalMinor: bigint;
  readonly availableMinor: bigint;
}

/**
 * The accounts that cannot pay, together, what leaves them at once when this user approves these requests: half a
 * payroll is worse than none. Read without locks; each payment is checked again when it is made.
 */
export async function shortfallsOf(
  db: Queryable,
  organizationId: OrganizationId,
  { cases, userId, now }: { cases: readonly Case[]; userId: UserId; now: Date },
): Promise<readonly Shortfall[]> {
  const totals = new Map<AccountId, bigint>();
  for (const found of cases.filter((each) => isPaidBy(each, userId, now))) {
    const { account_id: accountId, amount_minor: minor } = found.request;
    totals.set(accountId, (totals.get(accountId) ?? 0n) + minor + found.terms.feeMinor);
  }
  for (const total of totals.values()) assert(total > 0n, "what leaves an account is positive");
  if (totals.size === 0) return [];
  const available = await availableOnAccounts(db, organizationId, [...totals.keys()]);
  const short = available.flatMap(({ account_id: accountId, available_minor: availableMinor }) => {
    const totalMinor = present(totals.get(accountId), "only accounts that pay are read");
    return totalMinor > availableMinor ? [{ accountId, totalMinor, availableMinor }] : [];
  });
  if (short.length === 0) return [];
  const ids = short.map(({ accountId }) => accountId);
  const accounts = await findAccounts(db, organizationId, ids);
  const nameOf = new Map<string, string>(
    accounts.map((account) => [account.accountId, account.nickname ?? account.name]),
  );
  return short.map((shortage) => ({ ...shortage, accountName: nameOf.get(shortage.accountId) ?? "" }));
}

/** Whether the user's approval is the last one, and the money moves at once. */
function isPaidBy({ request, terms, approvals }: Case, userId: UserId, now: Date): boolean {
  if (request.due_at !== null && request.due_at > now) return false;
  const person = approvals.people.get(userId);
  if (person === undefined) return false;
  const counted = countedApprovers(approvals, { request, terms });
  return progressOf(terms.rule.steps, [...counted, approverOf(person)]).isComplete;
}

/**
 * Whether an approver must reauthenticate: for a batch whose total is as large as an amount for which they must, or for
 * one of its requests (step-up.ts).
 */
export async function batchNeedsStepUp(
  db: Queryable,
  organizationId: OrganizationId,
  cases: readonly Case[],
): Promise<boolean> {
  const fromMinor = await findStepUpAmount(db, organizationId);
  if (fromMinor === null || cases.length === 0) return false;
  // The total of the batch first: the totals of the day cost queries.
  if (totalOfCases(cases) >= fromMinor) return true;
  const counted = cases.map(({ request, terms }) => ({ request, payee: terms.payee }));
  const totals = await dayTotalsOf(db, organizationId, { asked: { recipientDay: true, accountDay: false }, counted });
  assert(totals.length === cases.length, "each request has its recipient's total");
  return totals.some(({ recipientDayMinor }) => recipientDayMinor >= fromMinor);
}
