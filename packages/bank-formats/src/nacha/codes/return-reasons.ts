/**
 * ACH return reason codes (Nacha Operating Rules, Appendix Four 4.2) in current use. Withdrawn codes (R63–R66, now R69)
 * and unassigned ones are omitted; R90 (sanctions) takes effect on March 17, 2028. Time limits: Article Three 3.8 and
 * 3.13, Appendix Four 4.3. Most returns of credits are R02–R04, R16, R20, and R23.
 */
export interface NachaReturnReason {
  /** As the bank writes it: `R01`. */
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** One sentence for the payer, without the period. */
  readonly meaning: string;
  /** What the originator should do, as a sentence. */
  readonly action: string;
  /** What it can return: a payment to the receiver, a debit from the receiver, either, or another return. */
  readonly returns: "credits" | "debits" | "any" | "enrollments" | "returnEntries";
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

const tryAgain =
  "Contact the customer, or send the same debit again: at most twice, within 180 days, described RETRY PYMT.";
const askForDetails = "Send nothing more to this account. Get the right details from the receiver, and check them.";
const fixRouting = "Correct the routing number, and send the payment again.";
const fixFile =
  "Correct the field that the bank names, and send the payment again. If all entries fail, call the bank.";
const stopDebits = "Debit this account no more without a new authorization. Resolve the claim with the customer.";
const correctDebit = "Correct the error, and send the debit again within 60 days; the authorization remains valid.";
const stopPayments = "Send nothing more to this account. Contact the estate or the family.";
const askBank = "Send nothing more to this account. Ask your bank what it needs; sanctions may be the reason.";
const askReceiver = "Ask the receiver why before sending anything again.";
const checkDuplicate = "Check whether the payment was sent twice. If it was not, ask your bank to dispute the return.";
const checkPaidTwice = "Check whether the check itself was paid. If it was, do not collect again.";
const otherWay = "Pay or collect in another way, such as a wire or a check.";
const wrongClass = "Use an entry class that allows this direction for this kind of account.";
const wrongClassIat = "Send the payment as an IAT entry with the addresses that sanctions screening needs.";
const recordReturn = "Record the return. No other action is needed.";
const fixEnrollment = "Correct the enrollment, and submit it again.";
const askAgency = "Ask the agency why it refused the enrollment.";
const returnDishonored =
  "The originator's bank disputes the return. The receiver's bank accepts, or contests within two banking days.";
const returnContested = "The receiver's bank insists on its return. The banks settle this outside of the network.";

type Row = readonly [code: string, title: string, meaning: string, action: string];

const rows = (
  returns: NachaReturnReason["returns"],
  timeFrame: ReturnTimeFrame,
  table: readonly Row[],
): readonly NachaReturnReason[] =>
  table.map(([code, title, meaning, action]) => Object.freeze({ code, title, meaning, action, returns, timeFrame }));

export const nachaReturnReasons: readonly NachaReturnReason[] = [
  ...rows("any", inTwoDays, [
    [
      "R02",
      "Account closed",
      "the account was previously open and has been closed by its holder or its bank",
      askForDetails,
    ],
    [
      "R03",
      "No account or unable to locate account",
      "the number has a valid structure but does not match an open account, or not the named person",
      askForDetails,
    ],
    [
      "R04",
      "Invalid account number structure",
      "the account number is not valid at that bank: wrong length or check digit",
      askForDetails,
    ],
    ["R12", "Account sold to another bank", "the branch that held the account was sold to another bank", askForDetails],
    [
      "R14",
      "Representative payee deceased or unable to continue",
      "the person who received payments for another has died or can no longer do so",
      stopPayments,
    ],
    [
      "R15",
      "Beneficiary or account holder deceased",
      "the person the money was for, or the holder of the account, has died",
      stopPayments,
    ],
    [
      "R16",
      "Account frozen or entry returned on OFAC instruction",
      "the account is frozen by its bank or by law, or sanctions forbid the entry",
      askBank,
    ],
    [
      "R17",
      "File record edit criteria or questionable entry",
      "the bank cannot process a field, or believes that an entry with a wrong account number was sent to defraud",
      askBank,
    ],
    ["R20", "Non-transaction account", "the account type does not accept this kind of payment", askForDetails],
    ["R21", "Invalid company identification", "the bank does not accept the sender's company identification", fixFile],
    [
      "R22",
      "Invalid individual identification number",
      "the receiver's identification number does not match the bank's records",
      askForDetails,
    ],
    ["R24", "Duplicate entry", "the bank has received the same entry before", checkDuplicate],
  ]),
  ...rows("any", nextFile, [
    [
      "R13",
      "Invalid ACH routing number",
      "the routing number does not belong to a bank that accepts ACH entries",
      fixRouting,
    ],
    ["R18", "Improper effective entry date", "the operator cannot process the effective date of the batch", fixFile],
    [
      "R19",
      "Amount field error",
      "the amount is not a number, or is not zero in an entry that must have none",
      fixFile,
    ],
    ["R25", "Addenda error", "the addenda records are missing, too many, out of order, or malformed", fixFile],
    ["R26", "Mandatory field error", "a mandatory field is empty or wrong", fixFile],
    ["R27", "Trace number error", "the trace numbers of the entry and its addenda do not match", fixFile],
    ["R28", "Routing number check digit error", "the check digit of the routing number is wrong", fixRouting],
    [
      "R30",
      "Bank does not participate in check truncation",
      "the receiving bank does not participate in the check truncation program",
      otherWay,
    ],
    ["R32", "Receiving bank cannot settle", "the receiving bank is not able to settle the entry", otherWay],
    [
      "R34",
      "Limited participation",
      "a supervisor has limited the receiving bank's participation in the network",
      otherWay,
    ],
  ]),
  ...rows("any", agreed, [
    [
      "R06",
      "Returned at the sending bank's request",
      "the sending bank requested the entry back and the receiving bank agreed",
      recordReturn,
    ],
  ]),
  ...rows("credits", refusal, [
    [
      "R23",
      "Credit refused by receiver",
      "the payee does not want the payment: wrong amount, unknown sender, litigation or overpayment",
      askReceiver,
    ],
  ]),
  ...rows("credits", nextFile, [
    ["R36", "Improper credit entry", "entries of this class may not be credits", wrongClass],
  ]),
  ...rows("debits", inTwoDays, [
    ["R01", "Insufficient funds", "the account's available balance did not cover the amount", tryAgain],
    ["R08", "Payment stopped", "the account holder has stopped this payment", askReceiver],
    [
      "R09",
      "Uncollected funds",
      "the account's balance consists of deposits that have not been collected yet",
      tryAgain,
    ],
    [
      "R29",
      "Corporate customer advises not authorized",
      "the business that holds the account did not authorize the entry",
      stopDebits,
    ],
    [
      "R39",
      "Improper source document or source document presented",
      "the check behind the entry is not eligible, or was itself presented",
      checkPaidTwice,
    ],
    [
      "R50",
      "State law affecting RCK acceptance",
      "the law of the receiving bank's state does not allow the check to be re-presented electronically",
      otherWay,
    ],
  ]),
  ...rows("debits", inSixtyDays, [
    [
      "R05",
      "Unauthorized debit to consumer account",
      "a corporate entry class was used on a consumer's account without authorization",
      stopDebits,
    ],
    [
      "R07",
      "Authorization revoked by customer",
      "the customer authorized the entry and later revoked the authorization",
      stopDebits,
    ],
    [
      "R10",
      "Originator not known or not authorized",
      "the customer does not know the sender or never authorized the debit",
      stopDebits,
    ],
    [
      "R11",
      "Entry not in accordance with the authorization",
      "the authorization covers another amount, date, or kind of entry",
      correctDebit,
    ],
    ["R33", "Return of XCK entry", "the bank returns a destroyed-check entry at its discretion", otherWay],
    ["R37", "Source document presented for payment", "the check behind the entry was also presented", checkPaidTwice],
    ["R38", "Stop payment on source document", "the check behind the entry had been stopped", askReceiver],
    [
      "R51",
      "Re-presented check ineligible",
      "the check behind the entry could not be re-presented: no notice, altered, or not genuine",
      otherWay,
    ],
    ["R52", "Stop payment on re-presented check", "the check behind the entry had been stopped", askReceiver],
    [
      "R53",
      "Check and its re-presentment both presented",
      "the check and its entry were both presented",
      checkPaidTwice,
    ],
  ]),
  ...rows("debits", agreed, [
    [
      "R31",
      "Permissible return entry",
      "the sending bank agreed to accept a late return of a corporate debit",
      recordReturn,
    ],
  ]),
  ...rows("debits", nextFile, [
    ["R35", "Improper debit entry", "entries of this class, or to this kind of account, may not be debits", wrongClass],
  ]),
  ...rows("enrollments", inTwoDays, [
    ["R40", "Enrollment returned by federal agency", "the agency returned the enrollment at its discretion", askAgency],
    ["R41", "Invalid transaction code in enrollment", "the enrollment's transaction code is wrong", fixEnrollment],
    [
      "R42",
      "Routing number error in enrollment",
      "the enrollment's routing number or its check digit is wrong",
      fixEnrollment,
    ],
    ["R43", "Invalid account number in enrollment", "the enrollment's account number is wrong", fixEnrollment],
    [
      "R44",
      "Invalid identification number in enrollment",
      "the agency's records hold another identification number",
      fixEnrollment,
    ],
    ["R45", "Invalid name in enrollment", "the agency's records hold another name", fixEnrollment],
    [
      "R46",
      "Invalid representative payee indicator",
      "the indicator is missing or is not what the agency's records say",
      fixEnrollment,
    ],
    ["R47", "Duplicate enrollment", "the enrollment was already received", recordReturn],
  ]),
  ...rows("returnEntries", inFiveDays, [
    ["R61", "Misrouted return", "the return was sent to the wrong bank", returnDishonored],
    [
      "R62",
      "Return of erroneous or reversing debit",
      "a reversal left the receiver with money not meant for them",
      returnDishonored,
    ],
    ["R67", "Duplicate return", "the entry had been returned before", returnDishonored],
    ["R68", "Untimely return", "the return arrived after its deadline", returnDishonored],
    [
      "R69",
      "Field error in return",
      "the return does not repeat the original entry's fields correctly",
      returnDishonored,
    ],
    [
      "R70",
      "Permissible return not accepted",
      "the return claims an agreement that the sending bank did not make",
      returnDishonored,
    ],
  ]),
  ...rows("returnEntries", inTwoDays, [
    ["R71", "Misrouted dishonored return", "the dishonored return was sent to the wrong bank", returnContested],
    ["R72", "Untimely dishonored return", "the dishonored return arrived after its deadline", returnContested],
    ["R73", "Timely original return", "the original return was sent in time", returnContested],
    ["R74", "Corrected return", "the return is sent again with its fields corrected", recordReturn],
    ["R75", "Return not a duplicate", "the original return was the only one", returnContested],
    ["R76", "No errors found", "the original return did not have these errors", returnContested],
    [
      "R77",
      "Dishonored return not accepted",
      "both entries were returned, or the money cannot be recovered from the receiver",
      returnContested,
    ],
  ]),
  ...rows("any", nextFile, [
    [
      "R80",
      "International entry coding error",
      "a country, currency or bank code of the international entry is wrong",
      fixFile,
    ],
    [
      "R81",
      "Gateway does not participate",
      "the gateway has no agreement to carry this bank's international entries",
      askBank,
    ],
    [
      "R82",
      "Invalid foreign bank identification",
      "the foreign bank cannot be found by the identification given",
      askForDetails,
    ],
    [
      "R83",
      "Foreign bank unable to settle",
      "the payment could not be settled in the foreign payment system",
      otherWay,
    ],
    [
      "R84",
      "Entry not processed by gateway",
      "the gateway did not process the entry: too risky, or not possible in the foreign payment system",
      askBank,
    ],
    [
      "R85",
      "International payment coded as domestic",
      "the payment is international, but its entry class lacks the data for sanctions screening",
      wrongClassIat,
    ],
  ]),
].toSorted((left, right) => left.code.localeCompare(right.code, "en"));

const byCode: ReadonlyMap<string, NachaReturnReason> = new Map(
  nachaReturnReasons.map((reason) => [reason.code, reason]),
);

/** The reason of a code; undefined if the rules do not have it. */
export const returnReasonOf = (code: string): NachaReturnReason | undefined => byCode.get(code);

const numberOf = (code: string): number => Number(code.slice(1));

/** R61, R62, and R67–R70: the originator's bank disputes a return. */
export const isDishonoredReturnCode = (code: string): boolean =>
  byCode.has(code) && numberOf(code) >= 61 && numberOf(code) <= 70;

/** R71–R77: the receiver's bank insists on its return. */
export const isContestedReturnCode = (code: string): boolean =>
  byCode.has(code) && numberOf(code) >= 71 && numberOf(code) <= 77;
