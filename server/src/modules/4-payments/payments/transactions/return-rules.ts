/** `failed`: the custodian rejected a treasury transfer. `returned`: money was sent back after it had arrived. */
export type ReturnOutcome = "failed" | "returned";

/** What can still happen to a transaction that was `sent` at once; nothing to one that was returned, or is a return. */
export function returnOutcomesOf(
  { kind, amount_minor: amountMinor }: { readonly kind: string; readonly amount_minor: bigint },
  { isLinked }: { readonly isLinked: boolean },
): readonly ReturnOutcome[] {
  if (isLinked) return [];
  if (kind === "treasuryTransfer") return ["failed", "returned"];
  return kind === "externalTransfer" && amountMinor > 0n ? ["returned"] : [];
}
