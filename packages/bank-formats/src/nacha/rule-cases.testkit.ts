import type { NachaRule } from "./rules.ts";
import { batchHeader, entry, fileHeader, goldenFiles, iatEntry, iatHeader } from "./samples.testkit.ts";
import { type NachaFileInput, nachaText } from "./write/write-nacha.ts";
import type { NachaWriteOptions } from "./write/writer.ts";

/** A file that violates one rule: as text for the reader, or as input for the writer. */
export type RuleCase =
  | { readonly text: string }
  | { readonly file: NachaFileInput; readonly options?: NachaWriteOptions };

const golden = (name: string): string => {
  const file = goldenFiles[name];
  if (file === undefined) throw new Error(`There is no golden file ${name}`);
  return nachaText(file, { lineEnding: "lf" });
};

type Edit = readonly [line: number, position: number, characters: string];

/** Overwrites characters; lines and positions count from 1. */
export function edited(text: string, ...edits: readonly Edit[]): string {
  const lines = text.split("\n");
  for (const [line, position, characters] of edits) {
    const old = lines[line - 1] ?? "";
    lines[line - 1] = old.slice(0, position - 1) + characters + old.slice(position - 1 + characters.length);
  }
  return lines.join("\n");
}

/** Inserts a record and takes one of nines away, so that the blocks remain full. */
const inserted = (text: string, line: number, record: string): string =>
  text
    .split("\n")
    .slice(0, -2)
    .toSpliced(line - 1, 0, record)
    .concat("")
    .join("\n");

/** Takes a record away and adds one of nines. */
const removed = (text: string, line: number): string =>
  `${text
    .split("\n")
    .toSpliced(line - 1, 1)
    .slice(0, -1)
    .join("\n")}\n${"9".repeat(94)}\n`;

const file = (...batches: NachaFileInput["batches"] extends Iterable<infer Batch> ? readonly Batch[] : never) => ({
  header: fileHeader,
  batches,
});

/** Header, batch header, entry, batch control, file control, five records of nines. */
export const plain = nachaText(file({ header: batchHeader(), entries: [entry()] }), { lineEnding: "lf" });
const two = nachaText(file({ header: batchHeader(), entries: [entry(), entry()] }), { lineEnding: "lf" });
const twoBatches = nachaText(
  file({ header: batchHeader(), entries: [entry()] }, { header: batchHeader(), entries: [entry()] }),
  { lineEnding: "lf" },
);
const represented = nachaText(
  file({
    header: batchHeader({
      standardEntryClassCode: "RCK",
      serviceClassCode: "225",
      companyEntryDescription: "REDEPCHECK",
    }),
    entries: [entry({ transactionCode: "27" })],
  }),
  { lineEnding: "lf" },
);
const lineOf = (text: string, line: number): string => text.split("\n")[line - 1] ?? "";
const addenda = `705${" ".repeat(80)}00010000001`;
const plainReturn = `799R03${"121042880000002".padEnd(21)}02100002${" ".repeat(44)}121042880000002`;
const remittance = { kind: "paymentRelated", paymentRelatedInformation: "INVOICE 1" } as const;
const fileWithEntry = (changes: Parameters<typeof entry>[0], header = batchHeader()) =>
  file({ header, entries: [entry(changes)] });
const changed = {
  kind: "change",
  changeCode: "C02",
  correctedData: "021000021",
  originalEntryTraceNumber: "021000020000001",
  originalReceivingDfiIdentification: "12104288",
} as const;
const sameDay = batchHeader({ effectiveEntryDate: fileHeader.fileCreationDate });

const fieldCases = {
  fieldConstant: { text: edited(plain, [1, 35, "095"]) },
  fieldBlank: { text: edited(plain, [2, 5, " ".repeat(16)]) },
  fieldReserved: { text: edited(plain, [5, 94, "X"]) },
  fieldCharacters: { text: edited(plain, [3, 56, "\u00c9"]) },
  fieldDigits: { text: edited(plain, [3, 30, "      1250"], [4, 33, "000000000000"], [5, 44, "000000000000"]) },
  fieldValue: { text: edited(plain, [2, 2, "201"]) },
  fieldCase: { text: edited(plain, [2, 51, "ppd"]) },
  fieldDate: { text: edited(golden("returns"), [6, 22, "261310"]) },
  fieldTime: { text: edited(plain, [1, 30, "2560"]) },
  fieldJulianDay: { text: edited(plain, [2, 76, "367"]) },
  fieldLength: { file: fileWithEntry({ receiverName: "A".repeat(23) }) },
  fieldUnknown: { file: file({ header: iatHeader(), entries: [iatEntry({ receiverName: "MUELLER GMBH" })] }) },
  fieldRoutingNumber: { text: edited(plain, [1, 4, " 121042883"]) },
} as const;

const fileCases = {
  fileEmpty: { text: "" },
  fileByteOrderMark: { text: `\u{feff}${plain}` },
  fileEndMark: { text: `${plain}\u{1a}` },
  fileLineBreaks: { text: plain.replace("\n5", "\r\n5") },
  fileBlankLine: { text: plain.replace("\n5", "\n\n5") },
  fileRecordLength: { text: plain.replace(/ +\n9{94}/, `\n${"9".repeat(94)}`) },
  fileSurplus: { text: plain.replace("\n6", "X\n6") },
  fileRecordType: { text: inserted(plain, 3, `4${" ".repeat(93)}`) },
  fileHeaderMissing: { text: removed(plain, 1) },
  fileControlMissing: { text: plain.split("\n").slice(0, 4).join("\n") },
  fileAfterControl: { text: edited(plain, [10, 1, lineOf(plain, 3)]) },
  filePadding: { text: plain.split("\n").slice(0, 9).join("\n") },
  fileNoBatches: {
    text: `${lineOf(plain, 1)}\n9000000000001${"0".repeat(42)}${" ".repeat(39)}\n${`${"9".repeat(94)}\n`.repeat(8)}`,
  },
  fileBatchOrder: { text: edited(twoBatches, [5, 88, "0000001"], [7, 88, "0000001"]) },
  fileBatchCount: { text: edited(plain, [5, 2, "000002"]) },
  fileBlockCount: { text: edited(plain, [5, 8, "000002"]) },
  fileEntryCount: { text: edited(plain, [5, 14, "00000002"]) },
  fileEntryHash: { text: edited(plain, [5, 22, "0002100003"]) },
  fileDebits: { text: edited(plain, [5, 32, "000000000001"]) },
  fileCredits: { text: edited(plain, [5, 44, "000000125051"]) },
} as const;

const batchCases = {
  batchOutside: { text: inserted(plain, 2, lineOf(plain, 3)) },
  batchUnfinished: { text: removed(plain, 4) },
  batchEmpty: {
    text: edited(removed(plain, 3), [3, 5, "0".repeat(40)], [4, 14, "0".repeat(42)]),
  },
  batchClass: { text: edited(plain, [2, 51, "ADV"]) },
  batchOriginatorStatus: { text: edited(plain, [2, 79, "0"]) },
  batchZeros: { text: edited(plain, [2, 54, "0000000   "]) },
  batchServiceClassEqual: { text: edited(plain, [4, 2, "200"]) },
  batchCompanyEqual: { text: edited(plain, [4, 45, "1231231231"]) },
  batchOdfiEqual: { text: edited(plain, [4, 80, "12104289"]) },
  batchNumberEqual: { text: edited(plain, [4, 88, "0000002"]) },
  batchDirection: { text: edited(plain, [2, 2, "225"], [4, 2, "225"]) },
  batchMixedCategories: { text: edited(golden("dishonored-returns"), [6, 1, plainReturn]) },
  batchEntryCount: { text: edited(plain, [4, 5, "000002"], [5, 14, "00000002"]) },
  batchEntryHash: { text: edited(plain, [4, 11, "0002100003"], [5, 22, "0002100003"]) },
  batchDebits: { text: edited(plain, [4, 21, "000000000001"], [5, 32, "000000000001"]) },
  batchCredits: { text: edited(plain, [4, 33, "000000125051"], [5, 44, "000000125051"]) },
  batchEffectiveDate: { text: edited(plain, [2, 70, "000000"]) },
  batchDescription: { text: edited(represented, [2, 54, "PAYMENT   "]) },
} as const;

const entryCases = {
  entryCheckDigit: { text: edited(plain, [3, 12, "2"]) },
  entryTransactionCode: { text: edited(golden("prenotes"), [3, 2, "24"]) },
  entryAmountZero: { text: edited(plain, [3, 30, "0".repeat(10)], [4, 33, "0".repeat(12)], [5, 44, "0".repeat(12)]) },
  entryAmountNotZero: {
    text: edited(golden("prenotes"), [3, 39, "1"], [5, 44, "1"], [6, 55, "1"]),
  },
  entryAmountLimit: {
    text: edited(represented, [3, 30, "0000250001"], [4, 21, "000000250001"], [5, 32, "000000250001"]),
  },
  entryName: { text: edited(plain, [3, 55, " ".repeat(22)]) },
  entryTraceOdfi: { text: edited(plain, [3, 80, "121042890000001"]) },
  entryTraceOrder: { text: edited(two, [4, 94, "1"]) },
  entryRejected: { text: edited(plain, [3, 80, "REJ06          "]) },
  entryAddendaIndicator: { text: edited(plain, [3, 79, "1"]) },
  entryAddendaCount: { text: edited(golden("ctx-remittance"), [3, 55, "0002"]) },
  entryAddendaMax: { file: fileWithEntry({ addenda: [remittance, remittance] }) },
  entryAddendaType: {
    file: fileWithEntry(
      { transactionCode: "27", addenda: [remittance] },
      batchHeader({ serviceClassCode: "225", standardEntryClassCode: "TEL" }),
    ),
  },
  entryAddendaMissing: { file: fileWithEntry({}, batchHeader({ standardEntryClassCode: "MTE" })) },
  entryAddendaOrder: {
    file: file({ header: iatHeader(), entries: [iatEntry({ addenda: (iatEntry().addenda ?? []).toReversed() })] }),
  },
} as const;

const addendaCases = {
  addendaOutside: { text: inserted(plain, 3, addenda) },
  addendaSequence: { text: edited(golden("ctx-remittance"), [5, 84, "0003"]) },
  addendaEntrySequence: { text: edited(golden("ctx-remittance"), [5, 88, "0000002"]) },
  addendaTrace: { text: edited(golden("returns"), [4, 94, "7"]) },
  returnCode: { text: edited(golden("returns"), [4, 4, "R63"]) },
  returnDateOfDeath: { text: edited(golden("returns"), [4, 22, "261101"]) },
  returnTransactionCode: { text: edited(golden("returns"), [3, 2, "22"]) },
  returnAddenda: {
    text: edited(inserted(golden("returns"), 10, addenda), [10, 94, "3"], [12, 10, "3"], [13, 21, "7"]),
  },
  returnAddendaTwice: {
    text: edited(inserted(golden("returns"), 5, lineOf(golden("returns"), 4)), [8, 5, "000005"], [13, 14, "00000007"]),
  },
  changeCode: { text: edited(golden("changes"), [4, 4, "C10"]) },
  changeClass: { file: fileWithEntry({ transactionCode: "21", amountMinor: 0n, addenda: [changed] }) },
  changeData: { text: edited(golden("changes"), [4, 36, " ".repeat(29)]) },
} as const;

const originatorCases = {
  sameDayAmount: { file: fileWithEntry({ amountMinor: 100_000_001n }, sameDay) },
  sameDayClass: {
    file: file({ header: iatHeader({ effectiveEntryDate: fileHeader.fileCreationDate }), entries: [iatEntry()] }),
  },
  effectiveDatePast: { file: fileWithEntry({}, batchHeader({ effectiveEntryDate: "2026-11-19" })) },
  effectiveDateBankingDay: { file: fileWithEntry({}), options: { isBankingDay: (date) => date !== "2026-11-23" } },
  effectiveDateFar: { file: fileWithEntry({}), options: { effectiveDaysMax: 2 } },
  mixedBatch: {
    file: fileWithEntry({}, batchHeader({ serviceClassCode: "200" })),
    options: { acceptsMixedBatches: false },
  },
  unbalanced: { file: fileWithEntry({}), options: { balance: "required" } },
  balanced: { file: goldenFiles["balanced"] ?? fileWithEntry({}), options: { balance: "forbidden" } },
  sequenceExhausted: { file: fileWithEntry({}), options: { firstSequenceNumber: 10_000_000 } },
} as const satisfies Partial<Record<NachaRule, RuleCase>>;

/** For each rule, a file that violates this rule and no other. */
export const ruleCases: Readonly<Record<NachaRule, RuleCase>> = {
  ...fieldCases,
  ...fileCases,
  ...batchCases,
  ...entryCases,
  ...addendaCases,
  ...originatorCases,
};
