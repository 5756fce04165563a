import { choice, optional, repeated, sequence, several } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAndAmount } from "./amounts-and-dates.ts";
import { CreditDebitCode, DocumentType3Code, DocumentType6Code, RemittanceLocationMethod2Code } from "./code-lists.ts";
import { PartyIdentification135, PostalAddress24 } from "./parties-and-agents.ts";
import {
  ExternalDiscountAmountType1Code,
  ExternalDocumentLineType1Code,
  ISODate,
  Max4Text,
  Max35Text,
  Max140Text,
  Max2048Text,
} from "./simple-types.ts";
import { Garnishment3, TaxAmountAndType1, TaxInformation7 } from "./tax.ts";

/** Remittance information: free text, or invoices and credit notes with their amounts. */

const CreditorReferenceType1Choice = choice("CreditorReferenceType1Choice", {
  Cd: DocumentType3Code,
  Prtry: Max35Text,
});

const CreditorReferenceType2 = sequence("CreditorReferenceType2", {
  CdOrPrtry: CreditorReferenceType1Choice,
  Issr: optional(Max35Text),
});

export const CreditorReferenceInformation2 = sequence("CreditorReferenceInformation2", {
  Tp: optional(CreditorReferenceType2),
  Ref: optional(Max35Text),
});

const DiscountAmountType1Choice = choice("DiscountAmountType1Choice", {
  Cd: ExternalDiscountAmountType1Code,
  Prtry: Max35Text,
});

const DiscountAmountAndType1 = sequence("DiscountAmountAndType1", {
  Tp: optional(DiscountAmountType1Choice),
  Amt: ActiveOrHistoricCurrencyAndAmount,
});

export const DocumentAdjustment1 = sequence("DocumentAdjustment1", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: optional(CreditDebitCode),
  Rsn: optional(Max4Text),
  AddtlInf: optional(Max140Text),
});

const DocumentLineType1Choice = choice("DocumentLineType1Choice", {
  Cd: ExternalDocumentLineType1Code,
  Prtry: Max35Text,
});

const DocumentLineType1 = sequence("DocumentLineType1", {
  CdOrPrtry: DocumentLineType1Choice,
  Issr: optional(Max35Text),
});

const DocumentLineIdentification1 = sequence("DocumentLineIdentification1", {
  Tp: optional(DocumentLineType1),
  Nb: optional(Max35Text),
  RltdDt: optional(ISODate),
});

const RemittanceAmount3 = sequence("RemittanceAmount3", {
  DuePyblAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  DscntApldAmt: repeated(DiscountAmountAndType1),
  CdtNoteAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TaxAmt: repeated(TaxAmountAndType1),
  AdjstmntAmtAndRsn: repeated(DocumentAdjustment1),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
});

const DocumentLineInformation1 = sequence("DocumentLineInformation1", {
  Id: several(DocumentLineIdentification1),
  Desc: optional(Max2048Text),
  Amt: optional(RemittanceAmount3),
});

export const NameAndAddress16 = sequence("NameAndAddress16", {
  Nm: Max140Text,
  Adr: PostalAddress24,
});

const ReferredDocumentType3Choice = choice("ReferredDocumentType3Choice", {
  Cd: DocumentType6Code,
  Prtry: Max35Text,
});

const ReferredDocumentType4 = sequence("ReferredDocumentType4", {
  CdOrPrtry: ReferredDocumentType3Choice,
  Issr: optional(Max35Text),
});

const ReferredDocumentInformation7 = sequence("ReferredDocumentInformation7", {
  Tp: optional(ReferredDocumentType4),
  Nb: optional(Max35Text),
  RltdDt: optional(ISODate),
  LineDtls: repeated(DocumentLineInformation1),
});

const RemittanceAmount2 = sequence("RemittanceAmount2", {
  DuePyblAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  DscntApldAmt: repeated(DiscountAmountAndType1),
  CdtNoteAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TaxAmt: repeated(TaxAmountAndType1),
  AdjstmntAmtAndRsn: repeated(DocumentAdjustment1),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
});

const StructuredRemittanceInformation16 = sequence("StructuredRemittanceInformation16", {
  RfrdDocInf: repeated(ReferredDocumentInformation7),
  RfrdDocAmt: optional(RemittanceAmount2),
  CdtrRefInf: optional(CreditorReferenceInformation2),
  Invcr: optional(PartyIdentification135),
  Invcee: optional(PartyIdentification135),
  TaxRmt: optional(TaxInformation7),
  GrnshmtRmt: optional(Garnishment3),
  AddtlRmtInf: repeated(Max140Text, 3),
});

export const RemittanceInformation16 = sequence("RemittanceInformation16", {
  Ustrd: repeated(Max140Text),
  Strd: repeated(StructuredRemittanceInformation16),
});

const RemittanceLocationData1 = sequence("RemittanceLocationData1", {
  Mtd: RemittanceLocationMethod2Code,
  ElctrncAdr: optional(Max2048Text),
  PstlAdr: optional(NameAndAddress16),
});

export const RemittanceLocation7 = sequence("RemittanceLocation7", {
  RmtId: optional(Max35Text),
  RmtLctnDtls: repeated(RemittanceLocationData1),
});
