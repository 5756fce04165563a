import { choice, optional, repeated, sequence } from "../../schema/element-types.ts";
import { CashAccount38 } from "../accounts.ts";
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  DateAndDateTime2Choice,
  SupplementaryData1,
} from "../amounts-and-dates.ts";
import { Charges6 } from "../charges.ts";
import { CreditDebitCode } from "../code-lists.ts";
import { ReturnReason5Choice } from "../originals-and-reasons.ts";
import {
  BranchAndFinancialInstitutionIdentification6,
  Party40Choice,
  PartyIdentification135,
} from "../parties-and-agents.ts";
import { LocalInstrument2Choice, Purpose2Choice } from "../payment-types.ts";
import { RemittanceInformation16, RemittanceLocation7 } from "../remittance.ts";
import {
  ExternalEntryStatus1Code,
  ExternalTechnicalInputChannel1Code,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  Max500Text,
  TrueFalseIndicator,
  UUIDv4Identifier,
  YesNoIndicator,
} from "../simple-types.ts";
import { TaxInformation8 } from "../tax.ts";
import {
  AmountAndCurrencyExchange3,
  BankTransactionCodeStructure4,
  CashAvailability1,
  InterestRecord2,
} from "./balances-and-summaries.ts";
import { CardEntry4, CardTransaction17 } from "./card-transactions.ts";
import {
  CorporateAction9,
  SecuritiesAccount19,
  SecurityIdentification19,
  TransactionPrice4Choice,
  TransactionQuantities3Choice,
} from "./securities.ts";

/** Entries of statements and their transactions. */

export const BatchInformation2 = sequence("BatchInformation2", {
  MsgId: optional(Max35Text),
  PmtInfId: optional(Max35Text),
  NbOfTxs: optional(Max15NumericText),
  TtlAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  CdtDbtInd: optional(CreditDebitCode),
});

const CashDeposit1 = sequence("CashDeposit1", {
  NoteDnmtn: ActiveCurrencyAndAmount,
  NbOfNotes: Max15NumericText,
  Amt: ActiveCurrencyAndAmount,
});

export const ProprietaryReference1 = sequence("ProprietaryReference1", {
  Tp: Max35Text,
  Ref: Max35Text,
});

const TransactionReferences6 = sequence("TransactionReferences6", {
  MsgId: optional(Max35Text),
  AcctSvcrRef: optional(Max35Text),
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  TxId: optional(Max35Text),
  MndtId: optional(Max35Text),
  ChqNb: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  AcctOwnrTxId: optional(Max35Text),
  AcctSvcrTxId: optional(Max35Text),
  MktInfrstrctrTxId: optional(Max35Text),
  PrcgId: optional(Max35Text),
  Prtry: repeated(ProprietaryReference1),
});

const TransactionInterest4 = sequence("TransactionInterest4", {
  TtlIntrstAndTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Rcrd: repeated(InterestRecord2),
});

const ProprietaryParty5 = sequence("ProprietaryParty5", {
  Tp: Max35Text,
  Pty: Party40Choice,
});

const TransactionParties6 = sequence("TransactionParties6", {
  InitgPty: optional(Party40Choice),
  Dbtr: optional(Party40Choice),
  DbtrAcct: optional(CashAccount38),
  UltmtDbtr: optional(Party40Choice),
  Cdtr: optional(Party40Choice),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
  TradgPty: optional(Party40Choice),
  Prtry: repeated(ProprietaryParty5),
});

const ProprietaryAgent4 = sequence("ProprietaryAgent4", {
  Tp: Max35Text,
  Agt: BranchAndFinancialInstitutionIdentification6,
});

const TransactionAgents5 = sequence("TransactionAgents5", {
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  RcvgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DlvrgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  IssgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  SttlmPlc: optional(BranchAndFinancialInstitutionIdentification6),
  Prtry: repeated(ProprietaryAgent4),
});

const ProprietaryDate3 = sequence("ProprietaryDate3", {
  Tp: Max35Text,
  Dt: DateAndDateTime2Choice,
});

const TransactionDates3 = sequence("TransactionDates3", {
  AccptncDtTm: optional(ISODateTime),
  TradActvtyCtrctlSttlmDt: optional(ISODate),
  TradDt: optional(ISODate),
  IntrBkSttlmDt: optional(ISODate),
  StartDt: optional(ISODate),
  EndDt: optional(ISODate),
  TxDtTm: optional(ISODateTime),
  Prtry: repeated(ProprietaryDate3),
});

const PaymentReturnReason5 = sequence("PaymentReturnReason5", {
  OrgnlBkTxCd: optional(BankTransactionCodeStructure4),
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ReturnReason5Choice),
  AddtlInf: repeated(Max105Text),
});

const EntryTransaction10 = sequence("EntryTransaction10", {
  Refs: optional(TransactionReferences6),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  CdtDbtInd: optional(CreditDebitCode),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Avlbty: repeated(CashAvailability1),
  BkTxCd: optional(BankTransactionCodeStructure4),
  Chrgs: optional(Charges6),
  Intrst: optional(TransactionInterest4),
  RltdPties: optional(TransactionParties6),
  RltdAgts: optional(TransactionAgents5),
  LclInstrm: optional(LocalInstrument2Choice),
  Purp: optional(Purpose2Choice),
  RltdRmtInf: repeated(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  RltdDts: optional(TransactionDates3),
  RltdPric: optional(TransactionPrice4Choice),
  RltdQties: repeated(TransactionQuantities3Choice),
  FinInstrmId: optional(SecurityIdentification19),
  Tax: optional(TaxInformation8),
  RtrInf: optional(PaymentReturnReason5),
  CorpActn: optional(CorporateAction9),
  SfkpgAcct: optional(SecuritiesAccount19),
  CshDpst: repeated(CashDeposit1),
  CardTx: optional(CardTransaction17),
  AddtlTxInf: optional(Max500Text),
  SplmtryData: repeated(SupplementaryData1),
});

const EntryDetails9 = sequence("EntryDetails9", {
  Btch: optional(BatchInformation2),
  TxDtls: repeated(EntryTransaction10),
});

const EntryStatus1Choice = choice("EntryStatus1Choice", {
  Cd: ExternalEntryStatus1Code,
  Prtry: Max35Text,
});

export const MessageIdentification2 = sequence("MessageIdentification2", {
  MsgNmId: optional(Max35Text),
  MsgId: optional(Max35Text),
});

export const TechnicalInputChannel1Choice = choice("TechnicalInputChannel1Choice", {
  Cd: ExternalTechnicalInputChannel1Code,
  Prtry: Max35Text,
});

export const ReportEntry10 = sequence("ReportEntry10", {
  NtryRef: optional(Max35Text),
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: CreditDebitCode,
  RvslInd: optional(TrueFalseIndicator),
  Sts: EntryStatus1Choice,
  BookgDt: optional(DateAndDateTime2Choice),
  ValDt: optional(DateAndDateTime2Choice),
  AcctSvcrRef: optional(Max35Text),
  Avlbty: repeated(CashAvailability1),
  BkTxCd: BankTransactionCodeStructure4,
  ComssnWvrInd: optional(YesNoIndicator),
  AddtlInfInd: optional(MessageIdentification2),
  AmtDtls: optional(AmountAndCurrencyExchange3),
  Chrgs: optional(Charges6),
  TechInptChanl: optional(TechnicalInputChannel1Choice),
  Intrst: optional(TransactionInterest4),
  CardTx: optional(CardEntry4),
  NtryDtls: repeated(EntryDetails9),
  AddtlNtryInf: optional(Max500Text),
});
