import type { EntryInBatch } from "./answer/answered-entry.ts";
import { changeBatchHeader, changeNoticeOf, refusedChangeOf } from "./answer/changes.ts";
import { contestedReturnOf, dishonoredReturnOf, returnBatchHeader, returnOf } from "./answer/returns.ts";
import { offsetEntry, prenoteOf, reversalHeader, reversalOf } from "./originate/derived-entries.ts";
import { readNachaFile } from "./read/read-nacha.ts";
import type { BatchHeader, IatBatchHeader } from "./records/batch-records.ts";
import type { FileHeader } from "./records/file-records.ts";
import type { AddendaInput, EntryInput } from "./records/model.ts";
import { type BatchInput, type NachaFileInput, nachaText } from "./write/write-nacha.ts";

/** The files of the golden tests. The company's bank is 12104288, the receivers' banks 02100002 and 09100001. */
export const ODFI = "12104288";
export const RDFI = "02100002";

export const fileHeader: FileHeader = {
  immediateDestination: "121042882",
  immediateOrigin: "1231231230",
  fileCreationDate: "2026-11-20",
  fileCreationTime: "14:05",
  fileIdModifier: "A",
  immediateDestinationName: "FIRST BANK",
  immediateOriginName: "NORTHWIND INC",
};

/** From the receiver's bank back to ours. */
export const answerFileHeader: FileHeader = {
  ...fileHeader,
  immediateOrigin: "121000248",
  fileCreationDate: "2026-11-24",
};

type HeaderInput = Omit<BatchHeader, "batchNumber">;

export const batchHeader = (changes: Partial<HeaderInput> = {}): HeaderInput => ({
  serviceClassCode: "220",
  companyName: "NORTHWIND INC",
  companyIdentification: "1231231230",
  standardEntryClassCode: "PPD",
  companyEntryDescription: "PAYMENT",
  effectiveEntryDate: "2026-11-23",
  originatorStatusCode: "1",
  odfiIdentification: ODFI,
  ...changes,
});

export const entry = (changes: Partial<EntryInput> = {}): EntryInput => ({
  transactionCode: "22",
  receivingDfiIdentification: RDFI,
  dfiAccountNumber: "1234567890",
  amountMinor: 125_050n,
  identificationNumber: "EMP-0001",
  receiverName: "JANE DOE",
  ...changes,
});

const remittance = (text: string): AddendaInput => ({ kind: "paymentRelated", paymentRelatedInformation: text });

export const iatHeader = (
  changes: Partial<Omit<IatBatchHeader, "batchNumber">> = {},
): Omit<IatBatchHeader, "batchNumber"> => ({
  serviceClassCode: "220",
  foreignExchangeIndicator: "FF",
  foreignExchangeReferenceIndicator: "3",
  isoDestinationCountryCode: "DE",
  originatorIdentification: "1231231230",
  standardEntryClassCode: "IAT",
  companyEntryDescription: "TRADE PAY",
  isoOriginatingCurrencyCode: "USD",
  isoDestinationCurrencyCode: "USD",
  effectiveEntryDate: "2026-11-23",
  originatorStatusCode: "1",
  odfiIdentification: ODFI,
  ...changes,
});

export const iatAddenda = (): readonly AddendaInput[] => [
  {
    kind: "iatReceiverName",
    transactionTypeCode: "BUS",
    foreignPaymentAmountMinor: 98_765n,
    receiverName: "MUELLER GMBH",
  },
  { kind: "iatOriginator", originatorName: "NORTHWIND INC", originatorStreetAddress: "1 MAIN STREET" },
  {
    kind: "iatOriginatorPlace",
    originatorCityStateProvince: "SPRINGFIELD*IL\\",
    originatorCountryPostalCode: "US*62701\\",
  },
  {
    kind: "iatOriginatingBank",
    originatingDfiName: "FIRST BANK",
    originatingDfiIdQualifier: "01",
    originatingDfiIdentification: "121042882",
    originatingDfiBranchCountryCode: "US",
  },
  {
    kind: "iatReceivingBank",
    receivingDfiName: "HAUSBANK AG",
    receivingDfiIdQualifier: "02",
    receivingDfiIdentification: "HAUSDEFFXXX",
    receivingDfiBranchCountryCode: "DE",
  },
  { kind: "iatReceiverAddress", receiverIdentificationNumber: "VENDOR-77", receiverStreetAddress: "HAUPTSTRASSE 5" },
  {
    kind: "iatReceiverPlace",
    receiverCityStateProvince: "FRANKFURT*HE\\",
    receiverCountryPostalCode: "DE*60311\\",
  },
];

export const iatEntry = (changes: Partial<EntryInput> = {}): EntryInput => ({
  transactionCode: "22",
  receivingDfiIdentification: RDFI,
  dfiAccountNumber: "DE89370400440532013000",
  amountMinor: 98_765n,
  addenda: [
    ...iatAddenda(),
    { kind: "iatRemittance", paymentRelatedInformation: "INVOICE 2026-118" },
    {
      kind: "iatCorrespondent",
      correspondentBankName: "TRANSIT BANK",
      correspondentBankIdQualifier: "02",
      correspondentBankIdentification: "TRANGB2L",
      correspondentBankBranchCountryCode: "GB",
    },
  ],
  ...changes,
});

const file = (...batches: readonly BatchInput[]): NachaFileInput => ({ header: fileHeader, batches });
const answers = (...batches: readonly BatchInput[]): NachaFileInput => ({ header: answerFileHeader, batches });

/** The entries of a file as the receiver's bank reads them. */
export const entriesOf = (input: NachaFileInput): readonly EntryInBatch[] =>
  readNachaFile(nachaText(input)).batches.flatMap(({ header, entries }) =>
    entries.map((read) => ({ header, entry: read })),
  );

/** One batch of answers, in the class of the first entry. */
const answerBatch = (
  originals: readonly EntryInBatch[],
  answer: (original: EntryInBatch, at: number) => EntryInput,
  headerOf = returnBatchHeader,
): BatchInput => {
  const [first] = originals;
  if (first === undefined) throw new Error("There is nothing to answer");
  const header = headerOf(first.header, first.entry.receivingDfiIdentification);
  return { header, entries: originals.map(answer) };
};

const ppdCredits = file({
  header: batchHeader({ companyEntryDescription: "PAYROLL", companyDescriptiveDate: "NOV 20" }),
  purpose: "payroll",
  entries: [
    entry(),
    entry({ transactionCode: "32", dfiAccountNumber: "998877", amountMinor: 99_999_999n, receiverName: "JOHN ROE" }),
    entry({ receivingDfiIdentification: "09100001", addenda: [remittance("BONUS NOVEMBER")] }),
  ],
});

const ppdDebits = file({
  header: batchHeader({ serviceClassCode: "225" }),
  entries: [entry({ transactionCode: "27" }), entry({ transactionCode: "37", amountMinor: 1n })],
});

const ccd = file({
  header: batchHeader({ standardEntryClassCode: "CCD", companyDiscretionaryData: "VENDOR RUN 7" }),
  entries: [
    entry({ receiverName: "TERN PACKAGING", addenda: [remittance("RMR*IV*1001**1250.5\\")] }),
    entry({ transactionCode: "24", amountMinor: 0n, receiverName: "TERN PACKAGING", addenda: [remittance("ADVICE")] }),
  ],
});

const ctx = file({
  header: batchHeader({ standardEntryClassCode: "CTX" }),
  entries: [
    entry({
      receiverName: "TERN PACKAGING",
      addenda: ["ISA*00*", "RMR*IV*1001**1000\\", "RMR*IV*1002**250.5\\"].map(remittance),
    }),
  ],
});

const iat = file({ header: iatHeader(), entries: [iatEntry()] });

const prenotes = file({
  header: batchHeader(),
  entries: [prenoteOf(entry()), prenoteOf(entry({ transactionCode: "32" }))],
});

const reversals = file({
  header: { ...batchHeader({ serviceClassCode: "225" }), ...reversalHeader },
  purpose: "reversal",
  entries: [reversalOf(entry())],
});

const offset = offsetEntry(
  { routingNumber: "121042882", accountNumber: "555000111", account: "checking", name: "NORTHWIND INC" },
  { direction: "credit", amountMinor: 125_050n },
);
const balanced = file({
  header: batchHeader({ serviceClassCode: "200" }),
  entries: offset === undefined ? [] : [entry(), offset],
});

const terminal: AddendaInput = {
  kind: "terminal",
  terminalIdentificationCode: "200509",
  transactionSerialNumber: "123456",
  transactionDate: "1224",
  terminalLocation: "321 EAST MARKET STREET",
  terminalCity: "ANYTOWN",
  terminalState: "VA",
};

/** One batch of each remaining class. */
const otherClasses = file(
  { header: batchHeader({ standardEntryClassCode: "WEB" }), entries: [entry({ discretionaryData: "S" })] },
  {
    header: batchHeader({
      standardEntryClassCode: "WEB",
      serviceClassCode: "225",
      companyEntryDescription: "PURCHASE",
    }),
    purpose: "onlinePurchase",
    entries: [entry({ transactionCode: "27", discretionaryData: "R" })],
  },
  ...["TEL", "ARC", "BOC", "POP", "TRC", "XCK"].map((standardEntryClassCode) => ({
    header: batchHeader({ standardEntryClassCode, serviceClassCode: "225" }),
    entries: [entry({ transactionCode: "27" })],
  })),
  {
    header: batchHeader({
      standardEntryClassCode: "RCK",
      serviceClassCode: "225",
      companyEntryDescription: "REDEPCHECK",
    }),
    entries: [entry({ transactionCode: "27" })],
  },
  { header: batchHeader({ standardEntryClassCode: "CIE" }), entries: [entry()] },
  { header: batchHeader({ standardEntryClassCode: "MTE" }), entries: [entry({ addenda: [terminal] })] },
  {
    header: batchHeader({ standardEntryClassCode: "POS", serviceClassCode: "225" }),
    entries: [entry({ transactionCode: "27", discretionaryData: "01", addenda: [terminal] })],
  },
  {
    header: batchHeader({ standardEntryClassCode: "SHR", serviceClassCode: "225" }),
    entries: [
      entry({
        transactionCode: "27",
        identificationNumber: "022800045689033",
        receiverName: "0000000000046980128820",
        discretionaryData: "01",
        addenda: [terminal],
      }),
    ],
  },
  {
    header: batchHeader({ standardEntryClassCode: "TRX", serviceClassCode: "225" }),
    entries: [entry({ transactionCode: "27", addenda: [remittance("CHECK 1"), remittance("CHECK 2")] })],
  },
  {
    header: batchHeader({ standardEntryClassCode: "ACK" }),
    entries: [entry({ transactionCode: "24", amountMinor: 0n, identificationNumber: "021000020000001" })],
  },
  {
    header: batchHeader({ standardEntryClassCode: "ATX" }),
    entries: [entry({ transactionCode: "24", amountMinor: 0n, addenda: [remittance("ACCEPTED")] })],
  },
  {
    header: batchHeader({ standardEntryClassCode: "DNE", originatorStatusCode: "2" }),
    entries: [entry({ transactionCode: "23", amountMinor: 0n, addenda: [remittance("DATE OF DEATH*110126\\")] })],
  },
  {
    header: batchHeader({ standardEntryClassCode: "ENR", companyEntryDescription: "AUTOENROLL" }),
    entries: [
      entry({ transactionCode: "23", amountMinor: 0n, addenda: [remittance("22*02100002*1*123*DOE*JANE*0\\")] }),
    ],
  },
);

const returns = answers(
  answerBatch(entriesOf(ppdCredits).slice(0, 2), (original, at) =>
    returnOf(
      original,
      at === 0
        ? { returnReasonCode: "R03" }
        : { returnReasonCode: "R15", dateOfDeath: "2026-11-01", addendaInformation: "ESTATE" },
    ),
  ),
  answerBatch(entriesOf(ctx), (original) => returnOf(original, { returnReasonCode: "R02" })),
);

const iatReturns = answers(
  answerBatch(entriesOf(iat), (original) =>
    returnOf(original, { returnReasonCode: "R80", addendaInformation: "BAD BIC" }),
  ),
);

const dishonored: NachaFileInput = {
  header: { ...fileHeader, fileCreationDate: "2026-11-25" },
  batches: [
    answerBatch(entriesOf(returns).slice(0, 2), (returned) =>
      dishonoredReturnOf(returned, {
        returnReasonCode: "R69",
        returnSettlementDate: "328",
        addendaInformation: "01*03",
      }),
    ),
  ],
};

const contested = answers(
  answerBatch(entriesOf(dishonored).slice(0, 1), (each) =>
    contestedReturnOf(each, {
      returnReasonCode: "R76",
      dishonoredReturnSettlementDate: "330",
      originalSettlementDate: "327",
      dateOriginalEntryReturned: "2026-11-24",
    }),
  ),
);

const changes = answers(
  answerBatch(
    entriesOf(ppdCredits).slice(0, 2),
    (original, at) =>
      changeNoticeOf(
        original,
        at === 0
          ? { changeCode: "C01", corrections: { dfiAccountNumber: "1234567891" } }
          : {
              changeCode: "C07",
              corrections: { routingNumber: "091000019", dfiAccountNumber: "998877", transactionCode: "22" },
            },
      ),
    changeBatchHeader,
  ),
);

const iatChanges = answers(
  answerBatch(
    entriesOf(iat),
    (original) =>
      changeNoticeOf(original, { changeCode: "C01", corrections: { dfiAccountNumber: "DE02120300000000202051" } }),
    changeBatchHeader,
  ),
);

const refusedChanges: NachaFileInput = {
  header: fileHeader,
  batches: [answerBatch(entriesOf(changes).slice(0, 1), (each) => refusedChangeOf(each, { refusedChangeCode: "C68" }))],
};

/** A file of each kind; testdata/ has their texts. */
export const goldenFiles: Readonly<Record<string, NachaFileInput>> = {
  "ppd-credits": ppdCredits,
  "ppd-debits": ppdDebits,
  "ccd-remittance": ccd,
  "ctx-remittance": ctx,
  "iat-credit": iat,
  prenotes,
  reversals,
  balanced,
  "other-classes": otherClasses,
  returns,
  "iat-return": iatReturns,
  "dishonored-returns": dishonored,
  "contested-return": contested,
  changes,
  "iat-change": iatChanges,
  "refused-change": refusedChanges,
};
