import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { findRehearsals } from "#bank/exchange";
import { railOf } from "#bank/file-rails";
import { assert, present } from "#kernel/assert.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import type { OrganizationId, RoutingId, UserId } from "#kernel/values/ids.ts";
import { findPayees, lastEditorsOf, type PaidWay, type Payee } from "#money/recipients";
import { type OrganizationSettings, readSettings } from "#records/identity";
import {
  type ApprovalRule,
  approvalsRequired,
  defaultRule,
  dependsOnDayTotals,
  type RequestFacts,
  ruleFor,
} from "../rules/approval-rule.ts";
import { activeRules } from "../rules/approval-rules.queries.ts";
import { type DayTotals, dayTotalsOf, totalsFor } from "../rules/day-totals.ts";
import type { ChargeType, RequestRow } from "./approval-request.ts";
import type { NewTerms } from "./approval-requests.queries.ts";

/**
 * What approvers agree to (decision S13, ADRs 0015 and 0022). Terms are never stored as such: they are computed from
 * the current data whenever a request is decided, and compared with the digest that the request and its reviews carry.
 * So whatever changes between two approvals is noticed, without code in the modules where it changes.
 */

/** The terms of an approval. Approvals on other terms do not count. */
export interface Terms extends NewTerms {
  readonly rule: ApprovalRule;
  readonly payee: Payee | undefined;
  /** Who last changed the recipient's name or the bank details: they cannot approve the payment. */
  readonly editors: ReadonlySet<UserId>;
  /** The version of bank details to be paid; null for a transfer, or if there is none. */
  readonly routingId: RoutingId | null;
  /** The fee of the payment, in cents. */
  readonly feeMinor: bigint;
  /** Hours before payments may use changed bank details; 0 = off. */
  readonly coolingOffHours: number;
  /** The payment would be rehearsed: such an approval is not one of a payment that the bank receives (decision S15). */
  readonly isRehearsed: boolean;
  /** Other payments of the day may determine which rule applies. */
  readonly dependsOnDayTotals: boolean;
  /** The recipients that count together in totals: see DayTotals. */
  readonly counterpartyIds: ReadonlySet<string>;
}

/** The parts of a request from which its terms are computed. */
export type Instruction = Omit<
  RequestRow,
  | "status"
  | "version"
  | "problem"
  | "transaction_id"
  | "question_id"
  | "asked_by"
  | "asked_at"
  | "rule_id"
  | "terms"
  | "approvers_required"
  | "requester_may_approve"
  | "batch_id"
>;

/** The current terms: the applicable rule, and a digest of rule, instruction, fee, and bank details. */
export async function presentTerms(
  db: Queryable,
  organizationId: OrganizationId,
  request: Instruction,
): Promise<Terms> {
  const [terms] = await presentTermsOf(db, organizationId, [request]);
  return present(terms, "one request has terms");
}

/** The same for many requests, in their order. */
export async function presentTermsOf(
  db: Queryable,
  organizationId: OrganizationId,
  requests: readonly Instruction[],
): Promise<readonly Terms[]> {
  // One query for each kind of data, however many requests there are: lists show the terms of a page of requests.
  const rules = await activeRules(db, organizationId);
  const settings = await readSettings(db, organizationId);
  const isRehearsed = await findRehearsals(db, organizationId);
  const asked = requests.flatMap(({ recipient_id: recipientId, method }) =>
    recipientId === null || method === null ? [] : [{ recipientId, method }],
  );
  const payees = new Map(
    (await findPayees(db, organizationId, asked)).map((payee) => [`${payee.recipient_id}/${payee.method}`, payee]),
  );
  // After the recipients: a change in between then bars its author from deciding on the previous details, which does no
  // harm.
  const payeeIds = [...payees.values()].map((payee) => payee.recipient_id);
  const editorsOf = await lastEditorsOf(db, organizationId, payeeIds);
  const counted = requests.map((request) => {
    const payee = payees.get(`${request.recipient_id}/${request.method}`);
    // Without the record of who changed its details, nobody can say who may approve.
    return { request, payee: payee && editorsOf(wayOf(payee)) && payee };
  });
  const totals = await dayTotalsOf(db, organizationId, { asked: totalsFor(rules), counted });
  return counted.map(({ request, payee }, index) =>
    termsOf(request, {
      rules,
      settings,
      isRehearsed,
      payee,
      editorsOf,
      totals: present(totals[index], "each request has totals"),
    }),
  );
}

/** The rule when no other applies (decision S5). The organization decides whether the requester may approve. */
export const builtInRule = ({ selfApproval }: Pick<OrganizationSettings, "selfApproval">): ApprovalRule => ({
  ...defaultRule,
  allowSelfApproval: selfApproval,
});

/** Everything that determines the terms of one request. */
interface Bearing {
  readonly rules: readonly ApprovalRule[];
  readonly settings: OrganizationSettings;
  readonly isRehearsed: Awaited<ReturnType<typeof findRehearsals>>;
  readonly payee: Payee | undefined;
  readonly editorsOf: Awaited<ReturnType<typeof lastEditorsOf>>;
  readonly totals: DayTotals;
}

/** Reads nothing, so the terms of a request are a function of the data passed. */
function termsOf(request: Instruction, { rules, settings, payee, editorsOf, totals, ...bearing }: Bearing): Terms {
  const facts: RequestFacts = {
    recipientDayMinor: totals.recipientDayMinor,
    accountDayMinor: totals.accountDayMinor,
    method: request.method,
    accountId: request.account_id,
    recipientId: request.recipient_id,
    requesterUserId: request.requester_user_id,
    requesterTokenId: request.requester_token_id,
    createdAt: request.created_at,
    recipientFirstPaidAt: payee?.first_paid_at ?? null,
    bankDetailsSince: payee?.routing_since ?? null,
  };
  assert(totals.recipientDayMinor >= request.amount_minor, "what a recipient gets in a day includes the request");
  assert(totals.accountDayMinor >= request.amount_minor, "what leaves an account in a day includes the request");
  const rule = ruleFor(rules, facts, builtInRule(settings));
  const routingId = payee?.routing_id ?? null;
  const feeMinor = feeOf(settings, request.charge_type);
  assert(feeMinor >= 0n, "a fee is not negative");
  // A transfer stays inside the organization, whatever its banks do.
  const isRehearsed = request.method !== null && bearing.isRehearsed(request.account_id, railOf(request.method));
  assert(
    payee === undefined || payee.recipient_id === request.recipient_id,
    "the terms are for the request's recipient",
  );
  assert(request.kind === "payment" || routingId === null, "a transfer goes to no bank details");
  return {
    rule,
    payee,
    editors: editorsAmong(request, payee, editorsOf),
    routingId,
    feeMinor,
    isRehearsed,
    coolingOffHours: settings.bankDetailsCoolingOffHours,
    dependsOnDayTotals: dependsOnDayTotals(rules, facts),
    counterpartyIds: totals.counterpartyIds,
    ruleId: rule.ruleId,
    digest: digestOf(request, { rule, routingId, feeMinor, isRehearsed }),
    approversRequired: approvalsRequired(rule),
    requesterMayApprove: rule.allowSelfApproval,
  };
}

/** For a transfer or a missing recipient, nobody is barred as an editor. */
const editorsAmong = (
  { method }: Instruction,
  payee: Payee | undefined,
  editorsOf: Bearing["editorsOf"],
): ReadonlySet<UserId> =>
  payee === undefined || method === null ? new Set() : (editorsOf(wayOf({ ...payee, method })) ?? new Set());

const wayOf = (payee: Payee & { readonly method: PaymentMethod }): PaidWay => ({
  recipientId: payee.recipient_id,
  method: payee.method,
  routingMethod: payee.routing_method,
});

/** Fees by the charge bearer (decision S9); only an international wire names one. */
export const feeOf = (settings: OrganizationSettings, chargeType: ChargeType | null): bigint =>
  chargeType === null ? 0n : { ours: settings.wireFeeOursMinor, shared: settings.wireFeeSharedMinor }[chargeType];

/**
 * Everything that is approved. The version of the bank details includes the recipient's name (ADR 0022), and the
 * version of the rule covers its conditions and steps. A member added here voids the approvals of all open requests.
 */
function digestOf(
  request: Instruction,
  { rule, routingId, feeMinor, isRehearsed }: Pick<Terms, "rule" | "routingId" | "feeMinor" | "isRehearsed">,
): Buffer {
  return sha256(
    JSON.stringify([
      request.request_id,
      request.kind,
      request.account_id,
      request.recipient_id,
      request.destination_account_id,
      String(request.amount_minor),
      request.method,
      request.external_memo,
      request.note,
      request.purpose,
      request.charge_type,
      request.send_on,
      routingId,
      rule.ruleId,
      rule.version,
      rule.allowSelfApproval,
      String(feeMinor),
      ...(isRehearsed ? ["rehearsal"] : []),
      ...(request.ach_fields === null ? [] : [canonicalJson(request.ach_fields)]),
    ]),
  );
}
