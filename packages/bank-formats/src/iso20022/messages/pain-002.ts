import { optional, repeated, sequence, several } from "../schema/element-types.ts";
import { ActiveCurrencyAndAmount, DateAndDateTime2Choice, SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import { Charges7 } from "../tables/charges.ts";
import { ChargeBearerType1Code } from "../tables/code-lists.ts";
import {
  NumberOfTransactionsPerStatus5,
  OriginalGroupHeader17,
  OriginalTransactionReference28,
  StatusReasonInformation12,
} from "../tables/originals-and-reasons.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import {
  ActiveCurrencyCode,
  BaseOneRate,
  DecimalNumber,
  ExternalPaymentGroupStatus1Code,
  ExternalPaymentTransactionStatus1Code,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";

/** CustomerPaymentStatusReport: the bank's answer to an initiation, for the file and for each payment. */

const CurrencyExchange13 = sequence("CurrencyExchange13", {
  SrcCcy: ActiveCurrencyCode,
  TrgtCcy: ActiveCurrencyCode,
  XchgRate: BaseOneRate,
  UnitCcy: optional(ActiveCurrencyCode),
});

const GroupHeader86 = sequence("GroupHeader86", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  InitgPty: optional(PartyIdentification135),
  FwdgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

const TrackerRecord1 = sequence("TrackerRecord1", {
  Agt: BranchAndFinancialInstitutionIdentification6,
  ChrgBr: optional(ChargeBearerType1Code),
  ChrgsAmt: optional(ActiveCurrencyAndAmount),
  XchgRateData: optional(CurrencyExchange13),
});

const TrackerData1 = sequence("TrackerData1", {
  ConfdDt: DateAndDateTime2Choice,
  ConfdAmt: ActiveCurrencyAndAmount,
  TrckrRcrd: several(TrackerRecord1),
});

const PaymentTransaction105 = sequence("PaymentTransaction105", {
  StsId: optional(Max35Text),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxSts: optional(ExternalPaymentTransactionStatus1Code),
  StsRsnInf: repeated(StatusReasonInformation12),
  ChrgsInf: repeated(Charges7),
  TrckrData: optional(TrackerData1),
  AccptncDtTm: optional(ISODateTime),
  AcctSvcrRef: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: repeated(SupplementaryData1),
});

const OriginalPaymentInstruction32 = sequence("OriginalPaymentInstruction32", {
  OrgnlPmtInfId: Max35Text,
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
  PmtInfSts: optional(ExternalPaymentGroupStatus1Code),
  StsRsnInf: repeated(StatusReasonInformation12),
  NbOfTxsPerSts: repeated(NumberOfTransactionsPerStatus5),
  TxInfAndSts: repeated(PaymentTransaction105),
});

export const CustomerPaymentStatusReportV10 = sequence("CustomerPaymentStatusReportV10", {
  GrpHdr: GroupHeader86,
  OrgnlGrpInfAndSts: OriginalGroupHeader17,
  OrgnlPmtInfAndSts: repeated(OriginalPaymentInstruction32),
  SplmtryData: repeated(SupplementaryData1),
});
