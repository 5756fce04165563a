/**
 * Every rule that reading and writing enforce, with its source. "ORF" is Appendix Three (ACH Record Format
 * Specifications) of the Nacha Operating Rules, "App. Four" their appendix on returns and notifications of change.
 * A rule with `tolerance` is skipped by the reader when its caller names that tolerance; all others always apply.
 */
interface Rule {
  /** The rule in words, for an operator who sees a file refused. */
  readonly says: string;
  readonly source: string;
  readonly tolerance?: string;
}

const rule = (says: string, source: string): Rule => ({ says, source });
const tolerable = <const Name extends string>(tolerance: Name, says: string, source: string) => ({
  says,
  source,
  tolerance,
});

const fieldRules = {
  fieldConstant: rule("must have the fixed value", "ORF 3.1"),
  fieldBlank: rule("is mandatory or required and must not be blank", "ORF 3.1.1 (field inclusion)"),
  fieldReserved: tolerable("reservedFields", "is reserved and must be blank", "ORF 3.1.1"),
  fieldCharacters: tolerable("extendedCharacters", "must contain only printable ASCII characters", "ORF 3.1.2"),
  fieldDigits: rule("must be digits, right-justified and padded with zeros", "ORF 3.1.2"),
  fieldValue: rule("is not one of the values that the field allows", "ORF 3.2.2"),
  fieldCase: tolerable("lowerCaseCodes", "must be in capital letters", "ORF 3.1.2"),
  fieldDate: tolerable("unreadableDates", "must be a calendar date as YYMMDD", "ORF 3.2.2"),
  fieldTime: tolerable("unreadableTimes", "must be a time as HHMM from 0000 to 2359", "ORF 3.2.2"),
  fieldJulianDay: tolerable(
    "unreadableSettlementDates",
    "must be a day of the year from 001 to 366",
    "ORF 3.2.2 (Settlement Date)",
  ),
  fieldLength: rule("does not fit into the field", "ORF 3.2"),
  fieldUnknown: rule("is not a field of this record", "ORF 3.2.1"),
  fieldRoutingNumber: tolerable(
    "otherDestinations",
    "must be a routing number with a valid check digit",
    "ORF 3.2.2 (Immediate Destination)",
  ),
} as const;

const fileRules = {
  fileEmpty: tolerable("emptyFile", "the file is empty", "ORF 2.1"),
  fileByteOrderMark: tolerable("byteOrderMark", "the file begins with a byte order mark", "ORF 3.1.2"),
  fileEndMark: tolerable("endOfFileMarks", "a line ends with an end-of-file mark (1A) or a null", "ORF 3.1.2"),
  fileLineBreaks: tolerable(
    "mixedLineBreaks",
    "all records end the same way: CRLF, LF, or nothing",
    "bank file guides; 94-character records, ORF 2.2",
  ),
  fileBlankLine: tolerable("blankLines", "a line without a record", "ORF 2.2"),
  fileRecordLength: tolerable("shortLines", "a record has exactly 94 characters", "ORF 2.2"),
  fileSurplus: rule("characters follow the 94th of a record", "ORF 2.2"),
  fileRecordType: rule("a record begins with 1, 5, 6, 7, 8, or 9", "ORF 3.2.2 (Record Type Code)"),
  fileHeaderMissing: rule("the first record is the file header, and only the first", "ORF 2.1"),
  fileControlMissing: rule("the file ends with a file control record", "ORF 2.1"),
  fileAfterControl: rule("only records of nines follow the file control record", "ORF 2.1"),
  filePadding: tolerable("missingPadding", "records of nines fill the last block of ten records", "ORF 2.2"),
  fileNoBatches: tolerable("noBatches", "a file contains at least one batch", "ORF 2.1"),
  fileBatchOrder: tolerable("unorderedBatchNumbers", "batch numbers ascend", "ORF 3.2.2 (Batch Number)"),
  fileBatchCount: rule("must be the number of batches", "ORF 3.2.2 (Batch Count)"),
  fileBlockCount: tolerable(
    "wrongBlockCount",
    "must be the number of blocks of ten records",
    "ORF 3.2.2 (Block Count)",
  ),
  fileEntryCount: rule("must be the number of entry and addenda records", "ORF 3.2.2 (Entry/Addenda Count)"),
  fileEntryHash: rule("must be the sum of the batches' entry hashes, last ten digits", "ORF 3.2.2 (Entry Hash)"),
  fileDebits: rule("must be the sum of the batches' debits", "ORF 3.2.2 (Total Debit Entry Dollar Amount)"),
  fileCredits: rule("must be the sum of the batches' credits", "ORF 3.2.2 (Total Credit Entry Dollar Amount)"),
} as const;

const batchRules = {
  batchOutside: rule("an entry, addenda, or batch control record belongs to a batch", "ORF 2.1"),
  batchUnfinished: rule("a batch ends with its batch control record", "ORF 2.1"),
  batchEmpty: rule("a batch contains at least one entry", "ORF 2.1"),
  batchClass: rule(
    "the standard entry class is unknown or not supported (ADV)",
    "ORF 3.2.2 (Standard Entry Class Code)",
  ),
  batchOriginatorStatus: tolerable(
    "otherOriginatorStatus",
    "is 1 for a bank, 2 for a federal agency; 0 is only for ADV files of an operator",
    "ORF 3.2.2 (Originator Status Code)",
  ),
  batchZeros: rule("must not consist of zeros", "edits of the ACH operators (FedACH batch reject reasons)"),
  batchServiceClassEqual: tolerable(
    "unequalServiceClass",
    "must be the same in batch header and batch control",
    "ORF 3.2.2 (Service Class Code)",
  ),
  batchCompanyEqual: tolerable(
    "unequalCompanyIdentification",
    "must be the same in batch header and batch control",
    "ORF 3.2.2 (Company Identification)",
  ),
  batchOdfiEqual: rule("must be the same in batch header and batch control", "ORF 3.2.2 (ODFI Identification)"),
  batchNumberEqual: rule("must be the same in batch header and batch control", "ORF 3.2.2 (Batch Number)"),
  batchDirection: tolerable(
    "otherServiceClasses",
    "a batch with service class 220 contains only credits, one with 225 only debits",
    "ORF 3.2.2 (Service Class Code)",
  ),
  batchMixedCategories: tolerable(
    "mixedCategories",
    "a batch contains either forward entries, returns, dishonored or contested returns, or notifications of change",
    "App. Four 4.1, 5.1",
  ),
  batchEntryCount: rule("must be the number of entry and addenda records", "ORF 3.2.2 (Entry/Addenda Count)"),
  batchEntryHash: rule(
    "must be the sum of the entries' RDFI identifications, last ten digits",
    "ORF 3.2.2 (Entry Hash)",
  ),
  batchDebits: rule("must be the sum of the debits", "ORF 3.2.2 (Total Debit Entry Dollar Amount)"),
  batchCredits: rule("must be the sum of the credits", "ORF 3.2.2 (Total Credit Entry Dollar Amount)"),
  batchEffectiveDate: tolerable(
    "missingEffectiveEntryDate",
    "a batch of forward entries has an effective entry date, and no batch has zeros for one",
    "ORF 3.2.2 (Effective Entry Date)",
  ),
  batchDescription: rule(
    "must be the description that the rules prescribe for these entries",
    "ORF 3.2.2 (Company Entry Description)",
  ),
} as const;

const entryRules = {
  entryCheckDigit: tolerable(
    "wrongCheckDigits",
    "must be the check digit of the routing number",
    "ORF 3.2.2 (Check Digit)",
  ),
  entryTransactionCode: rule("this entry class does not use the transaction code", "ORF 3.2.2 (Transaction Code)"),
  entryAmountZero: tolerable("zeroAmounts", "an entry that moves money has an amount above zero", "ORF 3.2.2 (Amount)"),
  entryAmountLimit: rule("is above the limit of its entry class", "Nacha Operating Rules, Article Two 2.5"),
  entryAmountNotZero: rule(
    "prenotes, zero-dollar entries, acknowledgments, and notifications of change have amount zero",
    "ORF 3.2.2 (Amount)",
  ),
  entryName: tolerable(
    "blankNames",
    "the receiver's name must not be blank or only zeros",
    "ORF 3.2.2 (Individual Name)",
  ),
  entryTraceOdfi: tolerable(
    "foreignTraceNumbers",
    "a trace number begins with the batch's ODFI identification",
    "ORF 3.2.2 (Trace Number)",
  ),
  entryTraceOrder: tolerable(
    "unorderedTraceNumbers",
    "trace numbers ascend within a batch",
    "ORF 3.2.2 (Trace Number)",
  ),
  entryAddendaIndicator: tolerable(
    "wrongAddendaIndicators",
    "is 1 if addenda follow and 0 if none do",
    "ORF 3.2.2 (Addenda Record Indicator)",
  ),
  entryAddendaCount: tolerable(
    "wrongAddendaCounts",
    "must be the number of addenda records that follow",
    "ORF 3.2.2 (Number of Addenda Records)",
  ),
  entryRejected: tolerable(
    "rejectedEntries",
    "has REJ and a reason in place of its trace number: the bank rejected the entry",
    "reject files of banks",
  ),
  entryAddendaMax: rule("has more addenda records than its entry class allows", "ORF 3.2.1"),
  entryAddendaType: rule("this entry class does not use the addenda record", "ORF 3.2.2 (Addenda Type Code)"),
  entryAddendaMissing: rule("lacks an addenda record that its entry class requires", "ORF 3.2.1"),
  entryAddendaOrder: rule(
    "addenda records of an international entry are in the order of their types",
    "ORF 3.2.1 (IAT)",
  ),
} as const;

const addendaRules = {
  addendaOutside: rule("an addenda record follows an entry", "ORF 2.1"),
  addendaSequence: rule("addenda records of a type are numbered 1, 2, 3 …", "ORF 3.2.2 (Addenda Sequence Number)"),
  addendaEntrySequence: tolerable(
    "foreignAddendaSequence",
    "must be the last seven digits of the entry's trace number",
    "ORF 3.2.2 (Entry Detail Sequence Number)",
  ),
  addendaTrace: tolerable(
    "foreignAddendaTrace",
    "must be the entry's trace number",
    "App. Four 4.4, 5.4 (Trace Number)",
  ),
  returnCode: tolerable("unknownReturnCodes", "is not a return reason code", "App. Four 4.2"),
  returnDateOfDeath: rule("is given for R14 and R15 only", "App. Four 4.4 (Date of Death)"),
  returnTransactionCode: tolerable(
    "forwardCodesInReturns",
    "returns and notifications of change use the transaction codes for them (21, 26, 31, 36 …)",
    "App. Four 4.4, 5.4 (Transaction Code)",
  ),
  returnAddenda: tolerable(
    "extraReturnAddenda",
    "a return or notification of change has exactly one addenda record 98 or 99",
    "App. Four 4.1, 5.1",
  ),
  returnAddendaTwice: rule("an entry is returned or corrected once", "App. Four 4.1, 5.1"),
  changeCode: tolerable("unknownChangeCodes", "is not a change code", "App. Four 5.2"),
  changeClass: tolerable(
    "changesInOtherClasses",
    "addenda record 98 occurs in COR batches only, and always there",
    "App. Four 5.4",
  ),
  changeData: rule("must contain the corrected fields of the change code, in their positions", "App. Four 5.3"),
} as const;

const originatorRules = {
  sameDayAmount: rule(
    "same-day entries are limited to $1,000,000.00; use a later effective entry date",
    "Nacha Operating Rules 8.99 (Same Day Entry), limit since March 18, 2022",
  ),
  sameDayClass: rule(
    "international entries cannot settle the same day; use a later effective entry date",
    "Nacha Operating Rules 8.99 (Same Day Entry)",
  ),
  effectiveDatePast: rule("must not be before the file's creation date", "ORF 3.2.2 (Effective Entry Date)"),
  effectiveDateBankingDay: rule("must be a banking day", "ORF 3.2.2 (Effective Entry Date)"),
  effectiveDateFar: rule("is further ahead than the bank allows", "the bank's settings"),
  mixedBatch: rule("the bank does not accept mixed batches (200): separate credits and debits", "the bank's settings"),
  unbalanced: rule(
    "the bank requires that debits and credits are equal: add the offsetting entry",
    "the bank's settings",
  ),
  balanced: rule("the bank does not accept balanced files: omit the offsetting entry", "the bank's settings"),
  sequenceExhausted: rule("a file has at most 9,999,999 trace numbers of an ODFI", "ORF 3.2.2 (Trace Number)"),
} as const;

export const nachaRules = {
  ...fieldRules,
  ...fileRules,
  ...batchRules,
  ...entryRules,
  ...addendaRules,
  ...originatorRules,
} as const satisfies Readonly<Record<string, Rule>>;

/** The name of a rule; stable, for programs. */
export type NachaRule = keyof typeof nachaRules;

type Table = typeof nachaRules;

/**
 * Deviations that the reader accepts when named. Each one skips exactly the rules that carry its name in
 * {@link nachaRules}. `shortLines` accepts records whose trailing blanks are missing, or that have more of them.
 */
export type NachaTolerance = {
  [Name in keyof Table]: Table[Name] extends { readonly tolerance: infer Tolerance extends string } ? Tolerance : never;
}[keyof Table];

const tolerances: ReadonlyMap<string, NachaTolerance> = new Map(
  Object.entries(nachaRules).flatMap(([name, found]) =>
    // Rules without one have the type Rule, whose tolerance is optional and absent.
    found.tolerance === undefined ? [] : [[name, found.tolerance as NachaTolerance]],
  ),
);

/** The tolerance that skips the rule; undefined if the rule always applies. */
export function toleranceFor(name: NachaRule): NachaTolerance | undefined {
  return tolerances.get(name);
}
