import { optional, repeated, sequence } from "../schema/element-types.ts";
import { SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import {
  GroupHeader91,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
} from "../tables/originals-and-reasons.ts";
import { BranchAndFinancialInstitutionIdentification6 } from "../tables/parties-and-agents.ts";
import { DecimalNumber, ISODateTime, Max15NumericText, Max35Text, UUIDv4Identifier } from "../tables/simple-types.ts";

/** FIToFIPaymentStatusRequest: asks for the status of a payment whose outcome is unknown. */

const OriginalGroupInformation27 = sequence("OriginalGroupInformation27", {
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  OrgnlNbOfTxs: optional(Max15NumericText),
  OrgnlCtrlSum: optional(DecimalNumber),
});

const PaymentTransaction113 = sequence("PaymentTransaction113", {
  StsReqId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  AccptncDtTm: optional(ISODateTime),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: repeated(SupplementaryData1),
});

export const FIToFIPaymentStatusRequestV03 = sequence("FIToFIPaymentStatusRequestV03", {
  GrpHdr: GroupHeader91,
  OrgnlGrpInf: repeated(OriginalGroupInformation27),
  TxInf: repeated(PaymentTransaction113),
  SplmtryData: repeated(SupplementaryData1),
});
