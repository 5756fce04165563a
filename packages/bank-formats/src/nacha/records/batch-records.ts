import {
  alphameric,
  cents,
  codeText,
  digitString,
  effectiveDate,
  julianDay,
  oneOf,
  wholeNumber,
} from "../fields/kinds.ts";
import { fixed, layout, mandatory, optionalField, required, reserved, type ValuesOf } from "../fields/layout.ts";

/** 200 mixed, 220 credits only, 225 debits only. 280 (ADV) is not supported. */
const serviceClass = oneOf("200", "220", "225");
const originatorStatus = oneOf("0", "1", "2");

/** ORF 3.2.1, "Company/Batch Header Record". */
export const batchHeaderLayout = layout("Company/Batch Header Record", {
  recordTypeCode: fixed([1, 1], "Record Type Code", "5"),
  serviceClassCode: mandatory([2, 4], "Service Class Code", serviceClass),
  companyName: mandatory([5, 20], "Company Name", alphameric),
  companyDiscretionaryData: optionalField([21, 40], "Company Discretionary Data", alphameric),
  companyIdentification: mandatory([41, 50], "Company Identification", alphameric),
  standardEntryClassCode: mandatory([51, 53], "Standard Entry Class Code", codeText),
  companyEntryDescription: mandatory([54, 63], "Company Entry Description", alphameric),
  companyDescriptiveDate: optionalField([64, 69], "Company Descriptive Date", alphameric),
  /** Required for forward entries (rule batchEffectiveDate); returns often have none. */
  effectiveEntryDate: optionalField([70, 75], "Effective Entry Date", effectiveDate),
  /** The operator inserts it; a file that an originator writes leaves it blank. */
  settlementDate: optionalField([76, 78], "Settlement Date (Julian)", julianDay),
  originatorStatusCode: mandatory([79, 79], "Originator Status Code", originatorStatus),
  odfiIdentification: mandatory([80, 87], "Originating DFI Identification", digitString),
  batchNumber: mandatory([88, 94], "Batch Number", wholeNumber),
});
export type BatchHeader = ValuesOf<typeof batchHeaderLayout.fields>;

/** ORF 3.2.1, "IAT Company/Batch Header Record". */
export const iatBatchHeaderLayout = layout("IAT Company/Batch Header Record", {
  recordTypeCode: fixed([1, 1], "Record Type Code", "5"),
  serviceClassCode: mandatory([2, 4], "Service Class Code", serviceClass),
  /** `IATCOR` in notifications of change, otherwise blank. */
  iatIndicator: optionalField([5, 20], "IAT Indicator", alphameric),
  /** FF: same currency; FV and VF: fixed to variable amount and the reverse. */
  foreignExchangeIndicator: mandatory([21, 22], "Foreign Exchange Indicator", oneOf("FF", "FV", "VF")),
  /** 1: the reference is a rate; 2: a reference number; 3: blank. */
  foreignExchangeReferenceIndicator: required([23, 23], "Foreign Exchange Reference Indicator", oneOf("1", "2", "3")),
  foreignExchangeReference: optionalField([24, 38], "Foreign Exchange Reference", alphameric),
  isoDestinationCountryCode: mandatory([39, 40], "ISO Destination Country Code", codeText),
  originatorIdentification: mandatory([41, 50], "Originator Identification", alphameric),
  standardEntryClassCode: mandatory([51, 53], "Standard Entry Class Code", oneOf("IAT", "COR")),
  companyEntryDescription: mandatory([54, 63], "Company Entry Description", alphameric),
  isoOriginatingCurrencyCode: mandatory([64, 66], "ISO Originating Currency Code", codeText),
  isoDestinationCurrencyCode: mandatory([67, 69], "ISO Destination Currency Code", codeText),
  effectiveEntryDate: optionalField([70, 75], "Effective Entry Date", effectiveDate),
  settlementDate: optionalField([76, 78], "Settlement Date (Julian)", julianDay),
  originatorStatusCode: mandatory([79, 79], "Originator Status Code", originatorStatus),
  /** The gateway's in inbound entries, the ODFI's in outbound ones. */
  odfiIdentification: mandatory([80, 87], "Gateway Operator/Originating DFI Identification", digitString),
  batchNumber: mandatory([88, 94], "Batch Number", wholeNumber),
});
export type IatBatchHeader = ValuesOf<typeof iatBatchHeaderLayout.fields>;

export type AnyBatchHeader = BatchHeader | IatBatchHeader;

/** An IAT batch, or a batch of notifications of change for IAT entries. */
export const isIatHeader = (header: AnyBatchHeader): header is IatBatchHeader => "foreignExchangeIndicator" in header;

/** ORF 3.2.1, "Company/Batch Control Record"; the same for all classes but ADV. */
export const batchControlLayout = layout("Company/Batch Control Record", {
  recordTypeCode: fixed([1, 1], "Record Type Code", "8"),
  serviceClassCode: mandatory([2, 4], "Service Class Code", serviceClass),
  entryAddendaCount: mandatory([5, 10], "Entry/Addenda Count", wholeNumber),
  entryHash: mandatory([11, 20], "Entry Hash", wholeNumber),
  totalDebitMinor: mandatory([21, 32], "Total Debit Entry Dollar Amount", cents),
  totalCreditMinor: mandatory([33, 44], "Total Credit Entry Dollar Amount", cents),
  /** Optional only here, so that a missing one is reported as different from the header's. */
  companyIdentification: optionalField([45, 54], "Company Identification", alphameric),
  messageAuthenticationCode: optionalField([55, 73], "Message Authentication Code", alphameric),
  reserved: reserved([74, 79]),
  odfiIdentification: mandatory([80, 87], "Originating DFI Identification", digitString),
  batchNumber: mandatory([88, 94], "Batch Number", wholeNumber),
});
export type BatchControl = ValuesOf<typeof batchControlLayout.fields>;
