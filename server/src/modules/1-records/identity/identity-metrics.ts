import type { Metrics } from "#kernel/process/metrics.ts";
import type { WrongCredentialsOptions } from "./wrong-credentials.ts";

/** Counts requests with a wrong token or session. */
export function identityMetrics(metrics: Metrics): Pick<WrongCredentialsOptions, "observe"> {
  const wrong = metrics.counter({
    name: "bursar_wrong_credentials_total",
    help: "Requests with a token or session that does not exist or no longer works. throttled: beyond the limit of their network.",
    labelNames: ["outcome"],
  });
  for (const outcome of ["refused", "throttled"]) wrong.inc({ outcome }, 0);
  return { observe: (outcome) => wrong.inc({ outcome }) };
}
