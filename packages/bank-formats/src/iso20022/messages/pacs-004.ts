import { optional, repeated, sequence } from "../schema/element-types.ts";
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  SupplementaryData1,
} from "../tables/amounts-and-dates.ts";
import { Charges7 } from "../tables/charges.ts";
import { ChargeBearerType1Code, Priority3Code } from "../tables/code-lists.ts";
import { OriginalGroupInformation29 } from "../tables/originals-and-reasons.ts";
import { BranchAndFinancialInstitutionIdentification6 } from "../tables/parties-and-agents.ts";
import { Authorisation1Choice } from "../tables/regulatory-reporting.ts";
import {
  OriginalGroupHeader18,
  OriginalTransactionReference32,
  PaymentReturnReason6,
  TransactionParties8,
} from "../tables/returned-transaction.ts";
import { SettlementDateTimeIndication1, SettlementInstruction7 } from "../tables/settlement.ts";
import {
  BaseOneRate,
  BatchBookingIndicator,
  DecimalNumber,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  TrueFalseIndicator,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";

/** PaymentReturn: settled money sent back. */

const GroupHeader90 = sequence("GroupHeader90", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  Authstn: repeated(Authorisation1Choice, 2),
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  GrpRtr: optional(TrueFalseIndicator),
  TtlRtrdIntrBkSttlmAmt: optional(ActiveCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  SttlmInf: SettlementInstruction7,
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

const PaymentTransaction118 = sequence("PaymentTransaction118", {
  RtrId: optional(Max35Text),
  OrgnlGrpInf: optional(OriginalGroupInformation29),
  OrgnlInstrId: optional(Max35Text),
  OrgnlEndToEndId: optional(Max35Text),
  OrgnlTxId: optional(Max35Text),
  OrgnlUETR: optional(UUIDv4Identifier),
  OrgnlClrSysRef: optional(Max35Text),
  OrgnlIntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  OrgnlIntrBkSttlmDt: optional(ISODate),
  RtrdIntrBkSttlmAmt: ActiveCurrencyAndAmount,
  IntrBkSttlmDt: optional(ISODate),
  SttlmPrty: optional(Priority3Code),
  SttlmTmIndctn: optional(SettlementDateTimeIndication1),
  RtrdInstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  XchgRate: optional(BaseOneRate),
  CompstnAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  ChrgBr: optional(ChargeBearerType1Code),
  ChrgsInf: repeated(Charges7),
  ClrSysRef: optional(Max35Text),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  RtrChain: optional(TransactionParties8),
  RtrRsnInf: repeated(PaymentReturnReason6),
  OrgnlTxRef: optional(OriginalTransactionReference32),
  SplmtryData: repeated(SupplementaryData1),
});

export const PaymentReturnV10 = sequence("PaymentReturnV10", {
  GrpHdr: GroupHeader90,
  OrgnlGrpInf: optional(OriginalGroupHeader18),
  TxInf: repeated(PaymentTransaction118),
  SplmtryData: repeated(SupplementaryData1),
});
