import { present } from "../../../kernel/assert.ts";
import { DAY_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { findAccounts } from "../../accounts/index.ts";
import {
  allowedActionsOf,
  canBeApproved,
  casesOf,
  getRequest,
  namesInRules,
  needsStepUp,
  openRequestStatuses,
  outlookOfRequest,
  paymentsNearby,
  publicRequestStatusOf,
  type RequestCase,
  type RequestRow,
  refreshedRequest,
  refusalTo,
  renderRequest,
  requestStates,
  ruleInWords,
  stepsOf,
} from "../../approvals/index.ts";
import type { Caller } from "../../identity/index.ts";
import { personOf } from "../../people/index.ts";
import { fullName, nameOfUser, namesIn } from "../names.ts";
import { paymentStatusOf, requesterIn } from "../queue-row.ts";
import { payeeOfReview } from "./payee-of-review.ts";
import type { Review } from "./review-schema.ts";

const NEARBY_MS = 7 * DAY_MS;

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
  const [read] = await casesOf(db, organizationId, { requests: [row], now: clock.now() });
  const found = present(read, "one request has one case");
  const names = await namesIn(db, organizationId, [found]);
  const isOpen = requestStates.next(row.status, "approve") !== undefined;
  const { rule } = found.terms;
  return {
    kind: row.kind,
    request: await renderRequest(service, db, { organizationId, row }),
    purpose: row.purpose,
    note: row.note,
    paymentStatus: paymentStatusOf(found, names),
    ...(await whatOneMayDo(service, organizationId, { found, userId, steppedUp: caller.person?.steppedUp === true })),
    requester: requesterIn(found, names),
    accountName: names.accounts.get(row.account_id) ?? "",
    destinationAccountName:
      row.destination_account_id === null ? null : (names.accounts.get(row.destination_account_id) ?? null),
    payee: await payeeOfReview(service, organizationId, found),
    duplicates: await duplicatesOf(service, organizationId, row),
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
    outlook: openRequestStatuses.includes(row.status)
      ? await outlookOfRequest(service, organizationId, {
          request: row,
          terms: found.terms,
          canBeApproved: !isOpen || canBeApproved(found),
        })
      : null,
  };
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
  request: RequestRow,
): Promise<Review["duplicates"]> {
  if (request.kind === "transfer") return [];
  const { created_at: at } = request;
  const rows = await paymentsNearby(database, organizationId, {
    request,
    from: plusMs(at, -NEARBY_MS),
    until: plusMs(at, NEARBY_MS),
  });
  const accounts = await findAccounts(database, organizationId, [...new Set(rows.map((row) => row.account_id))]);
  const nameOf = new Map(accounts.map((account) => [account.accountId, account.nickname ?? account.name]));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    status: row.kind === "request" ? publicRequestStatusOf(row.status) : row.status,
    accountName: nameOf.get(row.account_id) ?? "",
  }));
}
