import type { ReasonCode } from "./reason-code.ts";

/**
 * Why a payment that goes to the bank in a file fails without a network's code: the bank rejected the file, or no file
 * can carry the payment. The codes are ours.
 */
export const bankFileReasons: readonly ReasonCode[] = [
  {
    code: "BF-REJECTED",
    title: "File rejected",
    meaning: "the bank rejected the file that contained the payment, so none of its payments was made",
  },
  {
    code: "BF-DISMISSED",
    title: "File not sent",
    meaning: "a person decided that the file that contained the payment will not be sent to the bank",
  },
  {
    code: "BF-REHEARSAL",
    title: "Rehearsal",
    meaning: "the bank connection is in rehearsal, so the file was written and shown but not sent",
  },
  {
    code: "BF-LIMIT",
    title: "Above the connection's limit",
    meaning: "the amount is above the limit that is set for payments over this bank connection",
  },
  {
    code: "BF-AMOUNT",
    title: "Amount too large",
    meaning: "one ACH entry carries at most $99,999,999.99, less than the amount",
  },
  {
    code: "BF-NAME",
    title: "Name cannot be written",
    meaning: "the file's characters cannot represent the recipient's name; add a name in Latin letters",
  },
  {
    code: "BF-DETAILS",
    title: "Bank details incomplete",
    meaning: "the recipient's ACH details lack a valid routing number, account number, or account type",
  },
  {
    code: "BF-CHANGED",
    title: "Changed outside the service",
    meaning: "the stored instruction for the bank is not the one that was approved, so it was not sent",
  },
  {
    code: "BF-PRENOTE",
    title: "Bank details corrected by a prenote",
    meaning: "the recipient's bank answered a test entry with other bank details; check the recipient, and pay again",
  },
  {
    code: "BF-ABROAD",
    title: "Recipient outside the United States",
    meaning: "it would need an international ACH entry (IAT), which is not supported; send an international wire",
  },
];
