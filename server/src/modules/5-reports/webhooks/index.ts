/**
 * Webhooks: events sent to the organizations' endpoints.
 *
 * Guarantees (decisions R9, R10): every event that an active endpoint wants is delivered to it at least once, with the
 * same id and bytes on each attempt, in order per transaction or account, and retried for three days; nothing is sent
 * to an address that is not public (in sandbox mode, or loopback); no endpoint delays another; a secret is shown once
 * and stored sealed.
 */

export {
  type Courier,
  createWebhookCourier,
  deliveryMetrics,
  nextWebhookStopAt,
  runWebhookDeliveries,
} from "./delivery/courier.ts";
export { SHARE_OF_QUICK } from "./delivery/courier-shares.ts";
export { type EventDeliveryRow, findDeliveriesOfEvents } from "./delivery/deliveries.queries.ts";
export { deliveryContract } from "./delivery/delivery-contract.ts";
export { deliveryStates } from "./delivery/delivery-states.ts";
export { endpointStates } from "./endpoints/endpoint-states.ts";
export { troubledEndpoints } from "./endpoints/endpoints.queries.ts";
export { webhookSenderOptionsOf, webhookUrlRulesOf } from "./endpoints/webhook.ts";
export { webhookActionRoutes } from "./endpoints/webhook-actions.routes.ts";
export { webhookUrlLengthMax, webhookUrlProblem } from "./endpoints/webhook-url.ts";
export { webhookRoutes } from "./endpoints/webhooks.routes.ts";
export { type EventRelay, runWebhookFanOut } from "./filter/fan-out.ts";
export { createGuardedFetch } from "./sender/guarded-fetch.ts";
export { createSender, type Sender } from "./sender/guarded-sender.ts";
export { webhookRefusals } from "./webhook-refusals.ts";
