import { choice, optional, repeated, sequence, several } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAndAmount, SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import {
  Case5,
  CaseAssignment5,
  OriginalGroupInformation29,
  OriginalTransactionReference28,
} from "../tables/originals-and-reasons.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import {
  DecimalNumber,
  ExternalCancellationReason1Code,
  GroupCancellationIndicator,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max105Text,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";

/** FIToFIPaymentCancellationRequest: a request to return or stop a payment. */

const CancellationReason33Choice = choice("CancellationReason33Choice", {
  Cd: ExternalCancellationReason1Code,
  Prtry: Max35Text,
});

const ControlData1 = sequence("ControlData1", {
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
});

const PaymentCancellationReason5 = sequence("PaymentCancellationReason5", {
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(CancellationReason33Choice),
  AddtlInf: repeated(Max105Text),
});

const OriginalGroupHeader15 = sequence("OriginalGroupHeader15", {
  GrpCxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  NbOfTxs: optional(Max15NumericText),
  CtrlSum: optional(DecimalNumber),
  GrpCxl: optional(GroupCancellationIndicator),
  CxlRsnInf: repeated(PaymentCancellationReason5),
});

const PaymentTransaction106 = sequence("PaymentTransaction106", {
  CxlId: optional(Max35Text),
  Case: optional(Case5),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  Assgnr: optional(BranchAndFinancialInstitutionIdentification6),
  Assgne: optional(BranchAndFinancialInstitutionIdentification6),
  CxlRsnInf: repeated(PaymentCancellationReason5),
  OrgnlTxRef: optional(OriginalTransactionReference28),
  SplmtryData: repeated(SupplementaryData1),
});

const UnderlyingTransaction23 = sequence("UnderlyingTransaction23", {
  OrgnlGrpInfAndCxl: optional(OriginalGroupHeader15),
  TxInf: repeated(PaymentTransaction106),
});

export const FIToFIPaymentCancellationRequestV08 = sequence("FIToFIPaymentCancellationRequestV08", {
  Assgnmt: CaseAssignment5,
  Case: optional(Case5),
  CtrlData: optional(ControlData1),
  Undrlyg: several(UnderlyingTransaction23),
  SplmtryData: repeated(SupplementaryData1),
});
