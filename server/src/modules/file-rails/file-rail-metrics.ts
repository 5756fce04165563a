import type { Metrics } from "../../kernel/process/metrics.ts";
import type { Service } from "../../kernel/process/service.ts";
import { countOpenNotices } from "./notices/notices.queries.ts";
import { countWaitingOrders } from "./orders/orders.queries.ts";

/** Counts payments that no bank can receive yet. */
export function fileRailMetrics(service: Pick<Service, "database">, metrics: Metrics): void {
  const waiting = metrics.gauge({
    name: "bursar_payments_without_bank",
    help: "Payments that wait because their accounts have no bank connection for their rail.",
  });
  const notices = metrics.gauge({
    name: "bursar_bank_notices_open",
    help: "Notices of banks that a person has to act on.",
  });
  metrics.onScrape(async () => notices.set(Number((await countOpenNotices(service.database)).total)));
  metrics.onScrape(async () => waiting.set(Number((await countWaitingOrders(service.database)).orders)));
}
