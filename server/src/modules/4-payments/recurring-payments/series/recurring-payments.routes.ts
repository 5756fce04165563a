import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, OneOf, object, PageSchema } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { pathMember, sentBodyOf } from "#kernel/updates/updates.ts";
import { requestTurns } from "#payments/approvals";
import { type Caller, callerOf } from "#records/identity";
import type { RecurringRow } from "./recurring-payment.ts";
import { findRecurring, pageOfRecurring, recurringKey } from "./recurring-payments.queries.ts";
import {
  NewRecurringPayment,
  RecurringPaymentChange,
  type RecurringPaymentDetails,
  RecurringPaymentDetailsSchema,
  RecurringPaymentSchema,
} from "./recurring-schemas.ts";
import { recurringStates } from "./recurring-states.ts";
import { renderDetails, renderRecurringPayments } from "./render-recurring.ts";
import { changeRecurringPayment, createRecurringPayment, stopRecurringPayment } from "./save-recurring-payment.ts";

const tags = ["Dashboard"];
/** Reading and changing take the permissions that requests for payments take. */
export const READS = { scope: "person", permission: "fetchSendMoneyRequests" } as const;
export const CHANGES = { scope: "person", permission: "requestSendMoney" } as const;
export const recurringParams = idParams("recurringPaymentId", "The recurring payment.");

/** What a request for the payment would be refused for. */
const requestRefusals = [
  "resourceNotFound",
  "accountCannotPay",
  "recipientNotFound",
  "recipientCannotReceive",
  "recipientNameUnwritable",
] as const;

/** Payments that repeat, each occurrence with its own approval request (ADR 0074). */
export function seriesRoutes(app: Api, service: Service): void {
  createRoute(app, service);
  listRoute(app, service);
  getRoute(app, service);
  changeRoute(app, service);
  stopRoute(app, service);
}

const example = {
  accountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11",
  recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
  amount: 4_200,
  paymentMethod: "ach",
  externalMemo: "Rent",
  frequency: "lastBusinessDay",
  startOn: "2026-12-01",
} as const;
// PATCH shows the first member.
const { accountId, recipientId, ...terms } = example;

/** A change of a recurring payment: its work runs once per key. The response shows the result, with names as they are. */
export async function changeOnce(
  service: Service,
  { request, reply, operation, target = {} }: OneChange,
  work: (tx: Tx, caller: Caller) => Promise<RecurringRow>,
): Promise<RecurringPaymentDetails> {
  const caller = callerOf(request);
  const { organizationId } = caller;
  // Validated by the route's schema.
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | null };
  const instruction = {
    organizationId,
    operation,
    key: idempotencyKeyOf(request, body),
    body: { ...sentBodyOf(request, body), ...target },
  };
  const inTurn = requestTurns(service.database, organizationId);
  const answer = await inTurn(() =>
    idempotently<RecurringPaymentDetails>(service, instruction, async (tx) => {
      return { statusCode: 200, body: await renderDetails(tx, organizationId, await work(tx, caller)) };
    }),
  );
  if (answer.replayed) reply.header("idempotent-replayed", "true");
  return answer.body;
}

interface OneChange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: string;
  /** The members of the path. */
  readonly target?: Readonly<Record<string, unknown>>;
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/recurring-payments",
    {
      config: { ...CHANGES, refusals: [...requestRefusals, "tooManyRecurringPayments"] },
      schema: {
        operationId: "createRecurringPayment",
        summary: "Set up a recurring payment",
        description:
          "Each occurrence becomes an approval request of its own, a week before the banking day on which it is paid, with the same rules, limits, and approvals as any other request. The requester is the user who last edited the recurring payment.",
        tags,
        body: { ...NewRecurringPayment, examples: [example] },
        response: { 200: RecurringPaymentDetailsSchema },
      },
    },
    (request, reply) => {
      const { idempotencyKey: _, ...input } = request.body;
      return changeOnce(service, { request, reply, operation: "createRecurringPayment" }, (tx, caller) =>
        createRecurringPayment(service, tx, { caller, input }),
      );
    },
  );
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/recurring-payments",
    {
      config: { ...READS, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listRecurringPayments",
        summary: "List recurring payments",
        description: "In the order in which they were set up.",
        tags,
        querystring: object({
          state: Type.Optional(OneOf(recurringStates.states, "Only this state; every state by default.")),
          ...cursorParameters,
        }),
        response: {
          200: object(
            {
              recurringPayments: Type.Array(RecurringPaymentSchema, { description: "The page." }),
              page: PageSchema,
            },
            { title: "RecurringPaymentList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database } = service;
      const { state, ...cursors } = request.query;
      const keyset = await keysetOf(cursors, {
        column: recurringKey,
        exists: async (id) => (await findRecurring(database, organizationId, id)) !== undefined,
      });
      const found = await pageOfRecurring(database, organizationId, { state, keyset });
      const { rows, page } = keyset.finish(found, (row) => row.recurring_payment_id);
      return { recurringPayments: await renderRecurringPayments(database, organizationId, rows), page };
    },
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/recurring-payments/:recurringPaymentId",
    {
      config: { ...READS, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getRecurringPayment",
        summary: "Get a recurring payment",
        description: "With its next occurrences.",
        tags,
        params: recurringParams,
        response: { 200: RecurringPaymentDetailsSchema },
      },
    },
    (request) => getRecurring(service, callerOf(request), request.params.recurringPaymentId),
  );
}

async function getRecurring({ database }: Service, { organizationId }: Caller, id: string) {
  const row = await findRecurring(database, organizationId, id);
  if (row === undefined) throw notFound("recurring payment");
  return renderDetails(database, organizationId, row);
}

function changeRoute(app: Api, service: Service): void {
  app.post(
    "/recurring-payments/:recurringPaymentId",
    {
      config: {
        ...CHANGES,
        refusals: [...requestRefusals, "recurringPaymentChanged", "recurringPaymentClosed"],
        updates: {
          schema: RecurringPaymentDetailsSchema,
          operation: "updateRecurringPayment",
          replaces: true,
          patch: "patchRecurringPayment",
          read: (request) => getRecurring(service, callerOf(request), pathMember(request, "recurringPaymentId")),
        },
      },
      schema: {
        operationId: "updateRecurringPayment",
        summary: "Change a recurring payment",
        description:
          "Replaces terms and schedule from the next occurrence on, and makes the caller the requester. Requests that were already made keep their terms. A changed schedule restores skipped occurrences. PATCH keeps what is omitted.",
        tags,
        params: recurringParams,
        body: { ...RecurringPaymentChange, examples: [{ ...terms, accountId, recipientId, version: 1 }] },
        response: { 200: RecurringPaymentDetailsSchema },
      },
    },
    (request, reply) => {
      const { recurringPaymentId: id } = request.params;
      const { idempotencyKey: _, ...change } = request.body;
      const keeps = request.method === "PATCH";
      const call = { request, reply, operation: "updateRecurringPayment", target: { recurringPaymentId: id } };
      return changeOnce(service, call, (tx, caller) =>
        changeRecurringPayment(service, tx, { caller, id, change, keeps }),
      );
    },
  );
}

function stopRoute(app: Api, service: Service): void {
  app.post(
    "/recurring-payments/:recurringPaymentId/stop",
    {
      config: { ...CHANGES, refusals: ["resourceNotFound", "recurringPaymentClosed"] },
      schema: {
        operationId: "stopRecurringPayment",
        summary: "Stop a recurring payment",
        description:
          "No further payment is requested. Requests that were already made remain, and can be withdrawn. Stopping it again changes nothing.",
        tags,
        params: recurringParams,
        response: { 200: RecurringPaymentDetailsSchema },
      },
    },
    (request, reply) => {
      const { recurringPaymentId: id } = request.params;
      const call = { request, reply, operation: "stopRecurringPayment", target: { recurringPaymentId: id } };
      return changeOnce(service, call, (tx, caller) => stopRecurringPayment(service, tx, { caller, id }));
    },
  );
}
