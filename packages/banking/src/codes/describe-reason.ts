import { isoStatusReasons } from "bursar-bank-formats/iso20022";
import { nachaReturnReasons } from "bursar-bank-formats/nacha";
import { assert } from "../assert.ts";
import { bankFileReasons } from "./bank-file-reasons.ts";
import { checkReasons } from "./check-reasons.ts";
import type { ReasonCode } from "./reason-code.ts";
import { screeningReasons } from "./screening-reasons.ts";

/** Every reason of every rail; codes are unique. */
export const allReasons: readonly ReasonCode[] = [
  ...nachaReturnReasons,
  ...isoStatusReasons,
  ...checkReasons,
  ...screeningReasons,
  ...bankFileReasons,
];

const byCode: ReadonlyMap<string, ReasonCode> = new Map(
  allReasons.map(({ code, title, meaning }) => [code, Object.freeze({ code, title, meaning })]),
);
assert(byCode.size === allReasons.length, "no reason code appears twice");

/** The meaning of a code on any rail; undefined for an unknown code. */
export const describeReason = (code: string): ReasonCode | undefined => byCode.get(code);

/**
 * The displayed reason: `R02: Account closed — the account was open once and has been …`. An unknown code is shown as
 * received: banks add codes before we learn of them, and that must not block an answer.
 */
export function reasonText(code: string): string {
  const reason = describeReason(code);
  return reason === undefined
    ? `${code}: the bank gave this code without an explanation`
    : `${code}: ${reason.title} — ${reason.meaning}`;
}
