import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAndAmount, DatePeriod2 } from "./amounts-and-dates.ts";
import { TaxRecordPeriod1Code } from "./code-lists.ts";
import { PartyIdentification135 } from "./parties-and-agents.ts";
import {
  ExternalGarnishmentType1Code,
  ExternalTaxAmountType1Code,
  ISODate,
  Max35Text,
  Max140Text,
  NumberText,
  PercentageRate,
  TrueFalseIndicator,
} from "./simple-types.ts";

/** Tax and garnishment information of remittances. */

const GarnishmentType1Choice = choice("GarnishmentType1Choice", {
  Cd: ExternalGarnishmentType1Code,
  Prtry: Max35Text,
});

const GarnishmentType1 = sequence("GarnishmentType1", {
  CdOrPrtry: GarnishmentType1Choice,
  Issr: optional(Max35Text),
});

export const Garnishment3 = sequence("Garnishment3", {
  Tp: GarnishmentType1,
  Grnshee: optional(PartyIdentification135),
  GrnshmtAdmstr: optional(PartyIdentification135),
  RefNb: optional(Max140Text),
  Dt: optional(ISODate),
  RmtdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  FmlyMdclInsrncInd: optional(TrueFalseIndicator),
  MplyeeTermntnInd: optional(TrueFalseIndicator),
});

const TaxPeriod2 = sequence("TaxPeriod2", {
  Yr: optional(ISODate),
  Tp: optional(TaxRecordPeriod1Code),
  FrToDt: optional(DatePeriod2),
});

const TaxRecordDetails2 = sequence("TaxRecordDetails2", {
  Prd: optional(TaxPeriod2),
  Amt: ActiveOrHistoricCurrencyAndAmount,
});

const TaxAmount2 = sequence("TaxAmount2", {
  Rate: optional(PercentageRate),
  TaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dtls: repeated(TaxRecordDetails2),
});

const TaxAmountType1Choice = choice("TaxAmountType1Choice", {
  Cd: ExternalTaxAmountType1Code,
  Prtry: Max35Text,
});

export const TaxAmountAndType1 = sequence("TaxAmountAndType1", {
  Tp: optional(TaxAmountType1Choice),
  Amt: ActiveOrHistoricCurrencyAndAmount,
});

const TaxAuthorisation1 = sequence("TaxAuthorisation1", {
  Titl: optional(Max35Text),
  Nm: optional(Max140Text),
});

export const TaxCharges2 = sequence("TaxCharges2", {
  Id: optional(Max35Text),
  Rate: optional(PercentageRate),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
});

export const TaxParty1 = sequence("TaxParty1", {
  TaxId: optional(Max35Text),
  RegnId: optional(Max35Text),
  TaxTp: optional(Max35Text),
});

export const TaxParty2 = sequence("TaxParty2", {
  TaxId: optional(Max35Text),
  RegnId: optional(Max35Text),
  TaxTp: optional(Max35Text),
  Authstn: optional(TaxAuthorisation1),
});

const TaxRecord2 = sequence("TaxRecord2", {
  Tp: optional(Max35Text),
  Ctgy: optional(Max35Text),
  CtgyDtls: optional(Max35Text),
  DbtrSts: optional(Max35Text),
  CertId: optional(Max35Text),
  FrmsCd: optional(Max35Text),
  Prd: optional(TaxPeriod2),
  TaxAmt: optional(TaxAmount2),
  AddtlInf: optional(Max140Text),
});

export const TaxInformation7 = sequence("TaxInformation7", {
  Cdtr: optional(TaxParty1),
  Dbtr: optional(TaxParty2),
  UltmtDbtr: optional(TaxParty2),
  AdmstnZone: optional(Max35Text),
  RefNb: optional(Max140Text),
  Mtd: optional(Max35Text),
  TtlTaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(ISODate),
  SeqNb: optional(NumberText),
  Rcrd: repeated(TaxRecord2),
});

export const TaxInformation8 = sequence("TaxInformation8", {
  Cdtr: optional(TaxParty1),
  Dbtr: optional(TaxParty2),
  AdmstnZone: optional(Max35Text),
  RefNb: optional(Max140Text),
  Mtd: optional(Max35Text),
  TtlTaxblBaseAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  TtlTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(ISODate),
  SeqNb: optional(NumberText),
  Rcrd: repeated(TaxRecord2),
});
