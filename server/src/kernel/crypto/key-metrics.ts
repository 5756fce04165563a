import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import { countRevocations } from "./key-revocations.queries.ts";

/** Organizations whose keys are revoked or destroyed. */
export function keyMetrics({ database }: Pick<Service, "database">, metrics: Metrics): void {
  const revoked = metrics.gauge({
    name: "bursar_revoked_keys",
    help: "Organizations whose encryption keys an operator has revoked, by state: revoked (they can be restored) or destroyed. Their payments do not leave.",
    labelNames: ["state"],
  });
  metrics.onScrape(async () => {
    const counted = await countRevocations(database);
    revoked.set({ state: "revoked" }, Number(counted.revoked));
    revoked.set({ state: "destroyed" }, Number(counted.destroyed));
  });
}
