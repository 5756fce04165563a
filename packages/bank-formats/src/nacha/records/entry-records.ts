import { transactionCodes } from "../codes/transaction-codes.ts";
import { alphameric, cents, digitString, oneOf, traceOrRejection, wholeNumber } from "../fields/kinds.ts";
import { fixed, layout, mandatory, optionalField, required, reserved, sensitive } from "../fields/layout.ts";

const transactionCode = mandatory([2, 3], "Transaction Code", oneOf(...transactionCodes));
const addendaIndicator = mandatory([79, 79], "Addenda Record Indicator", oneOf("0", "1"));

const start = {
  recordTypeCode: fixed([1, 1], "Record Type Code", "6"),
  transactionCode,
  receivingDfiIdentification: mandatory([4, 11], "Receiving DFI Identification", digitString),
  checkDigit: mandatory([12, 12], "Check Digit", digitString),
} as const;
const account = {
  dfiAccountNumber: sensitive(required([13, 29], "DFI Account Number", alphameric)),
  amountMinor: mandatory([30, 39], "Amount", cents),
} as const;
const end = {
  addendaRecordIndicator: addendaIndicator,
  traceNumber: mandatory([80, 94], "Trace Number", traceOrRejection),
} as const;

/** ORF 3.2.1, "PPD Entry Detail Record"; also WEB, TEL, DNE, ENR, COR, MTE, POS, RCK, and the converted checks. */
export const individualEntryLayout = layout("Entry Detail Record", {
  ...start,
  ...account,
  /** The check serial number in ARC, BOC, POP, and RCK entries. */
  identificationNumber: optionalField([40, 54], "Individual Identification Number", alphameric),
  receiverName: optionalField([55, 76], "Individual Name", alphameric),
  /** The payment type code in WEB and TEL entries, the card transaction type in POS and SHR entries. */
  discretionaryData: optionalField([77, 78], "Discretionary Data", alphameric),
  ...end,
});

/** ORF 3.2.1, "CCD Entry Detail Record"; also ACK. */
export const companyEntryLayout = layout("Entry Detail Record", {
  ...start,
  ...account,
  identificationNumber: optionalField([40, 54], "Identification Number", alphameric),
  receiverName: optionalField([55, 76], "Receiving Company Name", alphameric),
  discretionaryData: optionalField([77, 78], "Discretionary Data", alphameric),
  ...end,
});

/** ORF 3.2.1, "CTX Corporate Entry Detail Record"; also ATX and TRX. */
export const corporateEntryLayout = layout("Corporate Entry Detail Record", {
  ...start,
  ...account,
  identificationNumber: optionalField([40, 54], "Identification Number", alphameric),
  numberOfAddendaRecords: mandatory([55, 58], "Number of Addenda Records", wholeNumber),
  receiverName: optionalField([59, 74], "Receiving Company Name/ID Number", alphameric),
  reserved: reserved([75, 76]),
  discretionaryData: optionalField([77, 78], "Discretionary Data", alphameric),
  ...end,
});

/** ORF 3.2.1, "TRC Entry Detail Record"; also XCK. The items are identified where other classes have a name. */
export const itemEntryLayout = layout("Entry Detail Record", {
  ...start,
  ...account,
  identificationNumber: optionalField([40, 54], "Check Serial Number", alphameric),
  /** Six positions of process control, sixteen of item research. */
  receiverName: optionalField([55, 76], "Process Control Field, Item Research Number", alphameric),
  discretionaryData: optionalField([77, 78], "Item Type Indicator", alphameric),
  ...end,
});

/** ORF 3.2.1, "CIE Entry Detail Record"; also MTE. The name precedes the identification. */
export const nameFirstEntryLayout = layout("Entry Detail Record", {
  ...start,
  ...account,
  receiverName: optionalField([40, 54], "Individual Name", alphameric),
  identificationNumber: optionalField([55, 76], "Individual Identification Number", alphameric),
  discretionaryData: optionalField([77, 78], "Discretionary Data", alphameric),
  ...end,
});

/** ORF 3.2.1, "SHR Entry Detail Record": its name field holds a card number. */
export const cardEntryLayout = layout("Entry Detail Record", {
  ...start,
  ...account,
  identificationNumber: optionalField([40, 54], "Card Expiration Date, Document Reference Number", alphameric),
  receiverName: sensitive(optionalField([55, 76], "Individual Card Account Number", alphameric)),
  discretionaryData: optionalField([77, 78], "Card Transaction Type Code", alphameric),
  ...end,
});

/** ORF 3.2.1, "IAT Entry Detail Record". */
export const iatEntryLayout = layout("IAT Entry Detail Record", {
  ...start,
  numberOfAddendaRecords: mandatory([13, 16], "Number of Addenda Records", wholeNumber),
  reserved: reserved([17, 29]),
  amountMinor: mandatory([30, 39], "Amount", cents),
  /** The foreign receiver's account number in outbound entries, the receiver's in inbound ones. */
  dfiAccountNumber: sensitive(mandatory([40, 74], "Foreign Receiver's Account Number/DFI Account Number", alphameric)),
  reserved2: reserved([75, 76]),
  gatewayOfacScreeningIndicator: optionalField([77, 77], "Gateway Operator OFAC Screening Indicator", oneOf("0", "1")),
  secondaryOfacScreeningIndicator: optionalField([78, 78], "Secondary OFAC Screening Indicator", oneOf("0", "1")),
  ...end,
});
