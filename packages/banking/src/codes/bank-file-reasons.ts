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
    meaning: "the payment was made while the bank connection was in rehearsal, so it was not sent",
  },
  {
    code: "BF-LIMIT",
    title: "Above the connection's limit",
    meaning: "the amount is above the limit that is set for payments over this bank connection",
  },
  {
    code: "BF-AMOUNT",
    title: "Amount too large",
    meaning:
      "the amount is above what one payment may carry: $99,999,999.99 by ACH, $10,000,000.00 in real time, and $9,999,999,999.99 by wire",
  },
  {
    code: "BF-NAME",
    title: "Name cannot be written",
    meaning: "the file's characters cannot represent the recipient's name; add a name in Latin letters",
  },
  {
    code: "BF-DETAILS",
    title: "Bank details incomplete",
    meaning:
      "the recipient's bank details lack what the method needs: a valid routing number and account number, the account type for ACH, or an IBAN and a SWIFT code",
  },
  {
    code: "BF-ADDRESS",
    title: "Address cannot be used",
    meaning:
      "a wire needs town (35 characters) and country in Latin letters, and a street of 70 at most; a check needs a US mailing address; correct it",
  },
  {
    code: "BF-RULES",
    title: "Against the network's rules",
    meaning:
      "the payment breaks a rule of its network, for example with a memo or a name that the network does not accept",
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
    code: "BF-ACCOUNT",
    title: "Account not validated",
    meaning:
      "a bank said that the bank details do not lead to an account of the recipient; correct them, and pay again",
  },
  {
    code: "BF-AMOUNTS",
    title: "Amounts not confirmed",
    meaning: "the recipient entered wrong amounts three times; check the bank details with them, and try again",
  },
  {
    code: "BF-UNVERIFIED",
    title: "Nothing entered in time",
    meaning: "the recipient did not enter the amounts of the deposits within fourteen days; remind them, and try again",
  },
  {
    code: "BF-UNSENT",
    title: "Deposits not made",
    meaning: "the deposits did not reach the recipient's bank; try again",
  },
  {
    code: "BF-REVERSED",
    title: "Reversed at your request",
    meaning: "the bank reversed the payment at your request, and the money is back",
  },
  {
    code: "BF-TWICE",
    title: "May be back twice",
    meaning: "the payment came back while its reversal was on its way",
  },
  {
    code: "BF-ABROAD",
    title: "Recipient outside the United States",
    meaning: "it would need an international ACH entry (IAT), which is not supported; send an international wire",
  },
];
