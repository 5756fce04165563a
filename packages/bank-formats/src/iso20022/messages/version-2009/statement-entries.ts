import { choice, optional, repeated, sequence, several } from "../../schema/element-types.ts";
import {
  ActiveOrHistoricCurrencyAndAmount,
  ActiveOrHistoricCurrencyCode,
  AmountAndCurrencyExchange3,
  AmountRangeBoundary1,
  BankTransactionCodeStructure4,
  BatchInformation2,
  ChargeBearerType1Code,
  CreditDebitCode,
  DecimalNumber,
  GenericIdentification3,
  ImpliedCurrencyAndAmount,
  InterestType1Choice,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max15PlusSignedNumericText,
  Max35Text,
  Max105Text,
  Max500Text,
  MessageIdentification2,
  PercentageRate,
  ProprietaryPrice2,
  ProprietaryQuantity1,
  ProprietaryReference1,
  Purpose2Choice,
  RateType4Choice,
  ReturnReason5Choice,
  TaxCharges2,
  TechnicalInputChannel1Choice,
  TrueFalseIndicator,
  YesNoIndicator,
} from "../generated.ts";
import {
  BranchAndFinancialInstitutionIdentification4,
  CashAccount16,
  DateAndDateTimeChoice,
  DateTimePeriodDetails,
  PartyIdentification32,
} from "./parties.ts";
import { RemittanceInformation5, RemittanceLocation2, TaxInformation3 } from "./remittance.ts";
import { ChargeType1Code, EntryStatus2Code, ISINIdentifier } from "./simple-types.ts";

/** Entries of camt.053.001.02 and their transactions. */

const AlternateSecurityIdentification2 = sequence("AlternateSecurityIdentification2", {
  Tp: Max35Text,
  Id: Max35Text,
});

const CashBalanceAvailabilityDate1 = choice("CashBalanceAvailabilityDate1", {
  NbOfDays: Max15PlusSignedNumericText,
  ActlDt: ISODate,
});

export const CashBalanceAvailability2 = sequence("CashBalanceAvailability2", {
  Dt: CashBalanceAvailabilityDate1,
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
});

const ChargeType2Choice = choice("ChargeType2Choice", {
  Cd: ChargeType1Code,
  Prtry: GenericIdentification3,
});

const ChargesInformation6 = sequence("ChargesInformation6", {
  TtlChrgsAndTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: optional(CreditDebitCode),
  Tp: optional(ChargeType2Choice),
  Rate: optional(PercentageRate),
  Br: optional(ChargeBearerType1Code),
  Pty: optional(BranchAndFinancialInstitutionIdentification4),
  Tax: optional(TaxCharges2),
});

const CorporateAction1 = sequence("CorporateAction1", {
  Cd: optional(Max35Text),
  Nb: optional(Max35Text),
  Prtry: optional(Max35Text),
});

const FromToAmountRange = sequence("FromToAmountRange", {
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
});

const ImpliedCurrencyAmountRangeChoice = choice("ImpliedCurrencyAmountRangeChoice", {
  FrAmt: AmountRangeBoundary1,
  ToAmt: AmountRangeBoundary1,
  FrToAmt: FromToAmountRange,
  EQAmt: ImpliedCurrencyAndAmount,
  NEQAmt: ImpliedCurrencyAndAmount,
});

const CurrencyAndAmountRange2 = sequence("CurrencyAndAmountRange2", {
  Amt: ImpliedCurrencyAmountRangeChoice,
  CdtDbtInd: optional(CreditDebitCode),
  Ccy: ActiveOrHistoricCurrencyCode,
});

const TransactionReferences2 = sequence("TransactionReferences2", {
  MsgId: optional(Max35Text),
  AcctSvcrRef: optional(Max35Text),
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  MndtId: optional(Max35Text),
  ChqNb: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  Prtry: optional(ProprietaryReference1),
});

export const Rate3 = sequence("Rate3", {
  Tp: RateType4Choice,
  VldtyRg: optional(CurrencyAndAmountRange2),
});

const TransactionInterest2 = sequence("TransactionInterest2", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Tp: optional(InterestType1Choice),
  Rate: repeated(Rate3),
  FrToDt: optional(DateTimePeriodDetails),
  Rsn: optional(Max35Text),
});

const ProprietaryParty2 = sequence("ProprietaryParty2", {
  Tp: Max35Text,
  Pty: PartyIdentification32,
});

const TransactionParty2 = sequence("TransactionParty2", {
  InitgPty: optional(PartyIdentification32),
  Dbtr: optional(PartyIdentification32),
  DbtrAcct: optional(CashAccount16),
  UltmtDbtr: optional(PartyIdentification32),
  Cdtr: optional(PartyIdentification32),
  CdtrAcct: optional(CashAccount16),
  UltmtCdtr: optional(PartyIdentification32),
  TradgPty: optional(PartyIdentification32),
  Prtry: repeated(ProprietaryParty2),
});

const ProprietaryAgent2 = sequence("ProprietaryAgent2", {
  Tp: Max35Text,
  Agt: BranchAndFinancialInstitutionIdentification4,
});

const TransactionAgents2 = sequence("TransactionAgents2", {
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification4),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification4),
  RcvgAgt: optional(BranchAndFinancialInstitutionIdentification4),
  DlvrgAgt: optional(BranchAndFinancialInstitutionIdentification4),
  IssgAgt: optional(BranchAndFinancialInstitutionIdentification4),
  SttlmPlc: optional(BranchAndFinancialInstitutionIdentification4),
  Prtry: repeated(ProprietaryAgent2),
});

const ProprietaryDate2 = sequence("ProprietaryDate2", {
  Tp: Max35Text,
  Dt: DateAndDateTimeChoice,
});

const TransactionDates2 = sequence("TransactionDates2", {
  AccptncDtTm: optional(ISODateTime),
  TradActvtyCtrctlSttlmDt: optional(ISODate),
  TradDt: optional(ISODate),
  IntrBkSttlmDt: optional(ISODate),
  StartDt: optional(ISODate),
  EndDt: optional(ISODate),
  TxDtTm: optional(ISODateTime),
  Prtry: repeated(ProprietaryDate2),
});

const TransactionPrice2Choice = choice("TransactionPrice2Choice", {
  DealPric: ActiveOrHistoricCurrencyAndAmount,
  Prtry: several(ProprietaryPrice2),
});

const FinancialInstrumentQuantityChoice = choice("FinancialInstrumentQuantityChoice", {
  Unit: DecimalNumber,
  FaceAmt: ImpliedCurrencyAndAmount,
  AmtsdVal: ImpliedCurrencyAndAmount,
});

const TransactionQuantities1Choice = choice("TransactionQuantities1Choice", {
  Qty: FinancialInstrumentQuantityChoice,
  Prtry: ProprietaryQuantity1,
});

const SecurityIdentification4Choice = choice("SecurityIdentification4Choice", {
  ISIN: ISINIdentifier,
  Prtry: AlternateSecurityIdentification2,
});

const ReturnReasonInformation10 = sequence("ReturnReasonInformation10", {
  OrgnlBkTxCd: optional(BankTransactionCodeStructure4),
  Orgtr: optional(PartyIdentification32),
  Rsn: optional(ReturnReason5Choice),
  AddtlInf: repeated(Max105Text),
});

const EntryTransaction2 = sequence("EntryTransaction2", {
  Refs: optional(TransactionReferences2),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Avlbty: repeated(CashBalanceAvailability2),
  BkTxCd: optional(BankTransactionCodeStructure4),
  Chrgs: repeated(ChargesInformation6),
  Intrst: repeated(TransactionInterest2),
  RltdPties: optional(TransactionParty2),
  RltdAgts: optional(TransactionAgents2),
  Purp: optional(Purpose2Choice),
  RltdRmtInf: repeated(RemittanceLocation2, 10),
  RmtInf: optional(RemittanceInformation5),
  RltdDts: optional(TransactionDates2),
  RltdPric: optional(TransactionPrice2Choice),
  RltdQties: repeated(TransactionQuantities1Choice),
  FinInstrmId: optional(SecurityIdentification4Choice),
  Tax: optional(TaxInformation3),
  RtrInf: optional(ReturnReasonInformation10),
  CorpActn: optional(CorporateAction1),
  SfkpgAcct: optional(CashAccount16),
  AddtlTxInf: optional(Max500Text),
});

const EntryDetails1 = sequence("EntryDetails1", {
  Btch: optional(BatchInformation2),
  TxDtls: repeated(EntryTransaction2),
});

export const NumberAndSumOfTransactions2 = sequence("NumberAndSumOfTransactions2", {
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtryAmt: optional(DecimalNumber),
  CdtDbtInd: optional(CreditDebitCode),
});

export const ReportEntry2 = sequence("ReportEntry2", {
  NtryRef: optional(Max35Text),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  RvslInd: optional(TrueFalseIndicator),
  Sts: EntryStatus2Code,
  BookgDt: optional(DateAndDateTimeChoice),
  ValDt: optional(DateAndDateTimeChoice),
  AcctSvcrRef: optional(Max35Text),
  Avlbty: repeated(CashBalanceAvailability2),
  BkTxCd: BankTransactionCodeStructure4,
  ComssnWvrInd: optional(YesNoIndicator),
  AddtlInfInd: optional(MessageIdentification2),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Chrgs: repeated(ChargesInformation6),
  TechInptChanl: optional(TechnicalInputChannel1Choice),
  Intrst: repeated(TransactionInterest2),
  NtryDtls: repeated(EntryDetails1),
  AddtlNtryInf: optional(Max500Text),
});
