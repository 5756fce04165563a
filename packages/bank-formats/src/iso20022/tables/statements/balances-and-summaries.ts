import { choice, optional, repeated, sequence } from "../../schema/element-types.ts";
import { AccountIdentification4Choice, CashAccountType2Choice, ProxyAccountIdentification1 } from "../accounts.ts";
import { ActiveOrHistoricCurrencyAndAmount, DateAndDateTime2Choice, DateTimePeriod1 } from "../amounts-and-dates.ts";
import { CreditDebitCode, InterestType1Code } from "../code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../parties-and-agents.ts";
import {
  ActiveOrHistoricCurrencyCode,
  BaseOneRate,
  DecimalNumber,
  ExternalBalanceSubType1Code,
  ExternalBalanceType1Code,
  ExternalBankTransactionDomain1Code,
  ExternalBankTransactionFamily1Code,
  ExternalBankTransactionSubFamily1Code,
  ExternalCreditLineType1Code,
  ExternalReportingSource1Code,
  ImpliedCurrencyAndAmount,
  ISODate,
  ISODateTime,
  Max5NumericText,
  Max15NumericText,
  Max15PlusSignedNumericText,
  Max35Text,
  Max70Text,
  Max500Text,
  NonNegativeDecimalNumber,
  PercentageRate,
  TrueFalseIndicator,
  YesNoIndicator,
} from "../simple-types.ts";
import { TaxCharges2 } from "../tax.ts";

/** Balances, interest, totals, and exchange rates of camt.052, camt.053, and camt.054. */

export const InterestType1Choice = choice("InterestType1Choice", {
  Cd: InterestType1Code,
  Prtry: Max35Text,
});

export const RateType4Choice = choice("RateType4Choice", {
  Pctg: PercentageRate,
  Othr: Max35Text,
});

export const AmountRangeBoundary1 = sequence("AmountRangeBoundary1", {
  BdryAmt: ImpliedCurrencyAndAmount,
  Incl: YesNoIndicator,
});

const FromToAmountRange1 = sequence("FromToAmountRange1", {
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
});

const ImpliedCurrencyAmountRange1Choice = choice("ImpliedCurrencyAmountRange1Choice", {
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
  FrToAmt: FromToAmountRange1,
  EQAmt: ImpliedCurrencyAndAmount,
  NEQAmt: ImpliedCurrencyAndAmount,
});

const ActiveOrHistoricCurrencyAndAmountRange2 = sequence("ActiveOrHistoricCurrencyAndAmountRange2", {
  Amt: ImpliedCurrencyAmountRange1Choice,
  CdtDbtInd: optional(CreditDebitCode),
  Ccy: ActiveOrHistoricCurrencyCode,
});

const Rate4 = sequence("Rate4", {
  Tp: RateType4Choice,
  VldtyRg: optional(ActiveOrHistoricCurrencyAndAmountRange2),
});

export const AccountInterest4 = sequence("AccountInterest4", {
  Tp: optional(InterestType1Choice),
  Rate: repeated(Rate4),
  FrToDt: optional(DateTimePeriod1),
  Rsn: optional(Max35Text),
  Tax: optional(TaxCharges2),
});

const CurrencyExchange5 = sequence("CurrencyExchange5", {
  SrcCcy: ActiveOrHistoricCurrencyCode,
  TrgtCcy: optional(ActiveOrHistoricCurrencyCode),
  UnitCcy: optional(ActiveOrHistoricCurrencyCode),
  XchgRate: BaseOneRate,
  CtrctId: optional(Max35Text),
  QtnDt: optional(ISODateTime),
});

const AmountAndCurrencyExchangeDetails3 = sequence("AmountAndCurrencyExchangeDetails3", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyXchg: optional(CurrencyExchange5),
});

const AmountAndCurrencyExchangeDetails4 = sequence("AmountAndCurrencyExchangeDetails4", {
  Tp: Max35Text,
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyXchg: optional(CurrencyExchange5),
});

export const AmountAndCurrencyExchange3 = sequence("AmountAndCurrencyExchange3", {
  InstdAmt: optional(AmountAndCurrencyExchangeDetails3),
  TxAmt: optional(AmountAndCurrencyExchangeDetails3),
  CntrValAmt: optional(AmountAndCurrencyExchangeDetails3),
  AnncdPstngAmt: optional(AmountAndCurrencyExchangeDetails3),
  PrtryAmt: repeated(AmountAndCurrencyExchangeDetails4),
});

const AmountAndDirection35 = sequence("AmountAndDirection35", {
  Amt: NonNegativeDecimalNumber,
  CdtDbtInd: CreditDebitCode,
});

export const BalanceSubType1Choice = choice("BalanceSubType1Choice", {
  Cd: ExternalBalanceSubType1Code,
  Prtry: Max35Text,
});

const BalanceType10Choice = choice("BalanceType10Choice", {
  Cd: ExternalBalanceType1Code,
  Prtry: Max35Text,
});

const BalanceType13 = sequence("BalanceType13", {
  CdOrPrtry: BalanceType10Choice,
  SubTp: optional(BalanceSubType1Choice),
});

const BankTransactionCodeStructure6 = sequence("BankTransactionCodeStructure6", {
  Cd: ExternalBankTransactionFamily1Code,
  SubFmlyCd: ExternalBankTransactionSubFamily1Code,
});

const BankTransactionCodeStructure5 = sequence("BankTransactionCodeStructure5", {
  Cd: ExternalBankTransactionDomain1Code,
  Fmly: BankTransactionCodeStructure6,
});

const ProprietaryBankTransactionCodeStructure1 = sequence("ProprietaryBankTransactionCodeStructure1", {
  Cd: Max35Text,
  Issr: optional(Max35Text),
});

export const BankTransactionCodeStructure4 = sequence("BankTransactionCodeStructure4", {
  Domn: optional(BankTransactionCodeStructure5),
  Prtry: optional(ProprietaryBankTransactionCodeStructure1),
});

export const CashAccount39 = sequence("CashAccount39", {
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2Choice),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
  Prxy: optional(ProxyAccountIdentification1),
  Ownr: optional(PartyIdentification135),
  Svcr: optional(BranchAndFinancialInstitutionIdentification6),
});

const CashAvailabilityDate1Choice = choice("CashAvailabilityDate1Choice", {
  NbOfDays: Max15PlusSignedNumericText,
  ActlDt: ISODate,
});

export const CashAvailability1 = sequence("CashAvailability1", {
  Dt: CashAvailabilityDate1Choice,
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
});

const CreditLineType1Choice = choice("CreditLineType1Choice", {
  Cd: ExternalCreditLineType1Code,
  Prtry: Max35Text,
});

const CreditLine3 = sequence("CreditLine3", {
  Incl: TrueFalseIndicator,
  Tp: optional(CreditLineType1Choice),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  Dt: optional(DateAndDateTime2Choice),
});

export const CashBalance8 = sequence("CashBalance8", {
  Tp: BalanceType13,
  CdtLine: repeated(CreditLine3),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Dt: DateAndDateTime2Choice,
  Avlbty: repeated(CashAvailability1),
});

export const Pagination1 = sequence("Pagination1", {
  PgNb: Max5NumericText,
  LastPgInd: YesNoIndicator,
});

const OriginalBusinessQuery1 = sequence("OriginalBusinessQuery1", {
  MsgId: Max35Text,
  MsgNmId: optional(Max35Text),
  CreDtTm: optional(ISODateTime),
});

export const GroupHeader81 = sequence("GroupHeader81", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  MsgRcpt: optional(PartyIdentification135),
  MsgPgntn: optional(Pagination1),
  OrgnlBizQry: optional(OriginalBusinessQuery1),
  AddtlInf: optional(Max500Text),
});

export const InterestRecord2 = sequence("InterestRecord2", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Tp: optional(InterestType1Choice),
  Rate: optional(Rate4),
  FrToDt: optional(DateTimePeriod1),
  Rsn: optional(Max35Text),
  Tax: optional(TaxCharges2),
});

export const NumberAndSumOfTransactions1 = sequence("NumberAndSumOfTransactions1", {
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
});

const NumberAndSumOfTransactions4 = sequence("NumberAndSumOfTransactions4", {
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtry: optional(AmountAndDirection35),
});

export const ReportingSource1Choice = choice("ReportingSource1Choice", {
  Cd: ExternalReportingSource1Code,
  Prtry: Max35Text,
});

const TotalsPerBankTransactionCode5 = sequence("TotalsPerBankTransactionCode5", {
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtry: optional(AmountAndDirection35),
  CdtNtries: optional(NumberAndSumOfTransactions1),
  DbtNtries: optional(NumberAndSumOfTransactions1),
  FcstInd: optional(TrueFalseIndicator),
  BkTxCd: BankTransactionCodeStructure4,
  Avlbty: repeated(CashAvailability1),
  Dt: optional(DateAndDateTime2Choice),
});

export const TotalTransactions6 = sequence("TotalTransactions6", {
  TtlNtries: optional(NumberAndSumOfTransactions4),
  TtlCdtNtries: optional(NumberAndSumOfTransactions1),
  TtlDbtNtries: optional(NumberAndSumOfTransactions1),
  TtlNtriesPerBkTxCd: repeated(TotalsPerBankTransactionCode5),
});
