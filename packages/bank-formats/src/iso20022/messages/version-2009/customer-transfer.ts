import { choice, optional, repeated, sequence, several } from "../../schema/element-types.ts";
import {
  ActiveOrHistoricCurrencyAndAmount,
  Authorisation1Choice,
  BaseOneRate,
  BatchBookingIndicator,
  CategoryPurpose1Choice,
  ChargeBearerType1Code,
  ChequeDeliveryMethod1Choice,
  ChequeType2Code,
  DecimalNumber,
  EquivalentAmount2,
  ExchangeRateType1Code,
  InstructionForCreditorAgent1,
  ISODate,
  ISODateTime,
  LocalInstrument2Choice,
  Max15NumericText,
  Max35Text,
  Max140Text,
  PaymentMethod3Code,
  Priority2Code,
  Purpose2Choice,
  RegulatoryReporting3,
  ServiceLevel8Choice,
} from "../generated.ts";
import {
  BranchAndFinancialInstitutionIdentification4,
  CashAccount16,
  NameAndAddress10,
  PartyIdentification32,
} from "./parties.ts";
import { RemittanceInformation5, RemittanceLocation2, TaxInformation3 } from "./remittance.ts";

/** CustomerCreditTransferInitiation, version of 2009, which some banks still require. */

const AmountType3Choice = choice("AmountType3Choice", {
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
  EqvtAmt: EquivalentAmount2,
});

const Cheque6 = sequence("Cheque6", {
  ChqTp: optional(ChequeType2Code),
  ChqNb: optional(Max35Text),
  ChqFr: optional(NameAndAddress10),
  DlvryMtd: optional(ChequeDeliveryMethod1Choice),
  DlvrTo: optional(NameAndAddress10),
  InstrPrty: optional(Priority2Code),
  ChqMtrtyDt: optional(ISODate),
  FrmsCd: optional(Max35Text),
  MemoFld: repeated(Max35Text, 2),
  RgnlClrZone: optional(Max35Text),
  PrtLctn: optional(Max35Text),
});

const PaymentIdentification1 = sequence("PaymentIdentification1", {
  InstrId: optional(Max35Text),
  EndToEndId: Max35Text,
});

const PaymentTypeInformation19 = sequence("PaymentTypeInformation19", {
  InstrPrty: optional(Priority2Code),
  SvcLvl: optional(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
});

const ExchangeRateInformation1 = sequence("ExchangeRateInformation1", {
  XchgRate: optional(BaseOneRate),
  RateTp: optional(ExchangeRateType1Code),
  CtrctId: optional(Max35Text),
});

const CreditTransferTransactionInformation10 = sequence("CreditTransferTransactionInformation10", {
  PmtId: PaymentIdentification1,
  PmtTpInf: optional(PaymentTypeInformation19),
  Amt: AmountType3Choice,
  XchgRateInf: optional(ExchangeRateInformation1),
  ChrgBr: optional(ChargeBearerType1Code),
  ChqInstr: optional(Cheque6),
  UltmtDbtr: optional(PartyIdentification32),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt1Acct: optional(CashAccount16),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt2Acct: optional(CashAccount16),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification4),
  IntrmyAgt3Acct: optional(CashAccount16),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification4),
  CdtrAgtAcct: optional(CashAccount16),
  Cdtr: optional(PartyIdentification32),
  CdtrAcct: optional(CashAccount16),
  UltmtCdtr: optional(PartyIdentification32),
  InstrForCdtrAgt: repeated(InstructionForCreditorAgent1),
  InstrForDbtrAgt: optional(Max140Text),
  Purp: optional(Purpose2Choice),
  RgltryRptg: repeated(RegulatoryReporting3, 10),
  Tax: optional(TaxInformation3),
  RltdRmtInf: repeated(RemittanceLocation2, 10),
  RmtInf: optional(RemittanceInformation5),
});

const GroupHeader32 = sequence("GroupHeader32", {
  MsgId: Max35Text,
  CreDtTm: ISODateTime,
  Authstn: repeated(Authorisation1Choice, 2),
  NbOfTxs: Max15NumericText,
  CtrlSum: optional(DecimalNumber),
  InitgPty: PartyIdentification32,
  FwdgAgt: optional(BranchAndFinancialInstitutionIdentification4),
});

const PaymentInstructionInformation3 = sequence("PaymentInstructionInformation3", {
  PmtInfId: Max35Text,
  PmtMtd: PaymentMethod3Code,
  BtchBookg: optional(BatchBookingIndicator),
  NbOfTxs: optional(Max15NumericText),
  CtrlSum: optional(DecimalNumber),
  PmtTpInf: optional(PaymentTypeInformation19),
  ReqdExctnDt: ISODate,
  PoolgAdjstmntDt: optional(ISODate),
  Dbtr: PartyIdentification32,
  DbtrAcct: CashAccount16,
  DbtrAgt: BranchAndFinancialInstitutionIdentification4,
  DbtrAgtAcct: optional(CashAccount16),
  UltmtDbtr: optional(PartyIdentification32),
  ChrgBr: optional(ChargeBearerType1Code),
  ChrgsAcct: optional(CashAccount16),
  ChrgsAcctAgt: optional(BranchAndFinancialInstitutionIdentification4),
  CdtTrfTxInf: several(CreditTransferTransactionInformation10),
});

export const CustomerCreditTransferInitiationV03 = sequence("CustomerCreditTransferInitiationV03", {
  GrpHdr: GroupHeader32,
  PmtInf: several(PaymentInstructionInformation3),
});
