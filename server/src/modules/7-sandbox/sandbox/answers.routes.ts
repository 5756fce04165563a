import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import type { Api } from "#kernel/http/api.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { getTransaction, renderOne, type Transaction, TransactionSchema } from "#payments/payments";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import type { SandboxRail } from "./sandbox-rail.ts";
import { AnswerBodySchema, NoBodySchema } from "./sandbox-schemas.ts";
import { simulateBankAnswer } from "./simulate-bank-answer.ts";
import { simulateReturn } from "./simulate-return.ts";

const tags = ["Sandbox"];

const answers = [
  {
    verb: "settle",
    outcome: "confirmed",
    operationId: "settleTransaction",
    summary: "Confirm a payment",
    from: "pending",
    to: "sent",
  },
  {
    verb: "fail",
    outcome: "rejected",
    operationId: "failTransaction",
    summary: "Reject a payment",
    from: "pending",
    to: "failed",
  },
  {
    verb: "block",
    outcome: "blocked",
    operationId: "blockTransaction",
    summary: "Block a payment",
    from: "pending",
    to: "blocked",
  },
  {
    verb: "return",
    outcome: "returned",
    operationId: "returnTransaction",
    summary: "Return a payment",
    from: "sent",
    to: "reversed",
  },
] as const satisfies readonly {
  verb: string;
  outcome: AnswerOutcome;
  operationId: string;
  summary: string;
  from: string;
  to: string;
}[];

/** Payments move by the bank's answer; deposits and treasury transfers are taken back by another transaction. */
export function answerRoutes(app: Api, service: Service, { bank, scope }: AnswerTools): void {
  for (const { verb, outcome, operationId, summary, from, to } of answers) {
    const undoes = verb === "fail" || verb === "return" ? returnTexts[verb] : undefined;
    app.post(
      `/sandbox/transactions/:transactionId/${verb}`,
      {
        config: {
          scope,
          refusals: [
            "resourceNotFound",
            "notPossibleNow",
            "bankCannotAnswer",
            ...(undoes ? (["alreadyReturned", "depositSpent", "insufficientFunds", "ledgerInDoubt"] as const) : []),
          ],
        },
        schema: {
          operationId,
          summary,
          description: `Makes the simulated bank give this answer now, with the same message that it would send later: a \`${from}\` payment becomes \`${to}\`. It is first submitted if the bank does not have it.${undoes ?? ""}`,
          tags,
          params: object({ transactionId: Uuid("The transaction.") }),
          body:
            outcome === "confirmed"
              ? NoBodySchema
              : { ...AnswerBodySchema, examples: [{ code: outcome === "blocked" ? "SC-LIMIT" : "R03" }] },
          response: { 200: TransactionSchema },
        },
      },
      async (request, reply) => {
        // The route's schema has validated it; the two schemas leave the type too wide.
        const { code } = (request.body ?? {}) as { code?: string };
        const { transactionId } = request.params as { transactionId: string };
        const answer = { caller: callerOf(request), transactionId, outcome, code, operationId };
        const row = await getTransaction(service.database, answer.caller.organizationId, transactionId);
        if (undoes === undefined || row.kind === "outgoingPayment") return answerPayment(service, bank, answer);
        const { body, replayed } = await takeBack(service, { ...answer, key: idempotencyKeyOf(request, null) });
        if (replayed) reply.header("idempotent-replayed", "true");
        return body;
      },
    );
  }
}

interface AnswerTools {
  readonly bank: SandboxRail;
  readonly scope: "sendMoney";
}

const returnTexts = {
  fail: " A `treasuryTransfer` is reversed, as if the custodian had rejected it.",
  return: " A deposit or `treasuryTransfer` is reversed by another transaction, which is the response.",
};

interface AnswerRequest {
  readonly caller: Caller;
  readonly transactionId: string;
  readonly outcome: AnswerOutcome;
  readonly code: string | undefined;
  readonly operationId: string;
}

async function answerPayment(
  service: Service,
  bank: SandboxRail,
  { caller, transactionId, outcome, code }: AnswerRequest,
): Promise<Transaction> {
  const { organizationId } = caller;
  const row = await simulateBankAnswer(service, bank, { organizationId, transactionId, outcome, code });
  return renderOne(service, caller, row);
}

function takeBack(
  service: Service,
  { caller, transactionId, outcome, code, operationId, key }: AnswerRequest & { readonly key: string | undefined },
): Promise<Answer<Transaction>> {
  const { organizationId } = caller;
  const body = { transactionId: transactionId.toLowerCase(), ...(code === undefined ? {} : { code }) };
  const instruction = { organizationId, operation: operationId, key, body };
  return idempotently<Transaction>(service, instruction, async (tx) => {
    const request = { organizationId, transactionId, outcome, code, actor: actorOf(caller) };
    const row = await simulateReturn(service, tx, request);
    return { statusCode: 200, body: await renderOne({ ...service, database: tx }, caller, row) };
  });
}
