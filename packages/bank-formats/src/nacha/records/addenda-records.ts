import { alphameric, calendarDate, codeText, digitString, julianDay, oneOf, wholeNumber } from "../fields/kinds.ts";
import {
  fixed,
  layout,
  mandatory,
  optionalField,
  required,
  reserved,
  reservedBehind,
  sensitive,
} from "../fields/layout.ts";

const start = (typeCode: string) =>
  ({
    recordTypeCode: fixed([1, 1], "Record Type Code", "7"),
    addendaTypeCode: fixed([2, 3], "Addenda Type Code", typeCode),
  }) as const;

const sequence = {
  addendaSequenceNumber: mandatory([84, 87], "Addenda Sequence Number", wholeNumber),
  entryDetailSequenceNumber: mandatory([88, 94], "Entry Detail Sequence Number", digitString),
} as const;

const trace = { traceNumber: mandatory([80, 94], "Trace Number", digitString) } as const;

/** ORF 3.2.1, "POS, SHR, and MTE Addenda Record". */
export const terminalLayout = layout("Addenda Record 02", {
  ...start("02"),
  referenceInformation1: optionalField([4, 10], "Reference Information #1", alphameric),
  referenceInformation2: optionalField([11, 13], "Reference Information #2", alphameric),
  terminalIdentificationCode: required([14, 19], "Terminal Identification Code", alphameric),
  transactionSerialNumber: required([20, 25], "Transaction Serial Number", alphameric),
  transactionDate: required([26, 29], "Transaction Date", alphameric),
  authorizationCode: optionalField([30, 35], "Authorization Code or Card Expiration Date", alphameric),
  terminalLocation: required([36, 62], "Terminal Location", alphameric),
  terminalCity: required([63, 77], "Terminal City", alphameric),
  terminalState: required([78, 79], "Terminal State", alphameric),
  ...trace,
});

/** ORF 3.2.1, "Addenda Record" of ACK, ATX, CCD, CIE, CTX, DNE, ENR, PPD, TRX, and WEB entries. */
export const paymentRelatedLayout = layout("Addenda Record 05", {
  ...start("05"),
  /** Remittance text, or segments of ANSI X12 in CCD and CTX. May hold account numbers in ENR. */
  paymentRelatedInformation: sensitive(optionalField([4, 83], "Payment Related Information", alphameric)),
  ...sequence,
});

/** App. Four 4.4, addenda record of a return. */
export const returnLayout = layout("Return Addenda Record 99", {
  ...start("99"),
  returnReasonCode: mandatory([4, 6], "Return Reason Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  /** R14 and R15 only. */
  dateOfDeath: optionalField([22, 27], "Date of Death", calendarDate),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
  addendaInformation: optionalField([36, 79], "Addenda Information", alphameric),
  ...trace,
});

/** App. Four 4.4, addenda record of the return of an IAT entry: it repeats the forward amount. */
export const iatReturnLayout = layout("IAT Return Addenda Record 99", {
  ...start("99"),
  returnReasonCode: mandatory([4, 6], "Return Reason Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  dateOfDeath: optionalField([22, 27], "Date of Death", calendarDate),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
  originalForwardEntryPaymentAmount: optionalField([36, 45], "Original Forward Entry Payment Amount", digitString),
  addendaInformation: optionalField([46, 79], "Addenda Information", alphameric),
  ...trace,
});

/** App. Four 4.4, addenda record of a dishonored return (R61, R62, R67–R70). */
export const dishonoredReturnLayout = layout("Dishonored Return Addenda Record 99", {
  ...start("99"),
  returnReasonCode: mandatory([4, 6], "Dishonored Return Reason Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  reserved: reserved([22, 27]),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
  reserved2: reserved([36, 38]),
  returnTraceNumber: mandatory([39, 53], "Return Trace Number", digitString),
  returnSettlementDate: mandatory([54, 56], "Return Settlement Date", julianDay),
  /** The two digits of the returned code: 01 for R01. */
  returnReasonDigits: mandatory([57, 58], "Return Reason Code", digitString),
  /** For R69, the wrong fields as codes 01–07 separated by asterisks. */
  addendaInformation: optionalField([59, 79], "Addenda Information", alphameric),
  ...trace,
});

/** App. Four 4.4, addenda record of a contested dishonored return (R71–R77). */
export const contestedReturnLayout = layout("Contested Dishonored Return Addenda Record 99", {
  ...start("99"),
  returnReasonCode: mandatory([4, 6], "Contested Dishonored Return Reason Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  dateOriginalEntryReturned: optionalField([22, 27], "Date Original Entry Returned", calendarDate),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
  originalSettlementDate: optionalField([36, 38], "Original Settlement Date", julianDay),
  returnTraceNumber: mandatory([39, 53], "Return Trace Number", digitString),
  returnSettlementDate: mandatory([54, 56], "Return Settlement Date", julianDay),
  returnReasonDigits: mandatory([57, 58], "Return Reason Code", digitString),
  dishonoredReturnTraceNumber: mandatory([59, 73], "Dishonored Return Trace Number", digitString),
  dishonoredReturnSettlementDate: mandatory([74, 76], "Dishonored Return Settlement Date", julianDay),
  dishonoredReturnReasonDigits: mandatory([77, 78], "Dishonored Return Reason Code", digitString),
  reserved: reserved([79, 79]),
  ...trace,
});

const changeStart = {
  ...start("98"),
  changeCode: mandatory([4, 6], "Change Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  reserved: reserved([22, 27]),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
} as const;

/** App. Four 5.4, addenda record of a notification of change. */
export const changeLayout = layout("Notification of Change Addenda Record 98", {
  ...changeStart,
  correctedData: sensitive(optionalField([36, 64], "Corrected Data", alphameric)),
  reserved2: reservedBehind([65, 79], "changeData"),
  ...trace,
});

/** App. Four 5.4, the same for IAT entries, with six more positions of corrected data. */
export const iatChangeLayout = layout("IAT Notification of Change Addenda Record 98", {
  ...changeStart,
  correctedData: sensitive(optionalField([36, 70], "Corrected Data", alphameric)),
  reserved2: reservedBehind([71, 79], "changeData"),
  ...trace,
});

/** App. Four 5.4, addenda record of a refused notification of change (C61–C69). */
export const refusedChangeLayout = layout("Refused Notification of Change Addenda Record 98", {
  ...start("98"),
  refusedChangeCode: mandatory([4, 6], "Refused Change Code", codeText),
  originalEntryTraceNumber: mandatory([7, 21], "Original Entry Trace Number", digitString),
  reserved: reserved([22, 27]),
  originalReceivingDfiIdentification: required([28, 35], "Original Receiving DFI Identification", digitString),
  correctedData: sensitive(optionalField([36, 64], "Corrected Data", alphameric)),
  changeCode: mandatory([65, 67], "Change Code", codeText),
  traceSequenceNumber: mandatory([68, 74], "Trace Sequence Number", digitString),
  reserved2: reserved([75, 79]),
  ...trace,
});

/** The qualifier of a bank's identification in IAT addenda: national clearing system, BIC, or IBAN. */
export const bankIdQualifier = oneOf("01", "02", "03");
