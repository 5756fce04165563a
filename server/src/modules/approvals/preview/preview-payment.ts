import type { Service } from "../../../kernel/process/service.ts";
import type { AccountId, OrganizationId, RecipientId } from "../../../kernel/values/ids.ts";
import { refuseAboveDayLimit, refuseAboveLimit } from "../../payments/index.ts";
import { listPeople, type Person } from "../../people/index.ts";
import { approverOf, approversAmong, barOf } from "../decisions/approvals-so-far.ts";
import { type Instruction, presentTerms, type Terms } from "../requests/approved-terms.ts";
import {
  checkRequest,
  instructionOf,
  type PaymentToRequest,
  payeeOf,
  refuseAccount,
} from "../requests/request-payment.ts";
import { requireRequester } from "../requests/store-request.ts";
import { mayApproveStep, progressOf, type RuleStep } from "../rules/approval-rule.ts";
import { exceededLimit, readLimits } from "../rules/approver-limits.ts";
import { ruleInWords } from "../rules/describe-rule.ts";
import { directObstacles } from "./direct-obstacles.ts";
import type { Preview } from "./preview-schema.ts";
import { outlookOf } from "./preview-warnings.ts";

/** What would happen if the payment were asked for, or sent directly, now; refuses what asking would refuse. Only reads. */
export async function previewPayment(
  service: Service,
  { caller, accountId, body, isDirect = false }: Omit<PaymentToRequest, "key"> & { readonly isDirect?: boolean },
): Promise<Preview> {
  const { database: db } = service;
  const { organizationId } = caller;
  const checked = checkRequest(service, body);
  const { amountMinor } = checked;
  refuseAboveLimit(caller, amountMinor);
  if (!isDirect) await requireRequester(db, caller);
  await refuseAboveDayLimit(db, caller, { amountMinor, at: service.clock.now() });
  const account = accountId.toLowerCase() as AccountId;
  // A uuid by its schema; the look-up finds out whether it names a recipient.
  const recipientId = body.recipientId.toLowerCase() as RecipientId;
  await refuseAccount(db, organizationId, account);
  await payeeOf(db, organizationId, { recipientId, method: body.paymentMethod });
  const request = await instructionOf(service, db, { caller, account, recipientId, body, checked });
  const terms = await presentTerms(db, organizationId, request);
  const { rule, approversRequired } = terms;
  const approvers = await possibleApprovers(service, organizationId, { request, terms });
  // Nobody approves what is sent directly, unless the rule has it asked for instead.
  const asked = !isDirect || rule.bindsDirectSend;
  const canBeApproved = !asked || progressOf(rule.steps, approvers.map(approverOf)).isComplete;
  return {
    preview: true,
    rule: { name: rule.name, description: ruleInWords(rule), bindsDirectSend: rule.bindsDirectSend },
    numberOfApproversRequired: asked ? approversRequired : 0,
    requesterMayApprove: asked && rule.allowSelfApproval,
    steps: (asked ? rule.steps : []).map((step) => ({
      approvals: step.approvals,
      approvers: namesOf(step, approvers),
    })),
    ...(await outlookOf(service, organizationId, {
      request,
      terms,
      canBeApproved,
      ...(isDirect ? { obstacles: await directObstacles(service, caller, { request, terms }) } : {}),
    })),
  };
}

/** Everybody who, apart from the order of steps, may approve it now. */
async function possibleApprovers(
  { database, clock }: Service,
  organizationId: OrganizationId,
  { request, terms }: { request: Instruction; terms: Terms },
): Promise<readonly Person[]> {
  const people = await listPeople(database, organizationId);
  const userIds = people.map((person) => person.user_id);
  const limits = await readLimits(database, organizationId, { userIds, reviews: [], now: clock.now() });
  const approvers = approversAmong(people);
  return people.filter((person) => {
    const exceeded = exceededLimit(limits, { request, terms }, { userId: person.user_id });
    return barOf(person, { request, terms, exceeded, approvers }) === undefined;
  });
}

const namesOf = (step: RuleStep, approvers: readonly Person[]) =>
  approvers
    .filter((person) => mayApproveStep(step, approverOf(person)))
    .map((person) => ({ userId: person.user_id, name: `${person.first_name} ${person.last_name}` }));
