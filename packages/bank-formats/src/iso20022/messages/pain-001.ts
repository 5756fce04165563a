import { optional, repeated, sequence, several } from "../schema/element-types.ts";
import { CashAccount38 } from "../tables/accounts.ts";
import { AmountType4Choice, DateAndDateTime2Choice, SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import {
  ChargeBearerType1Code,
  ChequeType2Code,
  ExchangeRateType1Code,
  PaymentMethod3Code,
  Priority2Code,
} from "../tables/code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import {
  CategoryPurpose1Choice,
  InstructionForCreditorAgent1,
  LocalInstrument2Choice,
  Purpose2Choice,
  ServiceLevel8Choice,
} from "../tables/payment-types.ts";
import {
  Authorisation1Choice,
  ChequeDeliveryMethod1Choice,
  RegulatoryReporting3,
} from "../tables/regulatory-reporting.ts";
import { NameAndAddress16, RemittanceInformation16, RemittanceLocation7 } from "../tables/remittance.ts";
import {
  ActiveOrHistoricCurrencyCode,
  BaseOneRate,
  BatchBookingIndicator,
  DecimalNumber,
  ISODate,
  ISODateTime,
  Max15NumericText,
  Max35Text,
  Max70Text,
  Max140Text,
  UUIDv4Identifier,
} from "../tables/simple-types.ts";
import { TaxInformation8 } from "../tables/tax.ts";

/** CustomerCreditTransferInitiation: a customer instructs its bank to pay. */

const Cheque11 = sequence("Cheque11", {
  ChqTp: optional(ChequeType2Code),
  ChqNb: optional(Max35Text),
  ChqFr: optional(NameAndAddress16),
  DlvryMtd: optional(ChequeDeliveryMethod1Choice),
  DlvrTo: optional(NameAndAddress16),
  InstrPrty: optional(Priority2Code),
  ChqMtrtyDt: optional(ISODate),
  FrmsCd: optional(Max35Text),
  MemoFld: repeated(Max35Text, 2),
  RgnlClrZone: optional(Max35Text),
  PrtLctn: optional(Max35Text),
  Sgntr: repeated(Max70Text, 5),
});

const PaymentIdentification6 = sequence("PaymentIdentification6", {
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
  UETR: optional(UUIDv4Identifier),
});

const PaymentTypeInformation26 = sequence("PaymentTypeInformation26", {
  InstrPrty: optional(Priority2Code),
  SvcLvl: repeated(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
});

const ExchangeRate1 = sequence("ExchangeRate1", {
  UnitCcy: optional(ActiveOrHistoricCurrencyCode),
  XchgRate: optional(BaseOneRate),
  RateTp: optional(ExchangeRateType1Code),
  CtrctId: optional(Max35Text),
});

const CreditTransferTransaction34 = sequence("CreditTransferTransaction34", {
  PmtId: PaymentIdentification6,
  PmtTpInf: optional(PaymentTypeInformation26),
  Amt: AmountType4Choice,
  XchgRateInf: optional(ExchangeRate1),
  ChrgBr: optional(ChargeBearerType1Code),
  ChqInstr: optional(Cheque11),
  UltmtDbtr: optional(PartyIdentification135),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1Acct: optional(CashAccount38),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2Acct: optional(CashAccount38),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3Acct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: optional(PartyIdentification135),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: repeated(InstructionForCreditorAgent1),
  InstrForDbtrAgt: optional(Max140Text),
  Purp: optional(Purpose2Choice),
  RgltryRptg: repeated(RegulatoryReporting3, 10),
  Tax: optional(TaxInformation8),
  RltdRmtInf: repeated(RemittanceLocation7, 10),
  RmtInf: optional(RemittanceInformation16),
  SplmtryData: repeated(SupplementaryData1),
});

const GroupHeader85 = sequence("GroupHeader85", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  Authstn: repeated(Authorisation1Choice, 2),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  InitgPty: PartyIdentification135,
  FwdgAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

const PaymentInstruction30 = sequence("PaymentInstruction30", {
  PmtInfId: Max35Text,
  PmtMtd: PaymentMethod3Code,
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: optional(Max15NumericText),
  CtrlSum: optional(DecimalNumber),
  PmtTpInf: optional(PaymentTypeInformation26),
  ReqdExctnDt: DateAndDateTime2Choice,
  PoolgAdjstmntDt: optional(ISODate),
  Dbtr: PartyIdentification135,
  DbtrAcct: CashAccount38,
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  DbtrAgtAcct: optional(CashAccount38),
  InstrForDbtrAgt: optional(Max140Text),
  UltmtDbtr: optional(PartyIdentification135),
  ChrgBr: optional(ChargeBearerType1Code),
  ChrgsAcct: optional(CashAccount38),
  ChrgsAcctAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtTrfTxInf: several(CreditTransferTransaction34),
});

export const CustomerCreditTransferInitiationV09 = sequence("CustomerCreditTransferInitiationV09", {
  GrpHdr: GroupHeader85,
  PmtInf: several(PaymentInstruction30),
  SplmtryData: repeated(SupplementaryData1),
});
