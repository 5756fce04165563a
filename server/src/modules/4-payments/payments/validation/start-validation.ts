import { randomInt } from "node:crypto";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { findUnserved, listConnections } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { listAccountBalances } from "#money/accounts";
import {
  findContacts,
  findPayee,
  lastEditorsOf,
  openDeposits,
  type Payee,
  refuseRecipient,
  refuseValidation,
  requireUnvalidated,
  type Validation,
  validationOf,
} from "#money/recipients";
import { type Caller, readCutOffs } from "#records/identity";
import { findUsersWithPermission, personOf } from "#records/people";
import { refusePayment } from "../payment-refusals.ts";
import { createPayments } from "../send/create-payments.queries.ts";
import { refusalOf } from "../send/decision-refusal.ts";
import { refuseUnverified } from "../send/pay-approved.ts";
import { withoutCaller } from "../send/payment.ts";
import { preparePayment } from "../send/prepare-payment.ts";
import { traceAcceptance } from "../send/trace-acceptance.ts";

/** Prescribed for micro-entries (Nacha Operating Rules, section 2.7, since September 16, 2022). */
const DESCRIPTION = "ACCTVERIFY";
const NOTE = "Micro-deposit that validates the recipient's account";
/** Each deposit is below a dollar. Cents. */
const DEPOSIT_MAX = 99;

/**
 * The accounts whose ACH connection offers micro-deposits. In the sandbox, its bank serves an account without a connection
 * from the first payment on, and offers them.
 */
export async function accountsWithMicroDeposits(
  { config }: Pick<Service, "config">,
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly AccountId[]> {
  const offered = (await listConnections(db, organizationId)).flatMap((connection) =>
    connection.rail === "ach" && connection.state === "live" && connection.railSettings.microDeposits === true
      ? connection.accountIds
      : [],
  );
  if (config.mode !== "sandbox") return offered;
  const paying = (await listAccountBalances(db, organizationId)).filter(
    ({ kind, status }) => kind !== "treasury" && status === "active",
  );
  const accountIds = paying.map(({ accountId }) => accountId);
  return [...offered, ...(await findUnserved(db, organizationId, { accountIds, rail: "ach" }))];
}

/**
 * Whether the user last changed the details that are to be validated, so that another one has to start it: otherwise one
 * person alone could move money to a destination of their choosing. Not where nobody else could.
 */
export async function isOwnChangeOnly(
  db: Queryable,
  { caller, payee }: { readonly caller: Caller; readonly payee: Payee },
): Promise<boolean> {
  const { organizationId, userId } = personOf(caller);
  const editorsOf = await lastEditorsOf(db, organizationId, [payee.recipient_id]);
  const way = { recipientId: payee.recipient_id, method: "ach", routingMethod: payee.routing_method } as const;
  const editors = editorsOf(way);
  if (editors === undefined) throw refuseRecipient("bankDetailsUnverified");
  if (!editors.has(userId)) return false;
  return (await findUsersWithPermission(db, organizationId, "approvePayments")).some((other) => other !== userId);
}

/** Two different amounts that nobody can guess. Cents. */
function chooseAmounts(): readonly [bigint, bigint] {
  const first = randomInt(1, DEPOSIT_MAX + 1);
  const other = randomInt(1, DEPOSIT_MAX);
  const second = other < first ? other : other + 1;
  assert(first !== second && second <= DEPOSIT_MAX, "the deposits differ, and each is below a dollar");
  return [BigInt(first), BigInt(second)];
}

/**
 * Sends two deposits to a recipient's ACH details and emails the recipient the link on which they enter the amounts. Both
 * payments, the attempt, and the email are committed together.
 */
export async function startValidation(
  service: Service,
  {
    caller,
    recipientId,
    accountId,
    email,
  }: {
    readonly caller: Caller;
    readonly recipientId: string;
    readonly accountId: string;
    readonly email: string | null;
  },
): Promise<Validation> {
  const { organizationId, userId } = personOf(caller);
  return service.database.transaction(async (tx) => {
    const payee = await findPayee(tx, organizationId, { recipientId, method: "ach" });
    if (payee?.status !== "active") throw notFound("recipient");
    const { name, routing_id: routingId } = payee;
    if (routingId === null)
      throw refusePayment("recipientCannotReceive", { details: { recipient: name, paymentMethod: "ach" } });
    const payer = (await accountsWithMicroDeposits(service, tx, organizationId)).find(
      (id) => id === accountId.toLowerCase(),
    );
    if (payer === undefined) throw refuseValidation("microDepositsNotOffered");
    if (await isOwnChangeOnly(tx, { caller, payee })) throw refuseValidation("ownBankDetails");
    const [contact] = email === null ? await findContacts(tx, organizationId, [payee.recipient_id]) : [];
    const address = email ?? contact?.email;
    if (address === undefined) throw refuseValidation("noAddressForVerification");
    const paid = { organizationId, recipientId: payee.recipient_id, method: "ach", routingId } as const;
    await refuseUnverified(service, tx, paid);
    const cutOffs = (await readCutOffs(tx, organizationId)).get(payer);
    const payments = chooseAmounts().map((amountMinor) =>
      preparePayment(service, {
        ...withoutCaller,
        organizationId,
        accountId: payer,
        recipientId: payee.recipient_id,
        method: "ach",
        amountMinor,
        externalMemo: null,
        note: NOTE,
        achFields: { companyEntryDescription: DESCRIPTION },
        userId,
        cutOffs,
      }),
    );
    const [first, second] = payments;
    assert(first !== undefined && second !== undefined, "there are two deposits");
    // Money first, then what refers to it: the order of locks in which answers of banks move both.
    const decisions = await createPayments(service, tx, payments, newYorkDay(first.createdAt));
    for (const decision of decisions) {
      assert(decision.outcome !== "replayed", "a deposit has no key");
      if (decision.outcome !== "accepted") throw refusalOf(decision, first);
      // Changed since it was read above.
      if (decision.routingId !== routingId)
        throw refuseValidation("accountValidationOpen", { details: { state: "being changed" } });
    }
    await requireUnvalidated(service, tx, paid);
    await openDeposits(service, tx, {
      caller,
      email: address,
      name,
      accountId: payer,
      recipientId: payee.recipient_id,
      routingId,
      deposits: [first, second],
    });
    tx.afterCommit(() => payments.forEach(traceAcceptance));
    return present(await validationOf(service, tx, { organizationId, routingId }), "it was just started");
  });
}
