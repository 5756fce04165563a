import { choice, optional, repeated, sequence } from "../../schema/element-types.ts";
import {
  ActiveOrHistoricCurrencyAndAmount,
  CreditorReferenceInformation2,
  DocumentAdjustment1,
  ISODate,
  Max35Text,
  Max140Text,
  Max2048Text,
  NumberText,
  PercentageRate,
  RemittanceLocationMethod2Code,
  TaxParty1,
  TaxParty2,
  TaxRecordPeriod1Code,
} from "../generated.ts";
import { DatePeriodDetails, NameAndAddress10, PartyIdentification32 } from "./parties.ts";
import { DocumentType5Code } from "./simple-types.ts";

/** Remittance and tax information in the versions of 2009. */

const ReferredDocumentType1Choice = choice("ReferredDocumentType1Choice", {
  Cd: DocumentType5Code,
  Prtry: Max35Text,
});

const ReferredDocumentType2 = sequence("ReferredDocumentType2", {
  CdOrPrtry: ReferredDocumentType1Choice,
  Issr: optional(Max35Text),
});

const ReferredDocumentInformation3 = sequence("ReferredDocumentInformation3", {
  Tp: optional(ReferredDocumentType2),
  Nb: optional(Max35Text),
  RltdDt: optional(ISODate),
});

const RemittanceAmount1 = sequence("RemittanceAmount1", {
  DuePyblAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  DscntApldAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  CdtNoteAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  AdjstmntAmtAndRsn: repeated(DocumentAdjustment1),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
});

const StructuredRemittanceInformation7 = sequence("StructuredRemittanceInformation7", {
  RfrdDocInf: repeated(ReferredDocumentInformation3),
  RfrdDocAmt: optional(RemittanceAmount1),
  CdtrRefInf: optional(CreditorReferenceInformation2),
  Invcr: optional(PartyIdentification32),
  Invcee: optional(PartyIdentification32),
  AddtlRmtInf: repeated(Max140Text, 3),
});

export const RemittanceInformation5 = sequence("RemittanceInformation5", {
  Ustrd: repeated(Max140Text),
  Strd: repeated(StructuredRemittanceInformation7),
});

export const RemittanceLocation2 = sequence("RemittanceLocation2", {
  RmtId: optional(Max35Text),
  RmtLctnMtd: optional(RemittanceLocationMethod2Code),
  RmtLctnElctrncAdr: optional(Max2048Text),
  RmtLctnPstlAdr: optional(NameAndAddress10),
});

const TaxPeriod1 = sequence("TaxPeriod1", {
  Yr: optional(ISODate),
  Tp: optional(TaxRecordPeriod1Code),
  FrToDt: optional(DatePeriodDetails),
});

const TaxRecordDetails1 = sequence("TaxRecordDetails1", {
  Prd: optional(TaxPeriod1),
  Amt: ActiveOrHistoricCurrencyAndAmount,
});

const TaxAmount1 = sequence("TaxAmount1", {
  Rate: optional(PercentageRate),
  TaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dtls: repeated(TaxRecordDetails1),
});

const TaxRecord1 = sequence("TaxRecord1", {
  Tp: optional(Max35Text),
  Ctgy: optional(Max35Text),
  CtgyDtls: optional(Max35Text),
  DbtrSts: optional(Max35Text),
  CertId: optional(Max35Text),
  FrmsCd: optional(Max35Text),
  Prd: optional(TaxPeriod1),
  TaxAmt: optional(TaxAmount1),
  AddtlInf: optional(Max140Text),
});

export const TaxInformation3 = sequence("TaxInformation3", {
  Cdtr: optional(TaxParty1),
  Dbtr: optional(TaxParty2),
  AdmstnZn: optional(Max35Text),
  RefNb: optional(Max140Text),
  Mtd: optional(Max35Text),
  TtlTaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(ISODate),
  SeqNb: optional(NumberText),
  Rcrd: repeated(TaxRecord1),
});
