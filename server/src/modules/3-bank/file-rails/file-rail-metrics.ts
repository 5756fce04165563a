import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { countOpenNotices } from "./notices/notices.queries.ts";
import { countWaitingOrders } from "./orders/orders.queries.ts";
import { countUnknown } from "./transfers/transfers.queries.ts";

/** Counts payments that no bank can receive yet, and those whose outcome no bank has told. */
export function fileRailMetrics(service: Pick<Service, "database">, metrics: Metrics): void {
  const waiting = metrics.gauge({
    name: "bursar_payments_without_bank",
    help: "Payments that wait because their accounts have no bank connection for their rail.",
  });
  const unknown = metrics.gauge({
    name: "bursar_payments_unknown",
    help: "Real-time payments whose outcome is unknown: the bank was asked and has not answered.",
  });
  const notices = metrics.gauge({
    name: "bursar_bank_notices_open",
    help: "Notices of banks that a person has to act on.",
  });
  metrics.onScrape(async () => {
    waiting.set(Number((await countWaitingOrders(service.database)).orders));
    notices.set(Number((await countOpenNotices(service.database)).total));
    unknown.set(Number((await countUnknown(service.database)).transfers));
  });
}
