import { choice, optional, repeated, sequence, several } from "../../schema/element-types.ts";
import { CashAccount38 } from "../accounts.ts";
import { DateOrDateTimePeriod1Choice } from "../amounts-and-dates.ts";
import {
  AttendanceContext1Code,
  AuthenticationEntity1Code,
  AuthenticationMethod1Code,
  CardDataReading1Code,
  CardholderVerificationCapability1Code,
  CardPaymentServiceType2Code,
  CSCManagement1Code,
  OnLineCapability1Code,
  PartyType3Code,
  PartyType4Code,
  POIComponentType1Code,
  TransactionChannel1Code,
  TransactionEnvironment1Code,
  UnitOfMeasure1Code,
  UserInterface2Code,
} from "../code-lists.ts";
import {
  DecimalNumber,
  Exact1NumericText,
  Exact3NumericText,
  ExternalCardTransactionCategory1Code,
  ExternalRePresentmentReason1Code,
  ImpliedCurrencyAndAmount,
  ISO2ALanguageCode,
  ISODate,
  ISODateTime,
  ISOYearMonth,
  Max3NumericText,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  Max1025Text,
  Min2Max3NumericText,
  Min3Max4NumericText,
  Min8Max28NumericText,
  TrueFalseIndicator,
} from "../simple-types.ts";

/** Card transactions in statements. */

const CardSequenceNumberRange1 = sequence("CardSequenceNumberRange1", {
  FrstTx: optional(Max35Text),
  LastTx: optional(Max35Text),
});

const CardAggregated2 = sequence("CardAggregated2", {
  AddtlSvc: optional(CardPaymentServiceType2Code),
  TxCtgy: optional(ExternalCardTransactionCategory1Code),
  SaleRcncltnId: optional(Max35Text),
  SeqNbRg: optional(CardSequenceNumberRange1),
  TxDtRg: optional(DateOrDateTimePeriod1Choice),
});

const TrackData1 = sequence("TrackData1", {
  TrckNb: optional(Exact1NumericText),
  TrckVal: Max140Text,
});

const CardSecurityInformation1 = sequence("CardSecurityInformation1", {
  CSCMgmt: CSCManagement1Code,
  CSCVal: optional(Min3Max4NumericText),
});

const PlainCardData1 = sequence("PlainCardData1", {
  PAN: Min8Max28NumericText,
  CardSeqNb: optional(Min2Max3NumericText),
  FctvDt: optional(ISOYearMonth),
  XpryDt: ISOYearMonth,
  SvcCd: optional(Exact3NumericText),
  TrckData: repeated(TrackData1),
  CardSctyCd: optional(CardSecurityInformation1),
});

const GenericIdentification1 = sequence("GenericIdentification1", {
  Id: Max35Text,
  SchmeNm: optional(Max35Text),
  Issr: optional(Max35Text),
});

const PaymentCard4 = sequence("PaymentCard4", {
  PlainCardData: optional(PlainCardData1),
  CardCtryCd: optional(Exact3NumericText),
  CardBrnd: optional(GenericIdentification1),
  AddtlCardData: optional(Max70Text),
});

const GenericIdentification32 = sequence("GenericIdentification32", {
  Id: Max35Text,
  Tp: optional(PartyType3Code),
  Issr: optional(PartyType4Code),
  ShrtNm: optional(Max35Text),
});

const DisplayCapabilities1 = sequence("DisplayCapabilities1", {
  DispTp: UserInterface2Code,
  NbOfLines: Max3NumericText,
  LineWidth: Max3NumericText,
});

const PointOfInteractionCapabilities1 = sequence("PointOfInteractionCapabilities1", {
  CardRdngCpblties: repeated(CardDataReading1Code),
  CrdhldrVrfctnCpblties: repeated(CardholderVerificationCapability1Code),
  OnLineCpblties: optional(OnLineCapability1Code),
  DispCpblties: repeated(DisplayCapabilities1),
  PrtLineWidth: optional(Max3NumericText),
});

const PointOfInteractionComponent1 = sequence("PointOfInteractionComponent1", {
  POICmpntTp: POIComponentType1Code,
  ManfctrId: optional(Max35Text),
  Mdl: optional(Max35Text),
  VrsnNb: optional(Max16Text),
  SrlNb: optional(Max35Text),
  ApprvlNb: repeated(Max70Text),
});

const PointOfInteraction1 = sequence("PointOfInteraction1", {
  Id: GenericIdentification32,
  SysNm: optional(Max70Text),
  GrpId: optional(Max35Text),
  Cpblties: optional(PointOfInteractionCapabilities1),
  Cmpnt: repeated(PointOfInteractionComponent1),
});

export const CardEntry4 = sequence("CardEntry4", {
  Card: optional(PaymentCard4),
  POI: optional(PointOfInteraction1),
  AggtdNtry: optional(CardAggregated2),
  PrePdAcct: optional(CashAccount38),
});

const CardholderAuthentication2 = sequence("CardholderAuthentication2", {
  AuthntcnMtd: AuthenticationMethod1Code,
  AuthntcnNtty: AuthenticationEntity1Code,
});

const PaymentContext3 = sequence("PaymentContext3", {
  CardPres: optional(TrueFalseIndicator),
  CrdhldrPres: optional(TrueFalseIndicator),
  OnLineCntxt: optional(TrueFalseIndicator),
  AttndncCntxt: optional(AttendanceContext1Code),
  TxEnvt: optional(TransactionEnvironment1Code),
  TxChanl: optional(TransactionChannel1Code),
  AttndntMsgCpbl: optional(TrueFalseIndicator),
  AttndntLang: optional(ISO2ALanguageCode),
  CardDataNtryMd: CardDataReading1Code,
  FllbckInd: optional(TrueFalseIndicator),
  AuthntcnMtd: optional(CardholderAuthentication2),
});

const TransactionIdentifier1 = sequence("TransactionIdentifier1", {
  TxDtTm: ISODateTime,
  TxRef: Max35Text,
});

const Product2 = sequence("Product2", {
  PdctCd: Max70Text,
  UnitOfMeasr: optional(UnitOfMeasure1Code),
  PdctQty: optional(DecimalNumber),
  UnitPric: optional(ImpliedCurrencyAndAmount),
  PdctAmt: optional(ImpliedCurrencyAndAmount),
  TaxTp: optional(Max35Text),
  AddtlPdctInf: optional(Max35Text),
});

const CardIndividualTransaction2 = sequence("CardIndividualTransaction2", {
  ICCRltdData: optional(Max1025Text),
  PmtCntxt: optional(PaymentContext3),
  AddtlSvc: optional(CardPaymentServiceType2Code),
  TxCtgy: optional(ExternalCardTransactionCategory1Code),
  SaleRcncltnId: optional(Max35Text),
  SaleRefNb: optional(Max35Text),
  RePresntmntRsn: optional(ExternalRePresentmentReason1Code),
  SeqNb: optional(Max35Text),
  TxId: optional(TransactionIdentifier1),
  Pdct: optional(Product2),
  VldtnDt: optional(ISODate),
  VldtnSeqNb: optional(Max35Text),
});

const CardTransaction3Choice = choice("CardTransaction3Choice", {
  Aggtd: CardAggregated2,
  Indv: CardIndividualTransaction2,
});

export const CardTransaction17 = sequence("CardTransaction17", {
  Card: optional(PaymentCard4),
  POI: optional(PointOfInteraction1),
  Tx: optional(CardTransaction3Choice),
  PrePdAcct: optional(CashAccount38),
});

const SequenceRange1 = sequence("SequenceRange1", {
  FrSeq: Max35Text,
  ToSeq: Max35Text,
});

export const SequenceRange1Choice = choice("SequenceRange1Choice", {
  FrSeq: Max35Text,
  ToSeq: Max35Text,
  FrToSeq: several(SequenceRange1),
  EQSeq: several(Max35Text),
  NEQSeq: several(Max35Text),
});
