import { codes } from "../schema/simple-types.ts";

/** Closed code lists of ISO 20022 data types. The lists named External… are open: see simple-types.ts. */

export const AddressType2Code = codes("AddressType2Code", "ADDR PBOX HOME BIZZ MLTO DLVY");
export const AttendanceContext1Code = codes("AttendanceContext1Code", "ATTD SATT UATT");
export const AuthenticationEntity1Code = codes("AuthenticationEntity1Code", "ICCD AGNT MERC");
export const AuthenticationMethod1Code = codes(
  "AuthenticationMethod1Code",
  "UKNW BYPS NPIN FPIN CPSG PPSG MANU MERC SCRT SNCT SCNL",
);
export const Authorisation1Code = codes("Authorisation1Code", "AUTH FDET FSUM ILEV");
export const BalanceType12Code = codes("BalanceType12Code", "XPCD OPAV ITAV CLAV FWAV CLBD ITBD OPBD PRCD INFO");
export const CSCManagement1Code = codes("CSCManagement1Code", "PRST BYPS UNRD NCSC");
export const CancellationIndividualStatus1Code = codes("CancellationIndividualStatus1Code", "RJCR ACCR PDCR");
export const CardDataReading1Code = codes("CardDataReading1Code", "TAGC PHYS BRCD MGST CICC DFLE CTLS ECTL");
export const CardPaymentServiceType2Code = codes(
  "CardPaymentServiceType2Code",
  "AGGR DCCV GRTT INSP LOYT NRES PUCO RECP SOAF UNAF VCAU",
);
export const CardholderVerificationCapability1Code = codes(
  "CardholderVerificationCapability1Code",
  "MNSG NPIN FCPN FEPN FDSG FBIO MNVR FBIG APKI PKIS CHDT SCEC",
);
export const CashAccountType4Code = codes(
  "CashAccountType4Code",
  "CASH CHAR COMM TAXE CISH TRAS SACC CACC SVGS ONDP MGLD NREX MOMA LOAN SLRY ODFT",
);
export const ChargeBearerType1Code = codes("ChargeBearerType1Code", "DEBT CRED SHAR SLEV");
export const ChargeType1Code = codes("ChargeType1Code", "BRKF COMM");
export const ChequeDelivery1Code = codes(
  "ChequeDelivery1Code",
  "MLDB MLCD MLFA CRDB CRCD CRFA PUDB PUCD PUFA RGDB RGCD RGFA",
);
export const ChequeType2Code = codes("ChequeType2Code", "CCHQ CCCH BCHQ DRFT ELDR");
export const ClearingChannel2Code = codes("ClearingChannel2Code", "RTGS RTNS MPNS BOOK");
export const CopyDuplicate1Code = codes("CopyDuplicate1Code", "CODU COPY DUPL");
export const CreditDebitCode = codes("CreditDebitCode", "CRDT DBIT");
export const DocumentType3Code = codes("DocumentType3Code", "RADM RPIN FXDR DISP PUOR SCOR");
export const DocumentType5Code = codes(
  "DocumentType5Code",
  "MSIN CNFA DNFA CINV CREN DEBN HIRI SBIN CMCN SOAC DISP BOLD VCHR AROI TSUT",
);
export const DocumentType6Code = codes(
  "DocumentType6Code",
  "MSIN CNFA DNFA CINV CREN DEBN HIRI SBIN CMCN SOAC DISP BOLD VCHR AROI TSUT PUOR",
);
export const EntryStatus2Code = codes("EntryStatus2Code", "BOOK PDNG INFO");
export const ExchangeRateType1Code = codes("ExchangeRateType1Code", "SPOT SALE AGRD");
export const Frequency6Code = codes("Frequency6Code", "YEAR MNTH QURT MIAN WEEK DAIL ADHO INDA FRTN");
export const GroupCancellationStatus1Code = codes("GroupCancellationStatus1Code", "PACR RJCR ACCR PDCR");
export const Instruction3Code = codes("Instruction3Code", "CHQB HOLD PHOB TELB");
export const Instruction4Code = codes("Instruction4Code", "PHOA TELA");
export const InterestType1Code = codes("InterestType1Code", "INDY OVRN");
export const MandateClassification1Code = codes("MandateClassification1Code", "FIXE USGB VARI");
export const NamePrefix1Code = codes("NamePrefix1Code", "DOCT MIST MISS MADM");
export const NamePrefix2Code = codes("NamePrefix2Code", "DOCT MADM MISS MIST MIKS");
export const OnLineCapability1Code = codes("OnLineCapability1Code", "OFLN ONLN SMON");
export const POIComponentType1Code = codes("POIComponentType1Code", "SOFT EMVK EMVO MRIT CHIT SECM PEDV");
export const PartyType3Code = codes("PartyType3Code", "OPOI MERC ACCP ITAG ACQR CISS DLIS");
export const PartyType4Code = codes("PartyType4Code", "MERC ACCP ITAG ACQR CISS TAXH");
export const PaymentMethod3Code = codes("PaymentMethod3Code", "CHK TRF TRA");
export const PaymentMethod4Code = codes("PaymentMethod4Code", "CHK TRF DD TRA");
export const PreferredContactMethod1Code = codes("PreferredContactMethod1Code", "LETT MAIL PHON FAXX CELL");
export const PriceValueType1Code = codes("PriceValueType1Code", "DISC PREM PARV");
export const Priority2Code = codes("Priority2Code", "HIGH NORM");
export const Priority3Code = codes("Priority3Code", "URGT HIGH NORM");
export const RegulatoryReportingType1Code = codes("RegulatoryReportingType1Code", "CRED DEBT BOTH");
export const RemittanceLocationMethod2Code = codes("RemittanceLocationMethod2Code", "FAXI EDIC URID EMAL POST SMSM");
export const SequenceType3Code = codes("SequenceType3Code", "FRST RCUR FNAL OOFF RPRE");
export const SettlementMethod1Code = codes("SettlementMethod1Code", "INDA INGA COVE CLRG");
export const TaxRecordPeriod1Code = codes(
  "TaxRecordPeriod1Code",
  "MM01 MM02 MM03 MM04 MM05 MM06 MM07 MM08 MM09 MM10 MM11 MM12 QTR1 QTR2 QTR3 QTR4 HLF1 HLF2",
);
export const TransactionChannel1Code = codes("TransactionChannel1Code", "MAIL TLPH ECOM TVPY");
export const TransactionEnvironment1Code = codes("TransactionEnvironment1Code", "MERC PRIV PUBL");
export const TransactionIndividualStatus1Code = codes(
  "TransactionIndividualStatus1Code",
  "ACTC RJCT PDNG ACCP ACSP ACSC ACCR ACWC",
);
export const UnitOfMeasure1Code = codes(
  "UnitOfMeasure1Code",
  "PIEC TONS FOOT GBGA USGA GRAM INCH KILO PUND METR CMET MMET LITR CELI MILI GBOU USOU GBQA USQA GBPI USPI MILE KMET YARD SQKI HECT ARES SMET SCMT SMIL SQMI SQYA SQFO SQIN ACRE",
);
export const UserInterface2Code = codes("UserInterface2Code", "MDSP CDSP");
