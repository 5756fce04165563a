/**
 * Webhooks: events sent to the organisations' own endpoints. Owns webhook_endpoints, webhook_deliveries and
 * webhook_attempts; reads the view account_balances.
 *
 * Promises (decisions R9, R10): every event an active endpoint wants is delivered to it at least once, with the same id and
 * the same bytes on each attempt, in order per transaction or account, retried for three days; nothing is sent to an address
 * that is not public (sandbox mode: nor loopback); no endpoint delays another; a secret is told once and stored sealed.
 */
export {
  type Courier,
  type CourierOptions,
  createWebhookCourier,
  nextWebhookDueAt,
  runWebhookDeliveries,
} from "./courier.ts";
export { type EventDeliveryRow, findDeliveriesOfEvents } from "./deliveries.queries.ts";
export { deliveryContract } from "./delivery-contract.ts";
export { type TroubledEndpoint, troubledEndpoints } from "./endpoints.queries.ts";
export { runWebhookFanOut } from "./fan-out.ts";
export { createSender, type Sender, type SenderOptions } from "./guarded-sender.ts";
export { resealWebhookSecrets } from "./reseal-secrets.ts";
export { webhookSenderOptionsOf } from "./webhook.ts";
export { webhookActionRoutes } from "./webhook-actions.routes.ts";
export { webhookRefusals } from "./webhook-refusals.ts";
export { webhookRoutes } from "./webhooks.routes.ts";
