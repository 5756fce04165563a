import { optional, repeated, sequence } from "../schema/element-types.ts";
import { DateAndDateTime2Choice, SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import { Charges7 } from "../tables/charges.ts";
import {
  GroupHeader91,
  OriginalGroupHeader17,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
  StatusReasonInformation12,
} from "../tables/originals-and-reasons.ts";
import { BranchAndFinancialInstitutionIdentification6 } from "../tables/parties-and-agents.ts";
import {
  ExternalPaymentTransactionStatus1Code,
  ISODateTime,
  Max35Text,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";

/** FIToFIPaymentStatusReport: accepted, settled, pending, or rejected, between banks and networks. */

const PaymentTransaction110 = sequence("PaymentTransaction110", {
  StsId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  TxSts: optional(ExternalPaymentTransactionStatus1Code),
  StsRsnInf: repeated(StatusReasonInformation12),
  ChrgsInf: repeated(Charges7),
  AccptncDtTm: optional(ISODateTime),
  FctvIntrBkSttlmDt: optional(DateAndDateTime2Choice),
  AcctSvcrRef: optional(Max35Text),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: repeated(SupplementaryData1),
});

export const FIToFIPaymentStatusReportV10 = sequence("FIToFIPaymentStatusReportV10", {
  GrpHdr: GroupHeader91,
  OrgnlGrpInfAndSts: repeated(OriginalGroupHeader17),
  TxInfAndSts: repeated(PaymentTransaction110),
  SplmtryData: repeated(SupplementaryData1),
});
