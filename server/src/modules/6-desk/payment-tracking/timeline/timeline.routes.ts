import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { transactionStatuses } from "#payments/payments";
import { callerOf } from "#records/identity";
import { nameActors } from "#records/people";
import { deliveryStates } from "#reports/webhooks";
import { transactionActions } from "./allowed-actions.ts";
import { readTimeline } from "./read-timeline.ts";
import { entryKinds, type TimelineEntry } from "./timeline.ts";

const text = (description: string) => Nullable(Type.String({ description }));

const EntrySchema = object(
  {
    at: Timestamp("When it happened."),
    kind: OneOf(entryKinds, "The kind of event."),
    text: Type.String({ description: "What happened, as a sentence." }),
    detail: text("Details: a reason, a number, or a code and its meaning."),
    by: Nullable(
      object(
        {
          type: OneOf(
            ["token", "user", "bank", "operator", "service", "payee", "payer"],
            "The actor's type.",
            "ActorType",
          ),
          id: text("The user or token."),
          name: text("Their name, for callers who may read users."),
        },
        { title: "TimelineActor", description: "Who did it; null if unknown." },
      ),
    ),
    status: Nullable(
      OneOf(transactionStatuses, "The transaction's status after the event; null = unchanged.", "TransactionStatus"),
    ),
    before: text("The previous note or category."),
    after: text("The new note or category."),
    dueAt: Nullable(Timestamp("When a scheduled payment is sent.")),
    fileId: Nullable(Uuid("The bank file, for callers who may read them.")),
    delivery: Nullable(
      object(
        {
          id: Uuid("The delivery."),
          webhookEndpointId: Uuid("The endpoint."),
          eventId: Uuid("The event."),
          state: OneOf(deliveryStates.states, inWords(deliveryStates), "WebhookDeliveryState"),
          attempts: Type.Integer({ description: "How often it was tried." }),
          statusCode: Nullable(Type.Integer({ description: "What the receiver answered last." })),
        },
        { title: "TimelineDelivery", description: "A webhook's delivery, for callers who may read webhooks." },
      ),
    ),
  },
  { title: "TimelineEntry", description: "An event of a transaction." },
);

/** `GET /transaction/{id}/timeline`: everything that happened to it, and what the caller may do with it. */
export function timelineRoutes(app: Api, service: Service): void {
  app.get(
    "/transaction/:transactionId/timeline",
    {
      config: { scope: "fetchTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTransactionTimeline",
        summary: "Get a transaction's timeline",
        description:
          "The request and its reviews, creation, submission, the bank's answers, edits, and webhooks, oldest first; and what the caller may do with the transaction now.",
        tags: ["Transactions"],
        params: object({ transactionId: Uuid("The transaction.") }),
        response: {
          200: object(
            {
              entries: Type.Array(EntrySchema, { description: "Events, oldest first." }),
              allowedActions: Type.Array(OneOf(transactionActions, "An action."), {
                description: "What the caller may do now; the last four in sandbox mode only.",
              }),
              paymentMethod: Nullable(
                OneOf(paymentMethods, "The payment method; null if it is not a payment.", "PaymentMethod"),
              ),
              otherSideId: text("The matching transaction of a transfer, on the other account."),
            },
            { title: "TransactionTimeline" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { entries, allowedActions, paymentMethod, otherSideId } = await readTimeline(
        service,
        caller,
        request.params.transactionId,
      );
      const actors = caller.scopes.has("fetchUsers") ? entries.flatMap(({ by }) => (by ? [by] : [])) : [];
      const nameOf = await nameActors(service.database, caller.organizationId, actors);
      return {
        entries: entries.map((entry) => render(entry, entry.by && nameOf(entry.by))),
        allowedActions: [...allowedActions],
        paymentMethod,
        otherSideId: otherSideId ?? null,
      };
    },
  );
}

const render = (entry: TimelineEntry, name: string | undefined): Static<typeof EntrySchema> => ({
  at: entry.at.toISOString(),
  kind: entry.kind,
  text: entry.text,
  detail: entry.detail ?? null,
  by: entry.by === undefined ? null : { type: entry.by.type, id: entry.by.id ?? null, name: name ?? null },
  status: transactionStatuses.find((status) => status === entry.status) ?? null,
  before: entry.before ?? null,
  after: entry.after ?? null,
  dueAt: entry.dueAt?.toISOString() ?? null,
  fileId: entry.fileId ?? null,
  delivery:
    entry.delivery === undefined
      ? null
      : {
          id: entry.delivery.delivery_id,
          webhookEndpointId: entry.delivery.endpoint_id,
          eventId: entry.delivery.event_id,
          state: entry.delivery.state,
          attempts: entry.delivery.attempts,
          statusCode: entry.delivery.last_status_code,
        },
});
