import type { StatusReason } from "bursar-bank-formats/iso20022";
import { reasonText } from "bursar-banking/codes/describe-reason";

/** The status of a payment that screening stopped, and the ISO reason that comes closest to each of the magic codes. */
export const BLOCKED = "BLCK";

const isoCodes: Readonly<Record<string, string>> = { "SC-LIST": "RR04", "SC-LIMIT": "AM02", "SC-FRAUD": "FRAD" };

/** Why a payment was blocked; the first line begins with the code of screening. */
export const blockedReason = (code: string): StatusReason => ({
  code: isoCodes[code] ?? "NARR",
  lines: [`${code} ${reasonText(code)}`.slice(0, 105).trim()],
});
