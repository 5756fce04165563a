import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { refusalsToPay, refuseBeyondLimits, refuseUncountable } from "#payments/payments";
import { listPeople, type Person } from "#records/people";
import { refuseApproval } from "../approvals-refusals.ts";
import { approverOf, barOf, findApprovers } from "../approvers/approvals-so-far.ts";
import { exceededLimit, readLimits } from "../approvers/approver-limits.ts";
import { checkRequest, instructionOf, limitedPaymentOf, type PaymentToRequest } from "../requesting/request-payment.ts";
import { requireRequester } from "../requesting/store-request.ts";
import { approvableOf, refusePermanentReason } from "../requests/approvable.ts";
import { type Instruction, presentTerms, type Terms } from "../requests/approved-terms.ts";
import type { Preview } from "../requests/preview-schema.ts";
import { mayApproveStep, progressOf, type RuleStep } from "../rules/approval-rule.ts";
import { ruleInWords } from "../rules/describe-rule.ts";
import { notPayable, notSendable, outlookOf, type Warning } from "./preview-warnings.ts";

/**
 * Previews: what would happen to a payment, from the functions that decide about it (ADR 0030). A preview writes
 * nothing and takes no lock, so the answer can be outdated when the payment is requested; then the request decides.
 */

/** What would happen if the payment were requested now; rejects what a request would be rejected for. Read-only. */
export async function previewRequest(
  service: Service,
  { caller, accountId, body }: Omit<PaymentToRequest, "key">,
): Promise<Preview> {
  const { database: db } = service;
  const { organizationId } = caller;
  const checked = checkRequest(service, body);
  refuseBeyondLimits(caller, limitedPaymentOf({ accountId, body }, checked.amountMinor));
  await requireRequester(db, caller);
  const request = await instructionOf(service, db, { caller, accountId, body, checked });
  const terms = await presentTerms(db, organizationId, request);
  const refusals = await refusalsToPay(service, db, approvableOf(organizationId, request, terms), caller);
  const obstacles = refusePermanentReason(refusals).map(notPayable);
  await refuseUncountable(db, caller, { amountMinor: checked.amountMinor, at: request.created_at });
  return previewOf(service, organizationId, { request, terms, isDecided: true, obstacles });
}

/** What would happen to a directly sent payment that would be rejected for these reasons. Read-only. */
export async function previewIfSentDirectly(
  service: Service,
  organizationId: OrganizationId,
  { request, refusals }: { readonly request: Instruction; readonly refusals: readonly Refusal[] },
): Promise<Preview> {
  const terms = await presentTerms(service.database, organizationId, request);
  const { rule } = terms;
  const bound = rule.bindsDirectSend ? [refuseApproval("approvalRequired", { details: { rule: rule.name } })] : [];
  return previewOf(service, organizationId, {
    request,
    terms,
    // A direct send needs no approval, unless the rule requires a request instead.
    isDecided: rule.bindsDirectSend,
    obstacles: [...bound, ...refusePermanentReason(refusals)].map(notSendable),
  });
}

interface Previewed {
  readonly request: Instruction;
  readonly terms: Terms;
  /** Whether it needs approval. */
  readonly isDecided: boolean;
  readonly obstacles: readonly Warning[];
}

async function previewOf(
  service: Service,
  organizationId: OrganizationId,
  { request, terms, isDecided, obstacles }: Previewed,
): Promise<Preview> {
  const { rule, approversRequired } = terms;
  const approvers = await possibleApprovers(service, organizationId, { request, terms });
  const canBeApproved = !isDecided || progressOf(rule.steps, approvers.map(approverOf)).isComplete;
  return {
    preview: true,
    rule: { name: rule.name, description: ruleInWords(rule), bindsDirectSend: rule.bindsDirectSend },
    numberOfApproversRequired: isDecided ? approversRequired : 0,
    requesterMayApprove: isDecided && rule.allowSelfApproval,
    steps: (isDecided ? rule.steps : []).map((step) => ({
      approvals: step.approvals,
      approvers: namesOf(step, approvers),
    })),
    ...(await outlookOf(service, organizationId, { request, terms, canBeApproved, obstacles })),
  };
}

/** All users who may approve it now, regardless of the order of steps. */
async function possibleApprovers(
  { database, clock }: Service,
  organizationId: OrganizationId,
  { request, terms }: { request: Instruction; terms: Terms },
): Promise<readonly Person[]> {
  const people = await listPeople(database, organizationId);
  const userIds = people.map((person) => person.user_id);
  const limits = await readLimits(database, organizationId, { userIds, reviews: [], now: clock.now() });
  const approvers = await findApprovers(database, organizationId);
  return people.filter((person) => {
    const exceeded = exceededLimit(limits, { request, terms }, { userId: person.user_id });
    return barOf(person, { request, terms, exceeded, approvers }) === undefined;
  });
}

/** The approvers of one step, by name. */
const namesOf = (step: RuleStep, approvers: readonly Person[]) =>
  approvers
    .filter((person) => mayApproveStep(step, approverOf(person)))
    .map((person) => ({ userId: person.user_id, name: `${person.first_name} ${person.last_name}` }));
