import type { Metrics } from "../../kernel/process/metrics.ts";
import type { Service } from "../../kernel/process/service.ts";
import { countWaitingOrders } from "./orders/orders.queries.ts";

/** Counts payments that no bank can receive yet. */
export function fileRailMetrics(service: Pick<Service, "database">, metrics: Metrics): void {
  const waiting = metrics.gauge({
    name: "bursar_payments_without_bank",
    help: "Payments that wait because their accounts have no bank connection for their rail.",
  });
  metrics.onScrape(async () => waiting.set(Number((await countWaitingOrders(service.database)).orders)));
}
