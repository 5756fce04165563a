import { assert } from "../../../kernel/assert.ts";
import { checkReasons } from "./check-reasons.ts";
import { isoStatusReasons } from "./iso20022-status-reasons.ts";
import { nachaReturnReasons } from "./nacha-return-reasons.ts";
import type { ReasonCode } from "./reason-code.ts";
import { screeningReasons } from "./screening-reasons.ts";

/** Every reason of every rail; no code appears twice. */
export const allReasons: readonly ReasonCode[] = [
  ...nachaReturnReasons,
  ...isoStatusReasons,
  ...checkReasons,
  ...screeningReasons,
];

const byCode: ReadonlyMap<string, ReasonCode> = new Map(
  allReasons.map(({ code, title, meaning }) => [code, Object.freeze({ code, title, meaning })]),
);
assert(byCode.size === allReasons.length, "no reason code appears twice");

/** What the code means, whichever rail gave it; undefined for a code in none of the tables. */
export const describeReason = (code: string): ReasonCode | undefined => byCode.get(code);

/**
 * What a person reads as the reason: `R02: Account closed — the account was open once and has been …`. A code in none of the
 * tables is shown as it came: banks add codes before we learn of them, and that must not stop an answer.
 */
export function reasonText(code: string): string {
  const reason = describeReason(code);
  return reason === undefined
    ? `${code}: the bank gave this code without an explanation`
    : `${code}: ${reason.title} — ${reason.meaning}`;
}
