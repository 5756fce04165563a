import type { ReasonCode } from "./reason-code.ts";

/**
 * ACH return reason codes (Nacha Operating Rules, Appendix Four) in current use; withdrawn codes (R63–R66) and
 * unassigned ones are omitted. Our payments are credits, so most returns are R02–R04, R16, R20, and R23; debit codes
 * are included because a bank's file may contain any code.
 */
export interface NachaReturnReason extends ReasonCode {
  /** What it can return: a payment to the receiver, a debit from the receiver, either, or another return. */
  readonly returns: "credits" | "debits" | "any" | "enrolments" | "returnEntries";
  readonly timeFrame: ReturnTimeFrame;
}

/**
 * The time limit, counted from the settlement of the entry (of the return, for codes that answer a return). `nextFile`:
 * an ACH operator or bank finds it during processing and returns it with its next file. `agreed`: when the two banks
 * agree. `refusal`: as soon as the receiver has refused it.
 */
export type ReturnTimeFrame =
  | { readonly unit: "bankingDays" | "calendarDays"; readonly count: number }
  | { readonly unit: "nextFile" | "agreed" | "refusal" };

const inTwoDays = { unit: "bankingDays", count: 2 } as const;
const inFiveDays = { unit: "bankingDays", count: 5 } as const;
const inSixtyDays = { unit: "calendarDays", count: 60 } as const;
const nextFile = { unit: "nextFile" } as const;
const agreed = { unit: "agreed" } as const;
const refusal = { unit: "refusal" } as const;

type Row = readonly [code: string, title: string, meaning: string];

const rows = (
  returns: NachaReturnReason["returns"],
  timeFrame: ReturnTimeFrame,
  table: readonly Row[],
): readonly NachaReturnReason[] =>
  table.map(([code, title, meaning]) => Object.freeze({ code, title, meaning, returns, timeFrame }));

export const nachaReturnReasons: readonly NachaReturnReason[] = [
  ...rows("any", inTwoDays, [
    ["R02", "Account closed", "the account was previously open and has been closed by its holder or its bank"],
    [
      "R03",
      "No account or unable to locate account",
      "the number has a valid structure but does not match an open account, or not the named person",
    ],
    [
      "R04",
      "Invalid account number structure",
      "the account number is not valid at that bank: wrong length or check digit",
    ],
    ["R12", "Account sold to another bank", "the branch that held the account was sold to another bank"],
    [
      "R14",
      "Representative payee deceased or unable to continue",
      "the person who received payments for another has died or can no longer do so",
    ],
    [
      "R15",
      "Beneficiary or account holder deceased",
      "the person the money was for, or the holder of the account, has died",
    ],
    [
      "R16",
      "Account frozen or entry returned on OFAC instruction",
      "the account is frozen by its bank or by law, or sanctions forbid the entry",
    ],
    [
      "R17",
      "File record edit criteria or questionable entry",
      "the bank cannot process a field, or believes that an entry with a wrong account number was sent to defraud",
    ],
    ["R20", "Non-transaction account", "the account type does not accept this kind of payment"],
    ["R21", "Invalid company identification", "the bank does not accept the sender's company identification"],
    [
      "R22",
      "Invalid individual identification number",
      "the receiver's identification number does not match the bank's records",
    ],
    ["R24", "Duplicate entry", "the bank has received the same entry before"],
  ]),
  ...rows("any", nextFile, [
    ["R13", "Invalid ACH routing number", "the routing number does not belong to a bank that accepts ACH entries"],
    ["R18", "Improper effective entry date", "the operator cannot process the effective date of the batch"],
    ["R19", "Amount field error", "the amount is not a number, or is not zero in an entry that must have none"],
    ["R25", "Addenda error", "the addenda records are missing, too many, out of order, or malformed"],
    ["R26", "Mandatory field error", "a mandatory field is empty or wrong"],
    ["R27", "Trace number error", "the trace numbers of the entry and its addenda do not match"],
    ["R28", "Routing number check digit error", "the check digit of the routing number is wrong"],
    [
      "R30",
      "Bank does not participate in check truncation",
      "the receiving bank does not participate in the check truncation program",
    ],
    ["R32", "Receiving bank cannot settle", "the receiving bank is not able to settle the entry"],
    ["R34", "Limited participation", "a supervisor has limited the receiving bank's participation in the network"],
  ]),
  ...rows("any", agreed, [
    [
      "R06",
      "Returned at the sending bank's request",
      "the sending bank requested the entry back and the receiving bank agreed",
    ],
  ]),
  ...rows("credits", refusal, [
    [
      "R23",
      "Credit refused by receiver",
      "the payee does not want the payment: wrong amount, unknown sender, litigation or overpayment",
    ],
  ]),
  ...rows("credits", nextFile, [["R36", "Improper credit entry", "entries of this class may not be credits"]]),
  ...rows("debits", inTwoDays, [
    ["R01", "Insufficient funds", "the account's available balance did not cover the amount"],
    ["R08", "Payment stopped", "the account holder has stopped this payment"],
    ["R09", "Uncollected funds", "the account's balance consists of deposits that have not been collected yet"],
    [
      "R29",
      "Corporate customer advises not authorized",
      "the business that holds the account did not authorize the entry",
    ],
    [
      "R39",
      "Improper source document or source document presented",
      "the check behind the entry is not eligible, or was itself presented",
    ],
    [
      "R50",
      "State law affecting RCK acceptance",
      "the law of the receiving bank's state does not allow the check to be re-presented electronically",
    ],
  ]),
  ...rows("debits", inSixtyDays, [
    [
      "R05",
      "Unauthorized debit to consumer account",
      "a corporate entry class was used on a consumer's account without authorization",
    ],
    [
      "R07",
      "Authorization revoked by customer",
      "the customer authorized the entry and later revoked the authorization",
    ],
    [
      "R10",
      "Originator not known or not authorized",
      "the customer does not know the sender or never authorized the debit",
    ],
    [
      "R11",
      "Entry not in accordance with the authorization",
      "the authorization covers another amount, date, or kind of entry",
    ],
    ["R33", "Return of XCK entry", "the bank returns a destroyed-check entry at its discretion"],
    ["R37", "Source document presented for payment", "the check behind the entry was also presented"],
    ["R38", "Stop payment on source document", "the check behind the entry had been stopped"],
    [
      "R51",
      "Re-presented check ineligible",
      "the check behind the entry could not be re-presented: no notice, altered, or not genuine",
    ],
    ["R52", "Stop payment on re-presented check", "the check behind the entry had been stopped"],
    ["R53", "Check and its re-presentment both presented", "the check and its entry were both presented"],
  ]),
  ...rows("debits", agreed, [
    ["R31", "Permissible return entry", "the sending bank agreed to accept a late return of a corporate debit"],
  ]),
  ...rows("debits", nextFile, [
    ["R35", "Improper debit entry", "entries of this class, or to this kind of account, may not be debits"],
  ]),
  ...rows("enrolments", inTwoDays, [
    ["R40", "Enrollment returned by federal agency", "the agency returned the enrollment at its discretion"],
    ["R41", "Invalid transaction code in enrollment", "the enrollment's transaction code is wrong"],
    ["R42", "Routing number error in enrollment", "the enrollment's routing number or its check digit is wrong"],
    ["R43", "Invalid account number in enrollment", "the enrollment's account number is wrong"],
    ["R44", "Invalid identification number in enrollment", "the agency's records hold another identification number"],
    ["R45", "Invalid name in enrollment", "the agency's records hold another name"],
    [
      "R46",
      "Invalid representative payee indicator",
      "the indicator is missing or is not what the agency's records say",
    ],
    ["R47", "Duplicate enrollment", "the enrollment was already received"],
  ]),
  ...rows("returnEntries", inFiveDays, [
    ["R61", "Misrouted return", "the return was sent to the wrong bank"],
    ["R62", "Return of erroneous or reversing debit", "a reversal left the receiver with money not meant for them"],
    ["R67", "Duplicate return", "the entry had been returned before"],
    ["R68", "Untimely return", "the return arrived after its deadline"],
    ["R69", "Field error in return", "the return does not repeat the original entry's fields correctly"],
    ["R70", "Permissible return not accepted", "the return claims an agreement that the sending bank did not make"],
  ]),
  ...rows("returnEntries", inTwoDays, [
    ["R71", "Misrouted dishonored return", "the dishonored return was sent to the wrong bank"],
    ["R72", "Untimely dishonored return", "the dishonored return arrived after its deadline"],
    ["R73", "Timely original return", "the original return was sent in time"],
    ["R74", "Corrected return", "the return is sent again with its fields corrected"],
    ["R75", "Return not a duplicate", "the original return was the only one"],
    ["R76", "No errors found", "the original return did not have these errors"],
    [
      "R77",
      "Dishonored return not accepted",
      "both entries were returned, or the money cannot be recovered from the receiver",
    ],
  ]),
  ...rows("any", nextFile, [
    ["R80", "International entry coding error", "a country, currency or bank code of the international entry is wrong"],
    ["R81", "Gateway does not participate", "the gateway has no agreement to carry this bank's international entries"],
    ["R82", "Invalid foreign bank identification", "the foreign bank cannot be found by the identification given"],
    ["R83", "Foreign bank unable to settle", "the payment could not be settled in the foreign payment system"],
    [
      "R84",
      "Entry not processed by gateway",
      "the gateway did not process the entry: too risky, or not possible in the foreign payment system",
    ],
    [
      "R85",
      "International payment coded as domestic",
      "the payment is international, but its entry class lacks the data for sanctions screening",
    ],
  ]),
].toSorted((left, right) => left.code.localeCompare(right.code, "en"));
