import { assert } from "../assert.ts";

/**
 * What to do about a payment that failed. `correctDetails`: the recipient's details are wrong; `askRecipient`: only the
 * recipient knows; `payAgain`: nothing has to change; `review`: a person has to find out something first.
 */
export const remedyKinds = ["payAgain", "correctDetails", "askRecipient", "review"] as const;
export type RemedyKind = (typeof remedyKinds)[number];

export interface Remedy {
  readonly kind: RemedyKind;
  /** Why, in one sentence. */
  readonly why: string;
}

/** Reasons for which something else helps than for `UNKNOWN`, by what helps. */
const table: readonly (readonly [kind: RemedyKind, why: string, codes: readonly string[]])[] = [
  [
    "correctDetails",
    "The recipient's account is closed or has moved to another bank, so a payment to the same details would fail again.",
    ["R02", "R12", "AC04", "AC07"],
  ],
  [
    "correctDetails",
    "The bank found no such account of this recipient, so the account number or the name needs to be corrected.",
    ["R03", "R04", "R22", "AC01", "AC03", "BE01", "BE06", "BE17", "TK01", "BF-DETAILS"],
  ],
  [
    "correctDetails",
    "The recipient's account does not accept this kind of payment, so it needs another account or another method.",
    ["R20", "AC14", "AG01", "AG03", "NOAT", "AC11"],
  ],
  [
    "correctDetails",
    "The routing number or bank code is wrong, so a payment to the same details would fail again.",
    ["R13", "R28", "RC01", "RC02", "RC04"],
  ],
  [
    "correctDetails",
    "The recipient's address is missing or wrong, so it needs to be corrected before the payment is made again.",
    ["BE04", "RR03", "BE11", "CK-MAIL", "BF-ADDRESS"],
  ],
  [
    "correctDetails",
    "The bank cannot use the recipient's name as it is written, so it needs to be corrected.",
    ["BF-NAME"],
  ],
  [
    "correctDetails",
    "The recipient's bank answered with other bank details; confirm them with the recipient before you pay again.",
    ["BF-PRENOTE"],
  ],
  [
    "correctDetails",
    "A bank said that the details do not lead to an account of the recipient, so they need to be corrected.",
    ["BF-ACCOUNT"],
  ],
  ["askRecipient", "The recipient's account is blocked, so ask the recipient for another account.", ["AC06"]],
  [
    "askRecipient",
    "The recipient refused the payment, so ask them why before you pay again.",
    ["R23", "UPAY", "MS02", "NOAS", "AM09"],
  ],
  [
    "askRecipient",
    "The recipient did not endorse the check as their bank requires, so ask how they want to be paid.",
    ["CK-I", "CK-J"],
  ],
  [
    "payAgain",
    "The balance did not cover the payment, so it can be made again once there is enough money in the account.",
    ["R01", "R09", "AM04", "CK-A", "CK-B"],
  ],
  [
    "payAgain",
    "The bank or the network could not process the payment at that time; nothing is wrong with it.",
    ["AB05", "AB06", "AB08", "AB09", "DS24", "ED05", "TM01", "9909", "9910", "9912", "9934", "9948"],
  ],
  [
    "payAgain",
    "The recipient's bank cannot receive this kind of payment, so pay by another method.",
    ["R30", "R32", "R34", "R36", "9947", "BF-ABROAD"],
  ],
  [
    "payAgain",
    "The check was not cashed and can no longer be, so another payment can replace it.",
    ["CK-STALE", "CK-LOST", "CK-PRINT", "CK-VOID", "CK-STOP", "CK-C", "CK-G"],
  ],
  [
    "payAgain",
    "The file with the payment was not processed; nothing is wrong with the payment.",
    ["BF-REJECTED", "BF-DISMISSED"],
  ],
  [
    "payAgain",
    "The payment came back because your side requested it, so pay again only if it is still owed.",
    ["R06", "CUST", "FOCR"],
  ],
  [
    "review",
    "The bank took it for a repetition of an earlier payment, so check whether the recipient has been paid.",
    ["R24", "DUPL", "AM05", "CK-Y"],
  ],
  [
    "review",
    "The recipient or the account holder has died, so find out who may be paid instead.",
    ["R14", "R15", "MD07"],
  ],
  [
    "review",
    "Sanctions, fraud, or a legal order may be the reason, so ask your bank before you pay again.",
    ["R16", "R17", "FRAD", "LEGL", "RR04", "SC-LIST", "SC-FRAUD"],
  ],
  [
    "review",
    "The amount is above a limit, so another method or a higher limit is needed.",
    ["AM02", "AM13", "AM14", "CK-P", "SC-LIMIT", "BF-LIMIT", "BF-AMOUNT"],
  ],
  [
    "payAgain",
    "Nothing was sent because the bank connection was in rehearsal, so pay again once it is live.",
    ["BF-REHEARSAL"],
  ],
  [
    "review",
    "The stored payment was changed outside the service, so ask your operator before you pay again.",
    ["BF-CHANGED"],
  ],
  [
    "review",
    "The bank could not read the payment as it was sent, so ask your bank or operator before you pay again.",
    ["R18", "R19", "R21", "R25", "R26", "R27", "AG02", "DT01", "FF02", "FF08", "BF-RULES"],
  ],
];

const byCode: ReadonlyMap<string, Remedy> = new Map(
  table.flatMap(([kind, why, codes]) => codes.map((code) => [code, Object.freeze({ kind, why })] as const)),
);
assert(byCode.size === table.reduce((sum, [, , codes]) => sum + codes.length, 0), "no reason code has two remedies");

/** The codes that have a remedy of their own. */
export const remediedCodes: readonly string[] = [...byCode.keys()];

const UNKNOWN: Remedy = Object.freeze({
  kind: "askRecipient",
  why: "The reason does not say what has to change, so check the details with the recipient before you pay again.",
});

/** What helps after this reason, which begins with its code if it has one: `R03: No account …`. */
export const remedyFor = (reason: string): Remedy => byCode.get(reason.split(":", 1)[0] ?? "") ?? UNKNOWN;
