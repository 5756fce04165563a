import type { ReasonCode } from "./reason-code.ts";

/**
 * Why a check is not paid. Reasons on our side and in the mail have our own codes, `CK-` and a word. Reasons of the
 * paying bank are `CK-` and the letter of ANSI X9.100-187, Return Reason: a letter alone says too little in a
 * transaction's reason.
 */
export interface CheckReason extends ReasonCode {
  /** Who ends the check: we, the Postal Service, or the paying bank. */
  readonly by: "issuer" | "post" | "bank";
}

type Row = readonly [code: string, title: string, meaning: string];

const rows = (by: CheckReason["by"], table: readonly Row[]): readonly CheckReason[] =>
  table.map(([code, title, meaning]) => Object.freeze({ code, title, meaning, by }));

export const checkReasons: readonly CheckReason[] = [
  ...rows("issuer", [
    ["CK-STOP", "Stopped", "payment of the check was stopped at the sender's request before it was cashed"],
    ["CK-VOID", "Voided", "the check was voided before it was mailed"],
    [
      "CK-STALE",
      "Not cashed in time",
      "the check was not cashed within 180 days, after which no bank is obliged to pay it (UCC § 4-404)",
    ],
    ["CK-PRINT", "Could not be printed", "the printer rejected the check"],
  ]),
  ...rows("post", [
    ["CK-MAIL", "Undeliverable", "the Postal Service could not deliver the check to the given address"],
    ["CK-LOST", "Lost in the mail", "the check was mailed and never arrived"],
  ]),
  ...rows("bank", [
    ["CK-A", "Not sufficient funds", "the account's available balance did not cover the check"],
    ["CK-B", "Uncollected funds", "the account's balance consists of deposits that have not been collected yet"],
    ["CK-C", "Stop payment", "a stop payment order for the check was in effect"],
    ["CK-D", "Closed account", "the account the check is drawn on has been closed"],
    ["CK-E", "Unable to locate account", "the bank found no account with that number"],
    ["CK-F", "Frozen or blocked account", "the account the check is drawn on is frozen"],
    ["CK-G", "Stale dated", "the check is too old"],
    ["CK-H", "Post dated", "the check's date is in the future"],
    ["CK-I", "Endorsement missing", "the payee did not sign the back of the check"],
    ["CK-J", "Endorsement irregular", "the signature on the back is not the payee's"],
    ["CK-K", "Signature missing", "the check is not signed"],
    ["CK-L", "Signature irregular", "the signature does not match the bank's records"],
    ["CK-M", "Non-cash item", "the paper is not a check the bank can cash"],
    ["CK-N", "Altered or fictitious", "the check was altered or is a forgery"],
    ["CK-O", "Unable to process", "the bank could not process the check"],
    ["CK-P", "Amount above stated maximum", "the amount is above the maximum printed on the check"],
    ["CK-Q", "Not authorized", "the account holder did not authorize the check, or positive pay did not match it"],
    ["CK-R", "Branch or account sold", "the branch or the account was sold to another bank"],
    ["CK-S", "Refer to maker", "the bank does not pay and refers the payee to the drawer of the check"],
    ["CK-U", "Unusable image", "the image of the check cannot be read"],
    ["CK-W", "Cannot determine amount", "the amounts in words and figures do not match, or cannot be read"],
    ["CK-UNPAID", "Returned unpaid", "the bank returned the check without saying why"],
    ["CK-Y", "Duplicate presentment", "the check has already been paid"],
  ]),
];
