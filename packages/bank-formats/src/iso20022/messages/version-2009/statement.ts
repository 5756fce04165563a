import { choice, optional, repeated, sequence, several } from "../../schema/element-types.ts";
import {
  AccountIdentification4Choice,
  ActiveOrHistoricCurrencyAndAmount,
  ActiveOrHistoricCurrencyCode,
  BalanceSubType1Choice,
  BankTransactionCodeStructure4,
  CopyDuplicate1Code,
  CreditDebitCode,
  DecimalNumber,
  InterestType1Choice,
  ISODateTime,
  Max5NumericText,
  Max15NumericText,
  Max35Text,
  Max70Text,
  Max500Text,
  NumberAndSumOfTransactions1,
  NumberText,
  ReportingSource1Choice,
  TrueFalseIndicator,
  YesNoIndicator,
} from "../generated.ts";
import {
  BranchAndFinancialInstitutionIdentification4,
  CashAccount16,
  CashAccountType2,
  DateAndDateTimeChoice,
  DateTimePeriodDetails,
  PartyIdentification32,
} from "./parties.ts";
import { BalanceType12Code } from "./simple-types.ts";
import { CashBalanceAvailability2, NumberAndSumOfTransactions2, Rate3, ReportEntry2 } from "./statement-entries.ts";

/** BankToCustomerStatement, version of 2009, which many banks still send. */

const AccountInterest2 = sequence("AccountInterest2", {
  Tp: optional(InterestType1Choice),
  Rate: repeated(Rate3),
  FrToDt: optional(DateTimePeriodDetails),
  Rsn: optional(Max35Text),
});

const CashAccount20 = sequence("CashAccount20", {
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
  Ownr: optional(PartyIdentification32),
  Svcr: optional(BranchAndFinancialInstitutionIdentification4),
});

const BalanceType5Choice = choice("BalanceType5Choice", {
  Cd: BalanceType12Code,
  Prtry: Max35Text,
});

const BalanceType12 = sequence("BalanceType12", {
  CdOrPrtry: BalanceType5Choice,
  SubTp: optional(BalanceSubType1Choice),
});

const CreditLine2 = sequence("CreditLine2", {
  Incl: TrueFalseIndicator,
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
});

const CashBalance3 = sequence("CashBalance3", {
  Tp: BalanceType12,
  CdtLine: optional(CreditLine2),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  Dt: DateAndDateTimeChoice,
  Avlbty: repeated(CashBalanceAvailability2),
});

const TotalsPerBankTransactionCode2 = sequence("TotalsPerBankTransactionCode2", {
  NbOfNtries: optional(Max15NumericText),
  Sum: optional(DecimalNumber),
  TtlNetNtryAmt: optional(DecimalNumber),
  CdtDbtInd: optional(CreditDebitCode),
  FcstInd: optional(TrueFalseIndicator),
  BkTxCd: BankTransactionCodeStructure4,
  Avlbty: repeated(CashBalanceAvailability2),
});

const TotalTransactions2 = sequence("TotalTransactions2", {
  TtlNtries: optional(NumberAndSumOfTransactions2),
  TtlCdtNtries: optional(NumberAndSumOfTransactions1),
  TtlDbtNtries: optional(NumberAndSumOfTransactions1),
  TtlNtriesPerBkTxCd: repeated(TotalsPerBankTransactionCode2),
});

const AccountStatement2 = sequence("AccountStatement2", {
  Id: Max35Text,
  ElctrncSeqNb: optional(NumberText),
  LglSeqNb: optional(NumberText),
  CreDtTm: ISODateTime,
  FrToDt: optional(DateTimePeriodDetails),
  CpyDplctInd: optional(CopyDuplicate1Code),
  RptgSrc: optional(ReportingSource1Choice),
  Acct: CashAccount20,
  RltdAcct: optional(CashAccount16),
  Intrst: repeated(AccountInterest2),
  Bal: several(CashBalance3),
  TxsSummry: optional(TotalTransactions2),
  Ntry: repeated(ReportEntry2),
  AddtlStmtInf: optional(Max500Text),
});

const Pagination = sequence("Pagination", {
  PgNb: Max5NumericText,
  LastPgInd: YesNoIndicator,
});

const GroupHeader42 = sequence("GroupHeader42", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  MsgRcpt: optional(PartyIdentification32),
  MsgPgntn: optional(Pagination),
  AddtlInf: optional(Max500Text),
});

export const BankToCustomerStatementV02 = sequence("BankToCustomerStatementV02", {
  GrpHdr: GroupHeader42,
  Stmt: several(AccountStatement2),
});
