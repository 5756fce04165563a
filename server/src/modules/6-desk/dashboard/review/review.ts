import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import {
  allowedActionsOf,
  canBeApproved,
  casesOf,
  findSimilar,
  flagsIn,
  getRequest,
  namesInRules,
  needsStepUp,
  openRequestStatuses,
  outlookOfRequest,
  publicRequestStatusOf,
  type RequestCase,
  type RequestRow,
  type Risks,
  readRisks,
  refreshedRequest,
  refusalTo,
  renderRequest,
  requestStates,
  ruleInWords,
  type SimilarPayment,
  stepsOf,
} from "#payments/approvals";
import { occurrencesOfRequests } from "#payments/recurring-payments";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import { fullName, nameOfUser, namesIn } from "../names.ts";
import { batchIn, paymentStatusOf, requesterIn, sentBackOf } from "../queue-row.ts";
import { payeeOfReview } from "./payee-of-review.ts";
import type { Review } from "./review-schema.ts";

/** Everything that an approver needs about one request, in one snapshot. Refuses with `resourceNotFound`. */
export async function reviewOf(
  service: Service,
  caller: Caller,
  { requestId, kind }: { requestId: string; kind: RequestRow["kind"] | undefined },
): Promise<Review> {
  const { organizationId, userId } = personOf(caller);
  const { database: db, clock } = service;
  const row = await refreshedRequest(
    service,
    organizationId,
    await getRequest(db, organizationId, { requestId, kind }),
  );
  const now = clock.now();
  const [read] = await casesOf(db, organizationId, { requests: [row], now });
  const found = present(read, "one request has one case");
  const names = await namesIn(db, organizationId, [found]);
  const isOpen = requestStates.next(row.status, "approve") !== undefined;
  const { rule } = found.terms;
  const similar = await findSimilar(db, organizationId, { requests: [row], now });
  const [occurrence] = await occurrencesOfRequests(db, organizationId, [row.request_id]);
  const risks = await readRisks(db, organizationId, { cases: [found], now, similar });
  return {
    kind: row.kind,
    request: await renderRequest(service, db, { organizationId, row }),
    purpose: row.purpose,
    note: row.note,
    paymentStatus: paymentStatusOf(found, names),
    sentBack: sentBackOf(found),
    recurringPaymentId: occurrence?.recurring_payment_id ?? null,
    ...(await whatOneMayDo(service, organizationId, { found, userId, steppedUp: caller.person?.steppedUp === true })),
    flags: flagsIn(risks, row.request_id),
    requester: requesterIn(found, names),
    via: row.via,
    batch: batchIn(found, names),
    accountName: names.accounts.get(row.account_id) ?? "",
    destinationAccountName:
      row.destination_account_id === null ? null : (names.accounts.get(row.destination_account_id) ?? null),
    payee: await payeeOfReview(service, organizationId, {
      found,
      replaced: risks.get(row.request_id)?.find(({ replaced }) => replaced !== undefined)?.replaced,
    }),
    duplicates: await duplicatesOf(service, organizationId, similar.get(row.request_id) ?? []),
    rule: isOpen
      ? { name: rule.name, description: ruleInWords(rule, await namesInRules(db, organizationId, [rule])) }
      : null,
    steps: isOpen ? stepsOf(found).map(renderStep) : [],
    reviews: found.approvals.reviews.map((review) => ({
      userId: review.reviewer_user_id,
      name: nameOfUser(found.approvals.people, review.reviewer_user_id) ?? "",
      decision: review.decision,
      reason: review.reason,
      at: review.reviewed_at.toISOString(),
    })),
    outlook: await outlookIn(service, organizationId, { found, risks: risks.get(row.request_id) ?? [] }),
  };
}

/** Without the warnings that a flag repeats. */
async function outlookIn(
  service: Service,
  organizationId: OrganizationId,
  { found, risks }: { found: RequestCase; risks: NonNullable<ReturnType<Risks["get"]>> },
): Promise<Review["outlook"]> {
  const { request, terms } = found;
  if (!openRequestStatuses.includes(request.status)) return null;
  const waits = requestStates.next(request.status, "approve") !== undefined;
  const outlook = await outlookOfRequest(service, organizationId, {
    request,
    terms,
    canBeApproved: !waits || canBeApproved(found),
  });
  const repeated = new Set(risks.flatMap(({ repeats }) => repeats));
  return { ...outlook, warnings: outlook.warnings.filter(({ code }) => !repeated.has(code)) };
}

async function whatOneMayDo(
  { database }: Service,
  organizationId: OrganizationId,
  { found, userId, steppedUp }: { found: RequestCase; userId: UserId; steppedUp: boolean },
): Promise<Pick<Review, "allowedActions" | "whyNotApprove" | "stepUpNeeded">> {
  const whyNot = refusalTo("approve", found, userId);
  const mayAsk = whyNot === undefined && !steppedUp;
  return {
    allowedActions: [...allowedActionsOf(found, userId)],
    whyNotApprove: whyNot === undefined ? null : { code: whyNot.code, message: whyNot.message },
    stepUpNeeded: mayAsk && (await needsStepUp(database, organizationId, found.request)),
  };
}

const renderStep = (step: ReturnType<typeof stepsOf>[number]) => ({
  approvals: step.approvals,
  isOpen: step.isOpen,
  approvedBy: step.approvedBy.map((person) => ({ userId: person.user_id, name: fullName(person) })),
  mayApprove: step.mayApprove.map((person) => ({ userId: person.user_id, name: fullName(person) })),
});

async function duplicatesOf(
  { database }: Service,
  organizationId: OrganizationId,
  similar: readonly SimilarPayment[],
): Promise<Review["duplicates"]> {
  const accounts = await findAccounts(database, organizationId, [
    ...new Set(similar.map((transaction) => transaction.account_id)),
  ]);
  const nameOf = new Map(accounts.map((account) => [account.accountId, account.nickname ?? account.name]));
  return similar.map((transaction) => ({
    id: transaction.id,
    kind: transaction.kind,
    createdAt: transaction.created_at.toISOString(),
    status: transaction.kind === "request" ? publicRequestStatusOf(transaction.status) : transaction.status,
    accountName: nameOf.get(transaction.account_id) ?? "",
  }));
}
