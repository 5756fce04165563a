import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { CashAccount38 } from "./accounts.ts";
import { ActiveOrHistoricCurrencyAndAmount, AmountType4Choice, DateAndDateTime2Choice } from "./amounts-and-dates.ts";
import { PaymentMethod4Code } from "./code-lists.ts";
import { MandateRelatedInformation14 } from "./mandates.ts";
import {
  BranchAndFinancialInstitutionIdentification6,
  Party40Choice,
  PartyIdentification135,
} from "./parties-and-agents.ts";
import { PaymentTypeInformation27, Purpose2Choice } from "./payment-types.ts";
import { RemittanceInformation16 } from "./remittance.ts";
import { SettlementInstruction7 } from "./settlement.ts";
import {
  DecimalNumber,
  ExternalPaymentGroupStatus1Code,
  ExternalPaymentTransactionStatus1Code,
  ExternalReturnReason1Code,
  ExternalStatusReason1Code,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  YesNoIndicator,
} from "./simple-types.ts";

/** References to an earlier message or transaction, and the reasons of statuses and returns. */

export const Case5 = sequence("Case5", {
  Id: Max35Text,
  Cretr: Party40Choice,
  ReopCaseIndctn: optional(YesNoIndicator),
});

export const CaseAssignment5 = sequence("CaseAssignment5", {
  Id: Max35Text,
  Assgnr: Party40Choice,
  Assgne: Party40Choice,
  CreDtTm: ISODateTime,
});

export const GroupHeader91 = sequence("GroupHeader91", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

export const NumberOfTransactionsPerStatus5 = sequence("NumberOfTransactionsPerStatus5", {
  DtldNbOfTxs: Max15NumericText,
  DtldSts: ExternalPaymentTransactionStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
});

const StatusReason6Choice = choice("StatusReason6Choice", {
  Cd: ExternalStatusReason1Code,
  Prtry: Max35Text,
});

export const StatusReasonInformation12 = sequence("StatusReasonInformation12", {
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(StatusReason6Choice),
  AddtlInf: repeated(Max105Text),
});

export const OriginalGroupHeader17 = sequence("OriginalGroupHeader17", {
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  GrpSts: optional(ExternalPaymentGroupStatus1Code),
  StsRsnInf: repeated(StatusReasonInformation12),
  NbOfTxsPerSts: repeated(NumberOfTransactionsPerStatus5),
});

export const OriginalGroupInformation29 = sequence("OriginalGroupInformation29", {
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
});

export const OriginalTransactionReference28 = sequence("OriginalTransactionReference28", {
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Amt: optional(AmountType4Choice),
  IntrBkSttlmDt: optional(ISODate),
  ReqdColltnDt: optional(ISODate),
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  CdtrSchmeId: optional(PartyIdentification135),
  SttlmInf: optional(SettlementInstruction7),
  PmtTpInf: optional(PaymentTypeInformation27),
  PmtMtd: optional(PaymentMethod4Code),
  MndtRltdInf: optional(MandateRelatedInformation14),
  RmtInf: optional(RemittanceInformation16),
  UltmtDbtr: optional(Party40Choice),
  Dbtr: optional(Party40Choice),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: optional(Party40Choice),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
  Purp: optional(Purpose2Choice),
});

export const ReturnReason5Choice = choice("ReturnReason5Choice", {
  Cd: ExternalReturnReason1Code,
  Prtry: Max35Text,
});
