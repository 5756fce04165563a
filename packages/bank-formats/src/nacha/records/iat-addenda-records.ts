import { alphameric, cents, digitString, oneOf, wholeNumber } from "../fields/kinds.ts";
import { fixed, layout, mandatory, optionalField, required, reserved } from "../fields/layout.ts";
import { bankIdQualifier } from "./addenda-records.ts";

const start = (typeCode: string) =>
  ({
    recordTypeCode: fixed([1, 1], "Record Type Code", "7"),
    addendaTypeCode: fixed([2, 3], "Addenda Type Code", typeCode),
  }) as const;

const entrySequence = {
  entryDetailSequenceNumber: mandatory([88, 94], "Entry Detail Sequence Number", digitString),
} as const;
const numbered = {
  addendaSequenceNumber: mandatory([84, 87], "Addenda Sequence Number", wholeNumber),
  ...entrySequence,
} as const;

/** ORF 3.2.2, "Transaction Type Code": the purpose of the payment, or the class of a domestic entry converted to IAT. */
const transactionTypeCode = oneOf(
  "ANN",
  "BUS",
  "DEP",
  "LOA",
  "MIS",
  "MOR",
  "PEN",
  "REM",
  "RLS",
  "SAL",
  "TAX",
  "ARC",
  "BOC",
  "IAT",
  "MTE",
  "POP",
  "POS",
  "RCK",
  "SHR",
  "TEL",
  "WEB",
);

/** ORF 3.2.1, the seven mandatory addenda records of an IAT entry and the two optional ones. */
export const iatReceiverNameLayout = layout("IAT Addenda Record 10", {
  ...start("10"),
  transactionTypeCode: required([4, 6], "Transaction Type Code", transactionTypeCode),
  /** Cents, or the smallest unit of the destination currency. */
  foreignPaymentAmountMinor: required([7, 24], "Foreign Payment Amount", cents),
  foreignTraceNumber: optionalField([25, 46], "Foreign Trace Number", alphameric),
  receiverName: mandatory([47, 81], "Receiving Company Name/Individual Name", alphameric),
  reserved: reserved([82, 87]),
  ...entrySequence,
});

export const iatOriginatorLayout = layout("IAT Addenda Record 11", {
  ...start("11"),
  originatorName: mandatory([4, 38], "Originator Name", alphameric),
  originatorStreetAddress: mandatory([39, 73], "Originator Street Address", alphameric),
  reserved: reserved([74, 87]),
  ...entrySequence,
});

export const iatOriginatorPlaceLayout = layout("IAT Addenda Record 12", {
  ...start("12"),
  /** `City*State\`. */
  originatorCityStateProvince: mandatory([4, 38], "Originator City & State/Province", alphameric),
  /** `Country*PostalCode\`. */
  originatorCountryPostalCode: mandatory([39, 73], "Originator Country & Postal Code", alphameric),
  /** Nacha rule "Optional Date of Birth Field for IAT Entries". */
  originatorDateOfBirth: optionalField([74, 83], "Originator Date of Birth", alphameric),
  reserved: reserved([84, 87]),
  ...entrySequence,
});

export const iatOriginatingBankLayout = layout("IAT Addenda Record 13", {
  ...start("13"),
  originatingDfiName: mandatory([4, 38], "Originating DFI Name", alphameric),
  originatingDfiIdQualifier: mandatory([39, 40], "Originating DFI Identification Number Qualifier", bankIdQualifier),
  originatingDfiIdentification: mandatory([41, 74], "Originating DFI Identification", alphameric),
  originatingDfiBranchCountryCode: mandatory([75, 77], "Originating DFI Branch Country Code", alphameric),
  reserved: reserved([78, 87]),
  ...entrySequence,
});

export const iatReceivingBankLayout = layout("IAT Addenda Record 14", {
  ...start("14"),
  receivingDfiName: mandatory([4, 38], "Receiving DFI Name", alphameric),
  receivingDfiIdQualifier: mandatory([39, 40], "Receiving DFI Identification Number Qualifier", bankIdQualifier),
  receivingDfiIdentification: mandatory([41, 74], "Receiving DFI Identification", alphameric),
  receivingDfiBranchCountryCode: mandatory([75, 77], "Receiving DFI Branch Country Code", alphameric),
  reserved: reserved([78, 87]),
  ...entrySequence,
});

export const iatReceiverAddressLayout = layout("IAT Addenda Record 15", {
  ...start("15"),
  receiverIdentificationNumber: optionalField([4, 18], "Receiver Identification Number", alphameric),
  receiverStreetAddress: mandatory([19, 53], "Receiver Street Address", alphameric),
  reserved: reserved([54, 87]),
  ...entrySequence,
});

export const iatReceiverPlaceLayout = layout("IAT Addenda Record 16", {
  ...start("16"),
  receiverCityStateProvince: mandatory([4, 38], "Receiver City & State/Province", alphameric),
  receiverCountryPostalCode: mandatory([39, 73], "Receiver Country & Postal Code", alphameric),
  receiverDateOfBirth: optionalField([74, 83], "Receiver Date of Birth", alphameric),
  reserved: reserved([84, 87]),
  ...entrySequence,
});

export const iatRemittanceLayout = layout("IAT Addenda Record 17", {
  ...start("17"),
  paymentRelatedInformation: required([4, 83], "Payment Related Information", alphameric),
  ...numbered,
});

export const iatCorrespondentLayout = layout("IAT Addenda Record 18", {
  ...start("18"),
  correspondentBankName: mandatory([4, 38], "Foreign Correspondent Bank Name", alphameric),
  correspondentBankIdQualifier: mandatory(
    [39, 40],
    "Foreign Correspondent Bank Identification Number Qualifier",
    bankIdQualifier,
  ),
  correspondentBankIdentification: mandatory([41, 74], "Foreign Correspondent Bank Identification Number", alphameric),
  correspondentBankBranchCountryCode: mandatory([75, 77], "Foreign Correspondent Bank Branch Country Code", alphameric),
  reserved: reserved([78, 83]),
  ...numbered,
});
