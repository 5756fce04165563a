import { optional, repeated, sequence, several } from "../schema/element-types.ts";
import { CashAccount38 } from "../tables/accounts.ts";
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  SupplementaryData1,
} from "../tables/amounts-and-dates.ts";
import { Charges7 } from "../tables/charges.ts";
import { ChargeBearerType1Code, ClearingChannel2Code, Priority2Code, Priority3Code } from "../tables/code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import {
  CategoryPurpose1Choice,
  InstructionForCreditorAgent1,
  InstructionForNextAgent1,
  LocalInstrument2Choice,
  Purpose2Choice,
  ServiceLevel8Choice,
} from "../tables/payment-types.ts";
import { RegulatoryReporting3 } from "../tables/regulatory-reporting.ts";
import { RemittanceInformation16, RemittanceLocation7 } from "../tables/remittance.ts";
import { SettlementDateTimeIndication1, SettlementInstruction7 } from "../tables/settlement.ts";
import {
  BaseOneRate,
  BatchBookingIndicator,
  DecimalNumber,
  ISODate,
  ISODateTime,
  ISOTime,
  Max15NumericText,
  Max35Text,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";
import { TaxInformation8 } from "../tables/tax.ts";

/** FIToFICustomerCreditTransfer: a credit transfer between banks on behalf of their customers. */

const PaymentIdentification7 = sequence("PaymentIdentification7", {
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  ClrSysRef: optional(Max35Text),
});

const PaymentTypeInformation28 = sequence("PaymentTypeInformation28", {
  InstrPrty: optional(Priority2Code),
  ClrChanl: optional(ClearingChannel2Code),
  SvcLvl: repeated(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
});

const SettlementTimeRequest2 = sequence("SettlementTimeRequest2", {
  CLSTm: optional(ISOTime),
  TillTm: optional(ISOTime),
  FrTm: optional(ISOTime),
  RjctTm: optional(ISOTime),
});

const CreditTransferTransaction39 = sequence("CreditTransferTransaction39", {
  PmtId: PaymentIdentification7,
  PmtTpInf: optional(PaymentTypeInformation28),
  IntrBkSttlmAmt: ActiveCurrencyAndAmount,
  IntrBkSttlmDt: optional(ISODate),
  SttlmPrty: optional(Priority3Code),
  SttlmTmIndctn: optional(SettlementDateTimeIndication1),
  SttlmTmReq: optional(SettlementTimeRequest2),
  AccptncDtTm: optional(ISODateTime),
  PoolgAdjstmntDt: optional(ISODate),
  InstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  XchgRate: optional(BaseOneRate),
  ChrgBr: ChargeBearerType1Code,
  ChrgsInf: repeated(Charges7),
  PrvsInstgAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt1Acct: optional(CashAccount38),
  PrvsInstgAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt2Acct: optional(CashAccount38),
  PrvsInstgAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt3Acct: optional(CashAccount38),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1Acct: optional(CashAccount38),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2Acct: optional(CashAccount38),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3Acct: optional(CashAccount38),
  UltmtDbtr: optional(PartyIdentification135),
  InitgPty: optional(PartyIdentification135),
  Dbtr: PartyIdentification135,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: repeated(InstructionForCreditorAgent1),
  InstrForNxtAgt: repeated(InstructionForNextAgent1),
  Purp: optional(Purpose2Choice),
  RgltryRptg: repeated(RegulatoryReporting3, 10),
  Tax: optional(TaxInformation8),
  RltdRmtInf: repeated(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  SplmtryData: repeated(SupplementaryData1),
});

const GroupHeader93 = sequence("GroupHeader93", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  TtlIntrBkSttlmAmt: optional(ActiveCurrencyAndAmount),
  IntrBkSttlmDt: optional(ISODate),
  SttlmInf: SettlementInstruction7,
  PmtTpInf: optional(PaymentTypeInformation28),
  InstgAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

export const FIToFICustomerCreditTransferV08 = sequence("FIToFICustomerCreditTransferV08", {
  GrpHdr: GroupHeader93,
  CdtTrfTxInf: several(CreditTransferTransaction39),
  SplmtryData: repeated(SupplementaryData1),
});
