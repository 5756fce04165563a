import { estimatedDeliveryAt, handOverAt } from "../../kernel/calendar/cut-offs.ts";
import { DAY_MS, plusMs } from "../../kernel/clock.ts";
import type { AccountId, OrganizationId, RecipientId, RoutingId } from "../../kernel/ids.ts";
import { dollarsFromMinor, formatUsd } from "../../kernel/money.ts";
import type { Service } from "../../kernel/service.ts";
import { coolingOffEndsAt } from "../payments/index.ts";
import { listPeople, type Person } from "../people/index.ts";
import type { Payee } from "../recipients/index.ts";
import { type ApprovalRule, mayApproveStep, progressOf, type RuleStep } from "./approval-rule.ts";
import { approverOf, barOf, limitMap } from "./approvals-so-far.ts";
import { availableOn, likeIt } from "./preview.queries.ts";
import type { Preview } from "./preview-schema.ts";
import { checkRequest, instructionOf, type PaymentToRequest, payeeOf, refuseAccount } from "./request-payment.ts";
import { ruleInWords } from "./rule-in-words.ts";
import { type Instruction, presentTerms } from "./terms.ts";
import { refuseAboveDayLimit, refuseAboveLimit } from "./token-limits.ts";

/** Younger bank details are worth a second look. */
const DETAILS_YOUNG_MS = 3 * DAY_MS;

/** What would happen if the payment were asked for now; refuses what asking would refuse. Only reads. */
export async function previewPayment(
  service: Service,
  { caller, accountId, body }: Omit<PaymentToRequest, "key">,
): Promise<Preview> {
  const { database: db, clock } = service;
  const { organizationId } = caller;
  const checked = checkRequest(service, body);
  const { amountMinor } = checked;
  refuseAboveLimit(caller, amountMinor);
  await refuseAboveDayLimit(service, db, { caller, amountMinor });
  const account = accountId.toLowerCase() as AccountId;
  // A uuid by its schema; the look-up finds out whether it names a recipient.
  const recipientId = body.recipientId.toLowerCase() as RecipientId;
  await refuseAccount(db, organizationId, account);
  const method = body.paymentMethod;
  const payee = await payeeOf(db, organizationId, { recipientId, method });
  const request = await instructionOf(service, db, { caller, account, recipientId, body, checked });
  const { rule, approversRequired, feeMinor, routingId, coolingOffHours } = await presentTerms(
    db,
    organizationId,
    request,
  );
  const approvers = await possibleApprovers(service, organizationId, { request, rule });
  const { available_minor: availableMinor } = await availableOn(db, organizationId, account);
  const totalMinor = amountMinor + feeMinor;
  const covers = availableMinor >= totalMinor;
  const now = clock.now();
  const coolsUntil = coolingOffEnd(payee, { routingId, coolingOffHours, now });
  const paidAt = request.due_at !== null && request.due_at > now ? request.due_at : now;
  return {
    preview: true,
    rule: { name: rule.name, description: ruleInWords(rule) },
    numberOfApproversRequired: approversRequired,
    requesterMayApprove: rule.allowSelfApproval,
    steps: rule.steps.map((step) => ({ approvals: step.approvals, approvers: namesOf(step, approvers) })),
    leavesAt: handOverAt(method, paidAt).toISOString(),
    estimatedDeliveryDate: estimatedDeliveryAt(method, paidAt).toISOString(),
    fee: dollarsFromMinor(feeMinor),
    availableBalance: dollarsFromMinor(availableMinor),
    balanceAfter: covers ? dollarsFromMinor(availableMinor - totalMinor) : null,
    warnings: [
      ...(covers
        ? []
        : [
            warning(
              "insufficientFunds",
              `The available balance is ${formatUsd(availableMinor)} USD: it must cover ${feeMinor > 0n ? "the payment and its fee" : "the payment"} when it is approved`,
            ),
          ]),
      ...(progressOf(rule.steps, approvers.map(approverOf)).isComplete
        ? []
        : [warning("notEnoughApprovers", "Not enough people may approve it now: add approvers, or change the rule")]),
      ...(coolsUntil === undefined
        ? []
        : [
            warning(
              "bankDetailsCoolingOff",
              `The bank details of ${payee.name} changed lately: payments to them leave from ${coolsUntil.toISOString()}`,
            ),
          ]),
      ...payeeWarnings(payee, now),
      ...(await duplicateWarnings(service, organizationId, request)),
    ],
  };
}

type Warning = Preview["warnings"][number];
const warning = (code: Warning["code"], message: string): Warning => ({ code, message });

/** Everybody who, apart from the order of steps, may approve it now. */
async function possibleApprovers(
  { database }: Service,
  organizationId: OrganizationId,
  { request, rule }: { request: Instruction; rule: ApprovalRule },
): Promise<readonly Person[]> {
  const people = await listPeople(database, organizationId);
  const userIds = people.map((person) => person.user_id);
  const limits = await limitMap(database, organizationId, { accountId: request.account_id, userIds });
  return people.filter(
    (person) => barOf(person, { request, terms: { rule }, limitMinor: limits.get(person.user_id) }) === undefined,
  );
}

const namesOf = (step: RuleStep, approvers: readonly Person[]) =>
  approvers
    .filter((person) => mayApproveStep(step, approverOf(person)))
    .map((person) => ({ userId: person.user_id, name: `${person.first_name} ${person.last_name}` }));

/** Until when changed bank details cannot be paid to, if that is later than now. */
function coolingOffEnd(
  { first_changed_routing_id: firstChange }: Payee,
  { routingId, coolingOffHours, now }: { routingId: RoutingId | null; coolingOffHours: number; now: Date },
): Date | undefined {
  // Ids rise: everything since the first change is one.
  if (routingId === null || firstChange === null || routingId < firstChange) return undefined;
  const until = coolingOffEndsAt(routingId, coolingOffHours);
  return until > now ? until : undefined;
}

function payeeWarnings(payee: Payee, now: Date): readonly Warning[] {
  if (payee.date_last_paid === null) return [warning("neverPaid", `${payee.name} was never paid before`)];
  const young = payee.routing_since !== null && payee.routing_since > plusMs(now, -DETAILS_YOUNG_MS);
  return young
    ? [warning("bankDetailsChanged", `The bank details of ${payee.name} changed less than three days ago`)]
    : [];
}

async function duplicateWarnings(
  { database, clock }: Service,
  organizationId: OrganizationId,
  request: Instruction,
): Promise<readonly Warning[]> {
  const like = await likeIt(database, organizationId, { request, since: plusMs(clock.now(), -DAY_MS) });
  return like === undefined
    ? []
    : [
        warning(
          "possibleDuplicate",
          `The ${like.kind} ${like.id} is for the same recipient, account, amount and method`,
        ),
      ];
}
