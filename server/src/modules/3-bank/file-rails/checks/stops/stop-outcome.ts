import type { CheckRunState, CheckState } from "../check-states.ts";

/** `voided`: nothing was printed, so the payment fails. `requested`: the bank has to accept the stop first. */
export const stopOutcomes = ["voided", "requested"] as const;
export type StopOutcome = (typeof stopOutcomes)[number];

/** What a stop does to a check of a run. Undefined: its end is known, so it can no longer be stopped. */
export function stopOutcomeOf(check: CheckState, run: CheckRunState): StopOutcome | undefined {
  if (check !== "numbered" && check !== "mailed") return undefined;
  return run === "numbered" || run === "issued" ? "voided" : "requested";
}
