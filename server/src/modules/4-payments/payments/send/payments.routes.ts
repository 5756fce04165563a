import type { Api } from "#kernel/http/api.ts";
import { asUndocumented, object, previewParameter, Uuid } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf, KeyBodySchema } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { withFreshLinks } from "../edits/attached-files.ts";
import { getTransaction } from "../edits/edit-transaction.ts";
import { cancelPayment } from "../lifecycle/cancel-payment.ts";
import { type Transaction, TransactionSchema } from "../transactions/transaction.ts";
import { renderOneInFull, transactionAsSeenBy } from "../transactions/transaction-details.ts";
import { createPayment, type DirectSendRules, previewDirectSend } from "./create-payment.ts";
import { DirectSendBodySchema } from "./payment-instruction.ts";
import type { PaymentWriter } from "./payment-writer.ts";

const tags = ["Payments"];

/** Routes that make or cancel payments. */
export function paymentRoutes(
  app: Api,
  service: Service,
  tools: { readonly writer: PaymentWriter; readonly rules: DirectSendRules },
): void {
  directSendRoute(app, service, tools);
  previewRoute(app, service, tools.rules);
  cancelRoute(app, service);
}

/** In the order of the checks. */
const directSendRefusals = [
  "internationalWireNotDirect",
  "paymentLimitExceeded",
  "accountNotAllowed",
  "recipientNotAllowed",
  "sameDayUnavailable",
  "sameDayLimitExceeded",
  "sameDayCutOffPassed",
  "approvalRequired",
  "resourceNotFound",
  "accountCannotPay",
  "ledgerInDoubt",
  "recipientNotFound",
  "recipientCannotReceive",
  "recipientNameUnwritable",
  "bankDetailsCoolingOff",
  "duplicatePayment",
  "insufficientFunds",
  "tokenDayLimitExceeded",
  "tokenMonthLimitExceeded",
  "tokenPaymentsPerDayExceeded",
];

const accountParams = object({ accountId: Uuid("The source account.") });
const body = {
  ...DirectSendBodySchema,
  examples: [
    {
      recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
      amount: 125.5,
      paymentMethod: "ach",
      idempotencyKey: "invoice-2026-0042",
      externalMemo: "Invoice 42",
    },
  ],
};

/** What waiting cannot resolve; the other reasons are warnings of the preview. */
const previewRefusals = directSendRefusals.filter(
  (code) =>
    ![
      "sameDayCutOffPassed",
      "approvalRequired",
      "ledgerInDoubt",
      "bankDetailsCoolingOff",
      "duplicatePayment",
      "insufficientFunds",
    ].includes(code),
);

function directSendRoute(
  app: Api,
  service: Service,
  tools: { readonly writer: PaymentWriter; readonly rules: DirectSendRules },
): void {
  app.post(
    "/account/:accountId/transactions",
    {
      config: {
        scope: "sendMoney",
        allowlisted: true,
        refusals: directSendRefusals,
      },
      schema: {
        operationId: "createTransaction",
        summary: "Send a payment",
        description:
          "Pays a saved recipient immediately: the amount is held, the payment is submitted to the bank at the next cut-off and becomes `sent` (or `failed`, `blocked`) when the bank answers. " +
          "Requires a token whose allowlist includes the caller's address. Repeating the idempotency key returns the first response with `Idempotent-Replayed: true` and pays nothing. " +
          "The same recipient, account, amount, and method within the duplicate guard's hours (24 by default) is rejected even with another key. Approval rules do not apply, except those for direct send, which reject what they require to be approved (`approvalRequired`).",
        tags,
        params: accountParams,
        querystring: previewParameter,
        body,
        response: { 200: TransactionSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { accountId } = request.params;
      const instruction = { caller, accountId, body: request.body };
      // Before the idempotency key is read: a preview writes nothing, so it has nothing to replay.
      if (request.query.preview === "true")
        return asUndocumented(await previewDirectSend(service, tools.rules, instruction));
      const { transaction, replayed } = await createPayment(service, tools, {
        ...instruction,
        key: idempotencyKeyOf(request, request.body),
      });
      if (replayed) reply.header("idempotent-replayed", "true");
      return transaction;
    },
  );
}

function previewRoute(app: Api, service: Service, rules: DirectSendRules): void {
  app.post(
    "/account/:accountId/transactions/preview",
    {
      config: { scope: "sendMoney", allowlisted: true, isPreview: true, refusals: previewRefusals },
      schema: {
        operationId: "previewTransaction",
        summary: "Preview a payment",
        description:
          "Sends and writes nothing: the response says what would happen, and for which reasons the payment would be rejected. Takes the body of POST /account/{accountId}/transactions, whose `idempotencyKey` is not used here.",
        tags,
        params: accountParams,
        body,
        response: { 200: rules.previewSchema },
      },
    },
    (request) =>
      previewDirectSend(service, rules, {
        caller: callerOf(request),
        accountId: request.params.accountId,
        body: request.body,
      }),
  );
}

function cancelRoute(app: Api, service: Service): void {
  app.post(
    "/transaction/:transactionId/cancel",
    {
      config: { scope: "sendMoney", refusals: ["resourceNotFound", "alreadyHandedOver", "notCancellable"] },
      schema: {
        operationId: "cancelTransaction",
        summary: "Cancel a payment",
        description:
          "Moves a `pending` payment that was not submitted to the bank yet to `cancelled` and releases the held amount. Rejected once it was submitted.",
        tags,
        params: object({ transactionId: Uuid("The payment.") }),
        body: KeyBodySchema,
        response: { 200: TransactionSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { transactionId } = request.params;
      const instruction = {
        organizationId,
        operation: "cancelTransaction",
        key: idempotencyKeyOf(request, request.body),
        body: { transactionId: transactionId.toLowerCase() },
        // Stored in full and encrypted; each caller sees the part that their scopes allow (ADR 0026).
        show: (transaction: Transaction) => transactionAsSeenBy(caller, withFreshLinks(service, transaction)),
      };
      const answer = await idempotently<Transaction>(service, instruction, async (tx) => {
        // An unknown id is a 404, before anything is locked.
        await getTransaction(tx, organizationId, transactionId);
        await cancelPayment(service, tx, { organizationId, transactionId, actor: actorOf(caller) });
        const row = await getTransaction(tx, organizationId, transactionId);
        return { statusCode: 200, body: await renderOneInFull({ ...service, database: tx }, organizationId, row) };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}
