import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { AttemptRow, DeliveryRow } from "./deliveries.queries.ts";
import { deliveryStates } from "./delivery-states.ts";

/** One attempt, with any outcome. */
const AttemptSchema = object(
  {
    attempt: Type.Integer({ minimum: 1, description: "1 for the first." }),
    attemptedAt: Timestamp("When it was made."),
    outcome: OneOf(
      ["delivered", "failed", "refused"],
      "`refused`: not sent, because the URL or its address is not allowed.",
    ),
    statusCode: Nullable(
      Type.Integer({ description: "The receiver's response status; null if there was no response." }),
    ),
    reason: Nullable(
      Type.String({
        description: "Why it failed, such as `timeout`, `httpStatus`, `tls`, or `privateAddress`.",
      }),
    ),
    durationMs: Type.Integer({ minimum: 0, description: "How long it took." }),
    responseSnippet: Nullable(
      Type.String({
        description: "The start of the response. Only for callers with the scope `createWebhooks`; null for others.",
      }),
    ),
  },
  { title: "WebhookAttempt" },
);

/** A delivery with its attempts (decision R9). */
export const DeliverySchema = object(
  {
    id: Uuid("The delivery."),
    eventId: Uuid("The event: `webhook-id` and `id` of the body."),
    eventType: Nullable(Type.String({ description: "The event's type, such as `transaction.updated`." })),
    resourceId: Uuid("The transaction or account."),
    resourceVersion: Type.Integer({ minimum: 1, description: "Its version." }),
    purpose: OneOf(["event", "resend"], "Sent because it happened, or because you asked again."),
    state: OneOf(deliveryStates.states, inWords(deliveryStates), "WebhookDeliveryState"),
    attempts: Type.Array(AttemptSchema, { description: "Every attempt, oldest first." }),
    createdAt: Timestamp("When it was queued."),
    nextAttemptAt: Nullable(Timestamp("The earliest time of the next attempt; null if there is none.")),
    deliveredAt: Nullable(Timestamp("When it was delivered.")),
  },
  { title: "WebhookDelivery", description: "The delivery of one event to one endpoint." },
);

/** A receiver's response may be internal to its network: only callers who choose where webhooks go may read it. */
export function renderDelivery(
  row: DeliveryRow,
  {
    attempts,
    scopes,
    eventType,
  }: {
    readonly attempts: readonly AttemptRow[];
    readonly scopes: ReadonlySet<string>;
    readonly eventType: string | undefined;
  },
): Static<typeof DeliverySchema> {
  const seesResponses = scopes.has("createWebhooks");
  return {
    id: row.delivery_id,
    eventId: row.event_id,
    eventType: eventType ?? null,
    resourceId: row.resource_id,
    resourceVersion: Number(row.resource_version),
    purpose: row.purpose,
    state: row.state,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      attemptedAt: attempt.attempted_at.toISOString(),
      outcome: attempt.outcome,
      statusCode: attempt.status_code,
      reason: attempt.reason,
      durationMs: attempt.duration_ms,
      responseSnippet: seesResponses ? attempt.response_snippet : null,
    })),
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: deliveryStates.isFinal(row.state) ? null : row.next_attempt_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  };
}
