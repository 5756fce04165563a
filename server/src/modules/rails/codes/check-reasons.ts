import type { ReasonCode } from "./reason-code.ts";

/**
 * Why a check is not paid. What its life at our side and in the post gives has codes of our own, `CK-` and a word. What the bank
 * it is presented to gives has the letter of ANSI X9.100-187, Return Reason, behind `CK-`: a letter alone says too little
 * in a transaction's reason.
 */
export interface CheckReason extends ReasonCode {
  /** Who ends the check: we, the post, or the bank that would have paid it. */
  readonly by: "issuer" | "post" | "bank";
}

type Row = readonly [code: string, title: string, meaning: string];

const rows = (by: CheckReason["by"], table: readonly Row[]): readonly CheckReason[] =>
  table.map(([code, title, meaning]) => Object.freeze({ code, title, meaning, by }));

export const checkReasons: readonly CheckReason[] = [
  ...rows("issuer", [
    ["CK-STOP", "Stopped", "payment of the check was stopped at the sender's request before it was cashed"],
    ["CK-VOID", "Voided", "the check was made void before it was mailed"],
    [
      "CK-STALE",
      "Not cashed in time",
      "nobody cashed the check within 180 days, after which no bank need pay it (UCC § 4-404)",
    ],
    ["CK-PRINT", "Could not be printed", "the printer refused the check"],
  ]),
  ...rows("post", [
    ["CK-MAIL", "Returned by the post", "the Postal Service could not deliver the check to the address given"],
    ["CK-LOST", "Lost in the post", "the check was mailed and never arrived"],
  ]),
  ...rows("bank", [
    ["CK-A", "Not sufficient funds", "the account's available balance did not cover the check"],
    ["CK-B", "Uncollected funds", "the account holds enough, but of deposits that are not collected yet"],
    ["CK-C", "Stop payment", "the bank had an order to stop payment of the check"],
    ["CK-D", "Closed account", "the account the check is drawn on has been closed"],
    ["CK-E", "Unable to locate account", "the bank found no account of that number"],
    ["CK-F", "Frozen or blocked account", "the account the check is drawn on is frozen"],
    ["CK-G", "Stale dated", "the check's date is too far in the past"],
    ["CK-H", "Post dated", "the check's date is still to come"],
    ["CK-I", "Endorsement missing", "the payee did not sign the back of the check"],
    ["CK-J", "Endorsement irregular", "the signature on the back is not the payee's"],
    ["CK-K", "Signature missing", "the check is not signed"],
    ["CK-L", "Signature irregular", "the signature is not one the bank knows"],
    ["CK-M", "Non-cash item", "the paper is not a check the bank can cash"],
    ["CK-N", "Altered or fictitious", "the check was altered or is a forgery"],
    ["CK-O", "Unable to process", "the bank could not process the check"],
    ["CK-P", "Amount above stated maximum", "the amount is above the maximum printed on the check"],
    ["CK-Q", "Not authorized", "the account holder did not authorize the check, or positive pay did not match it"],
    ["CK-R", "Branch or account sold", "the branch or the account was sold to another bank"],
    ["CK-S", "Refer to maker", "the bank does not pay and refers the payee to whoever wrote the check"],
    ["CK-U", "Unusable image", "the image of the check cannot be read"],
    ["CK-W", "Cannot determine amount", "the amount in words and the one in figures do not agree, or cannot be read"],
    ["CK-Y", "Duplicate presentment", "the check had been paid before"],
  ]),
];
