import { choice, optional, repeated, sequence, several } from "../schema/element-types.ts";
import {
  ActiveOrHistoricCurrencyAndAmount,
  DateAndDateTime2Choice,
  SupplementaryData1,
} from "../tables/amounts-and-dates.ts";
import { Charges6, Charges7 } from "../tables/charges.ts";
import {
  CancellationIndividualStatus1Code,
  ClearingChannel2Code,
  GroupCancellationStatus1Code,
  TransactionIndividualStatus1Code,
} from "../tables/code-lists.ts";
import {
  ClaimNonReceipt2Choice,
  Compensation2,
  CorrectiveTransaction4Choice,
  ModificationStatusReason1Choice,
  ModificationStatusReason2,
} from "../tables/investigations.ts";
import {
  Case5,
  CaseAssignment5,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
} from "../tables/originals-and-reasons.ts";
import { Party40Choice, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import { Purpose2Choice } from "../tables/payment-types.ts";
import {
  DecimalNumber,
  ExternalInvestigationExecutionConfirmation1Code,
  ExternalPaymentCancellationRejection1Code,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  UUIDv4Identifier,
  YesNoIndicator,
} from "../tables/simple-types.ts";

/** ResolutionOfInvestigation: the answer to a cancellation request. */

const CancellationStatusReason3Choice = choice("CancellationStatusReason3Choice", {
  Cd: ExternalPaymentCancellationRejection1Code,
  Prtry: Max35Text,
});

const CancellationStatusReason4 = sequence("CancellationStatusReason4", {
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(CancellationStatusReason3Choice),
  AddtlInf: repeated(Max105Text),
});

const InvestigationStatus5Choice = choice("InvestigationStatus5Choice", {
  Conf: ExternalInvestigationExecutionConfirmation1Code,
  RjctdMod: several(ModificationStatusReason1Choice),
  DplctOf: Case5,
  AssgnmtCxlConf: YesNoIndicator,
});

const NumberOfCancellationsPerStatus1 = sequence("NumberOfCancellationsPerStatus1", {
  DtldNbOfTxs: Max15NumericText,
  DtldSts: CancellationIndividualStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
});

const NumberOfTransactionsPerStatus1 = sequence("NumberOfTransactionsPerStatus1", {
  DtldNbOfTxs: Max15NumericText,
  DtldSts: TransactionIndividualStatus1Code,
  DtldCtrlSum: optional(DecimalNumber),
});

const OriginalGroupHeader14 = sequence("OriginalGroupHeader14", {
  OrgnlGrpCxlId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  GrpCxlSts: optional(GroupCancellationStatus1Code),
  CxlStsRsnInf: repeated(CancellationStatusReason4),
  NbOfTxsPerCxlSts: repeated(NumberOfTransactionsPerStatus1),
});

const PaymentTransaction103 = sequence("PaymentTransaction103", {
  CxlStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  TxCxlSts: optional(CancellationIndividualStatus1Code),
  CxlStsRsnInf: repeated(CancellationStatusReason4),
  OrgnlInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlReqdExctnDt: optional(DateAndDateTime2Choice),
  OrgnlReqdColltnDt: optional(ISODate),
  OrgnlTxRef: optional(OriginalTransactionReference28),
});

const OriginalPaymentInstruction30 = sequence("OriginalPaymentInstruction30", {
  OrgnlPmtInfCxlId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlPmtInfId: Max35Text,
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  PmtInfCxlSts: optional(GroupCancellationStatus1Code),
  CxlStsRsnInf: repeated(CancellationStatusReason4),
  NbOfTxsPerCxlSts: repeated(NumberOfCancellationsPerStatus1),
  TxInfAndSts: repeated(PaymentTransaction103),
});

const ResolutionData1 = sequence("ResolutionData1", {
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  ClrChanl: optional(ClearingChannel2Code),
  Compstn: optional(Compensation2),
  Chrgs: repeated(Charges7),
});

const PaymentTransaction102 = sequence("PaymentTransaction102", {
  CxlStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxCxlSts: optional(CancellationIndividualStatus1Code),
  CxlStsRsnInf: repeated(CancellationStatusReason4),
  RsltnRltdInf: optional(ResolutionData1),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(Party40Choice),
  Assgne: optional(Party40Choice),
  OrgnlTxRef: optional(OriginalTransactionReference28),
});

const PaymentTransaction107 = sequence("PaymentTransaction107", {
  ModStsId: optional(Max35Text),
  RslvdCase: optional(Case5),
  OrgnlGrpInf: OriginalGroupInformation29,
  OrgnlPmtInfId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  ModStsRsnInf: repeated(ModificationStatusReason2),
  RsltnRltdInf: optional(ResolutionData1),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(Party40Choice),
  Assgne: optional(Party40Choice),
  OrgnlTxRef: optional(OriginalTransactionReference28),
});

const UnderlyingTransaction22 = sequence("UnderlyingTransaction22", {
  OrgnlGrpInfAndSts: optional(OriginalGroupHeader14),
  OrgnlPmtInfAndSts: repeated(OriginalPaymentInstruction30),
  TxInfAndSts: repeated(PaymentTransaction102),
});

const StatementResolutionEntry4 = sequence("StatementResolutionEntry4", {
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlStmtId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  AcctSvcrRef: optional(Max35Text),
  CrrctdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Chrgs: repeated(Charges6),
  Purp: optional(Purpose2Choice),
});

export const ResolutionOfInvestigationV09 = sequence("ResolutionOfInvestigationV09", {
  Assgnmt: CaseAssignment5,
  RslvdCase: optional(Case5),
  Sts: InvestigationStatus5Choice,
  CxlDtls: repeated(UnderlyingTransaction22),
  ModDtls: optional(PaymentTransaction107),
  ClmNonRctDtls: optional(ClaimNonReceipt2Choice),
  StmtDtls: optional(StatementResolutionEntry4),
  CrrctnTx: optional(CorrectiveTransaction4Choice),
  RsltnRltdInf: optional(ResolutionData1),
  SplmtryData: repeated(SupplementaryData1),
});
