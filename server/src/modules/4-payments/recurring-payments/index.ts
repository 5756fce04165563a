/**
 * Payments that repeat, and what is scheduled for the days to come.
 *
 * Guarantees: each occurrence is requested exactly once, in the order of days, or its recurring payment says why it was
 * not; an occurrence is an approval request like any other, so a recurring payment moves no money without the approvals
 * that its occurrences require; who saved its terms cannot approve them; requests already made keep their terms.
 */
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { scheduledRoutes } from "./forecast/scheduled-payments.routes.ts";
import { occurrenceRoutes } from "./occurrences/occurrences.routes.ts";
import { seriesRoutes } from "./series/recurring-payments.routes.ts";

export { occurrenceStates } from "./occurrences/occurrence-states.ts";
export { occurrencesOfRequests } from "./occurrences/occurrences.queries.ts";
export {
  nextRecurringPaymentAt,
  recurringMetrics,
  runRecurringPayments,
} from "./occurrences/run-recurring-payments.ts";
export { recurringRefusals } from "./recurring-refusals.ts";
export { recurringStates } from "./series/recurring-states.ts";
export { createRecurringPayment } from "./series/save-recurring-payment.ts";

export function recurringPaymentRoutes(app: Api, service: Service): void {
  scheduledRoutes(app, service);
  seriesRoutes(app, service);
  occurrenceRoutes(app, service);
}
