import { timesOf } from "bursar-banking/calendar/account-cut-offs";
import { findServingConnection, findUnserved } from "#bank/exchange";
import { railOf } from "#bank/file-rails";
import { assert, present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { Payee } from "#money/recipients";
import { refusalsToPay, refusePayment } from "#payments/payments";
import { readCutOffs } from "#records/identity";
import { approvableOf } from "../requests/approvable.ts";
import type { Instruction, Terms } from "../requests/approved-terms.ts";
import { type Preview, warningCodes } from "../requests/preview-schema.ts";
import { availableOn } from "../risk/available.queries.ts";
import { detailsYoungSince, haveDetailsChanged } from "../risk/changed-details.ts";
import { isFirstPayment } from "../risk/risks-of-case.ts";
import { findSimilarPayment } from "./preview.queries.ts";

/** A reason to review the payment before it is requested or approved. */
export type Warning = Preview["warnings"][number];
const warning = (code: Warning["code"], message: string): Warning => ({ code, message });

/** The part of a preview that an approver sees, too. */
export type Outlook = Pick<
  Preview,
  "leavesAt" | "estimatedDeliveryDate" | "fee" | "availableBalance" | "balanceAfter" | "warnings"
>;

interface Looked {
  readonly request: Instruction;
  readonly terms: Pick<Terms, "payee" | "routingId" | "feeMinor" | "coolingOffHours">;
  /** Whether enough users could approve it now, or none need to. */
  readonly canBeApproved: boolean;
  /** What would prevent payment now. */
  readonly obstacles: readonly Warning[];
}

/** What would happen if the request were released now, or on its date: for the requester and the approver. */
export async function outlookOf(
  service: Service,
  organizationId: OrganizationId,
  { request, terms, canBeApproved, obstacles }: Looked,
): Promise<Outlook> {
  const { database, clock } = service;
  const { available_minor: availableMinor } = await availableOn(database, organizationId, request.account_id);
  const { payee, feeMinor } = terms;
  const totalMinor = request.amount_minor + feeMinor;
  const now = clock.now();
  // A scheduled payment leaves on its day, however early it is approved.
  const paidAt = request.due_at !== null && request.due_at > now ? request.due_at : now;
  const { method, account_id: accountId, amount_minor: amountMinor } = request;
  const cutOffs = (await readCutOffs(database, organizationId)).get(accountId);
  // A transfer between the organization's accounts arrives immediately.
  const times =
    method === null
      ? { handOverAt: paidAt, estimatedDeliveryAt: paidAt }
      : timesOf({ method, amountMinor, acceptedAt: paidAt, settlement: request.ach_fields?.settlement }, cutOffs);
  return {
    leavesAt: times.handOverAt.toISOString(),
    estimatedDeliveryDate: times.estimatedDeliveryAt.toISOString(),
    fee: dollarsFromMinor(feeMinor),
    availableBalance: dollarsFromMinor(availableMinor),
    balanceAfter: availableMinor >= totalMinor ? dollarsFromMinor(availableMinor - totalMinor) : null,
    warnings: [
      ...obstacles,
      ...(canBeApproved
        ? []
        : [warning("notEnoughApprovers", "Not enough users may approve it now. Add approvers, or change the rule")]),
      ...(await bankWarnings(service, organizationId, request)),
      ...(payee === undefined ? [] : payeeWarnings(payee, detailsYoungSince(now, terms.coolingOffHours))),
      // The duplicate guard has already named the earlier payment: one warning is enough.
      ...(obstacles.some(({ code }) => code === "duplicatePayment")
        ? []
        : await duplicateWarnings(service, organizationId, request)),
    ],
  };
}

/** The same for a request that exists. */
export async function outlookOfRequest(
  service: Service,
  organizationId: OrganizationId,
  found: Omit<Looked, "obstacles">,
): Promise<Outlook> {
  const { request, terms } = found;
  const refusals =
    request.kind === "payment"
      ? await refusalsToPay(service, service.database, approvableOf(organizationId, request, terms))
      : await refusalsToTransfer(service, organizationId, request);
  return outlookOf(service, organizationId, { ...found, obstacles: refusals.map(notPayable) });
}

/** Only funds: create_payments, which gives the reasons for payments, makes no transfers (ADR 0030). */
async function refusalsToTransfer(
  { database }: Service,
  organizationId: OrganizationId,
  { account_id: accountId, amount_minor: amount }: Instruction,
): Promise<readonly Refusal[]> {
  const { available_minor: availableBalance } = await availableOn(database, organizationId, accountId);
  return availableBalance < amount
    ? [refusePayment("insufficientFunds", { details: { availableBalance, amount } })]
    : [];
}

/** Why a request could not be paid if it were approved now. */
export const notPayable = (refusal: Refusal): Warning => warningOf("Cannot be paid now", refusal);

/** Why a payment could not be sent directly. */
export const notSendable = (refusal: Refusal): Warning => warningOf("Would be rejected", refusal);

/** Every refusal of a payment must have a warning of the same code; a missing one is a bug. */
function warningOf(prefix: string, { code, message }: Refusal): Warning {
  const warningCode = warningCodes.find((each) => each === code);
  return warning(present(warningCode, `a warning can have the code ${code}`), `${prefix}: ${message}`);
}

/** Until a connection is live, nothing is sent. In a sandbox, an account that has none gets a simulated one when it pays. */
async function bankWarnings(
  { config, database: db }: Service,
  organizationId: OrganizationId,
  { account_id: accountId, method }: Instruction,
): Promise<readonly Warning[]> {
  if (method === null) return [];
  const rail = railOf(method);
  const serving = await findServingConnection(db, organizationId, { accountId, rail });
  assert(serving === undefined || serving.rail === rail, "a payment goes over a connection of its rail");
  if (serving?.state === "live") return [];
  if (serving !== undefined)
    return [
      warning(
        "bankConnectionInRehearsal",
        `${serving.name} is in rehearsal: the payment is written into a file, is not sent, and fails`,
      ),
    ];
  const [unserved] = await findUnserved(db, organizationId, { accountIds: [accountId], rail });
  if (config.mode === "sandbox" && unserved !== undefined) return [];
  return [
    warning(
      "noLiveBankConnection",
      "No bank connection is live for this account and payment method yet: the payment waits until one is",
    ),
  ];
}

/** A first payment, or bank details that changed recently: common signs of invoice fraud. */
function payeeWarnings(payee: Payee, youngSince: Date): readonly Warning[] {
  return [
    ...(isFirstPayment(payee) ? [warning("neverPaid", `${payee.name} has never been paid before`)] : []),
    ...(haveDetailsChanged(payee, youngSince)
      ? [warning("bankDetailsChanged", `The name or bank details of ${payee.name} changed recently`)]
      : []),
  ];
}

/**
 * The duplicate guard does not apply to requests (decision P7), so the requester and the approvers are warned instead.
 */
async function duplicateWarnings(
  { database, clock }: Service,
  organizationId: OrganizationId,
  request: Instruction,
): Promise<readonly Warning[]> {
  if (request.kind === "transfer") return [];
  const like = await findSimilarPayment(database, organizationId, { request, since: plusMs(clock.now(), -DAY_MS) });
  return like === undefined
    ? []
    : [
        warning(
          "possibleDuplicate",
          `${like.kind === "request" ? "Another open request" : "A payment of the last 24 hours"} has the same recipient, account, amount, and method`,
        ),
      ];
}
