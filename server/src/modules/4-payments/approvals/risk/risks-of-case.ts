import { dateInWords, newYorkDay } from "bursar-banking/calendar/new-york";
import { formatUsd } from "#kernel/values/money.ts";
import type { EffectiveChange, Payee } from "#money/recipients";
import { HISTORY_MAX, type LargestSoFar } from "#payments/payments";
import { barOf } from "../approvers/approvals-so-far.ts";
import { exceededLimit } from "../approvers/approver-limits.ts";
import { canBeApproved } from "../decisions/approval-progress.ts";
import type { Case } from "../decisions/may-decide.ts";
import { openStatuses, requestStates } from "../requests/request-states.ts";
import { changedDetails, detailsYoungSince, type NamesOfAuthors } from "./changed-details.ts";
import type { SimilarPayment } from "./find-similar.ts";
import type { FlagCode, RequestFlag, Risk } from "./flag-schema.ts";

/** What was read to find the risks of one request. */
export interface RiskFacts {
  readonly now: Date;
  /** In cents. */
  readonly availableMinor: bigint;
  readonly accountName: (accountId: string) => string;
  /** Undefined if a payment to the recipient was as large. */
  readonly largest: LargestSoFar | undefined;
  readonly similar: readonly SimilarPayment[];
  /** Of the recipient. */
  readonly changes: readonly EffectiveChange[];
  readonly names: NamesOfAuthors;
}

/** What to review first, in the order of weight. A request that was decided has no risks. */
export function risksOf(found: Case, facts: RiskFacts): readonly Risk[] {
  const { request, terms } = found;
  if (!openStatuses.includes(request.status)) return [];
  const { payee } = terms;
  const youngSince = detailsYoungSince(facts.now, terms.coolingOffHours);
  return [
    payee && changedDetails(request, payee, { ...facts, youngSince }),
    possibleDuplicate(found, facts),
    overBalance(found, facts) ?? overLimits(found),
    payee && firstPayment(payee),
    payee && largestEver(found, payee, facts),
    pastDue(found, facts),
  ].filter((risk) => risk !== undefined);
}

const usd = (minor: bigint): string => `$${formatUsd(minor)}`;
const day = (at: Date): string => dateInWords(newYorkDay(at));

const risk = (
  [code, label]: readonly [FlagCode, string],
  detail: RequestFlag["detail"],
  ...repeats: Risk["repeats"]
): Risk => ({ flag: { code, label, detail, severity: "medium" }, repeats });

/** Nothing has been sent, although payments may be pending. */
export const isFirstPayment = ({ date_last_paid: lastPaid }: Payee): boolean => lastPaid === null;

const firstPayment = (payee: Payee): Risk | undefined =>
  isFirstPayment(payee)
    ? risk(
        ["firstPayment", "First payment"],
        `No payment has been sent to ${payee.name} before, a recipient since ${day(payee.created_at)}.`,
        "neverPaid",
      )
    : undefined;

function largestEver({ request }: Case, payee: Payee, { largest }: RiskFacts): Risk | undefined {
  if (isFirstPayment(payee) || largest?.largest_minor == null || request.amount_minor <= largest.largest_minor)
    return undefined;
  const which = largest.was_cut
    ? `largest of the last ${HISTORY_MAX.toLocaleString("en-US")} payments`
    : "largest payment";
  return risk(
    ["largestEver", "Largest ever"],
    `${usd(request.amount_minor)} is more than the ${which} to ${payee.name}, ${usd(largest.largest_minor)}.`,
  );
}

function possibleDuplicate({ request }: Case, { similar, accountName }: RiskFacts): Risk | undefined {
  const [latest] = similar;
  if (latest === undefined) return undefined;
  const { kind, status, created_at: at, account_id: accountId } = latest;
  const amount = usd(request.amount_minor);
  const from = `from ${accountName(accountId)} on ${day(at)}`;
  const what =
    kind === "request"
      ? `Another open request for ${amount} to the same recipient was made ${from}`
      : `A payment of ${amount} to the same recipient was made ${from} and is ${status}`;
  const more = similar.length - 1;
  const others = more === 0 ? "" : `, and ${more} more ${more === 1 ? "is" : "are"} similar`;
  return risk(
    ["possibleDuplicate", "Possible duplicate"],
    `${what}${others}.`,
    "possibleDuplicate",
    "duplicatePayment",
  );
}

function overBalance({ request, terms }: Case, { availableMinor, accountName }: RiskFacts): Risk | undefined {
  if (request.amount_minor + terms.feeMinor <= availableMinor) return undefined;
  const fee = terms.feeMinor === 0n ? " is" : ` and the fee of ${usd(terms.feeMinor)} are`;
  return risk(
    ["overLimit", "Over balance"],
    `${usd(request.amount_minor)}${fee} more than the ${usd(availableMinor)} available in ${accountName(request.account_id)}.`,
    "insufficientFunds",
  );
}

/** Limits leave too few users who may approve it. */
function overLimits(found: Case): Risk | undefined {
  const { request, terms, approvals } = found;
  if (requestStates.next(request.status, "approve") === undefined || canBeApproved(found)) return undefined;
  const { approvers, limits, people } = approvals;
  const over = [...people.values()].flatMap((person) => {
    const exceeded = exceededLimit(limits, { request, terms }, { userId: person.user_id });
    return barOf(person, { request, terms, exceeded, approvers }) === "approverLimitExceeded" && exceeded
      ? [{ name: `${person.first_name} ${person.last_name}`, exceeded }]
      : [];
  });
  const [highest] = over.toSorted((a, b) => (a.exceeded.limit < b.exceeded.limit ? 1 : -1));
  if (highest === undefined) return undefined;
  const { limit, used, per } = highest.exceeded;
  const already = used === 0n ? "" : `, of which ${usd(used)} is used`;
  return risk(
    ["overLimit", "Over limit"],
    `Too few users may approve ${usd(request.amount_minor)}: the highest approval limit is ${highest.name}'s, ${usd(limit)} per ${per}${already}.`,
    "notEnoughApprovers",
  );
}

/** Its day, or the next banking day, has passed without enough approvals. */
function pastDue({ request }: Case, { now }: RiskFacts): Risk | undefined {
  const { due_at: dueAt, send_on: sendOn } = request;
  const waits = requestStates.next(request.status, "approve") !== undefined;
  if (!waits || dueAt === null || sendOn === null || newYorkDay(dueAt) >= newYorkDay(now)) return undefined;
  return risk(["pastDue", "Past due"], `It was to be sent on ${dateInWords(sendOn)}.`);
}
