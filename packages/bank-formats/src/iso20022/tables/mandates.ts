import { choice, optional, sequence } from "../schema/element-types.ts";
import { CashAccount38 } from "./accounts.ts";
import { Frequency6Code, MandateClassification1Code } from "./code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "./parties-and-agents.ts";
import { CategoryPurpose1Choice, LocalInstrument2Choice, ServiceLevel8Choice } from "./payment-types.ts";
import {
  DecimalNumber,
  Exact2NumericText,
  ExternalMandateSetupReason1Code,
  ISODate,
  ISODateTime,
  Max10KBinary,
  Max35Text,
  Max70Text,
  Max1025Text,
  TrueFalseIndicator,
} from "./simple-types.ts";

/** Mandates of direct debits and credit transfers, as references to an original transaction quote them. */

const FrequencyPeriod1 = sequence("FrequencyPeriod1", {
  Tp: Frequency6Code,
  CntPerPrd: DecimalNumber,
});

const FrequencyAndMoment1 = sequence("FrequencyAndMoment1", {
  Tp: Frequency6Code,
  PtInTm: Exact2NumericText,
});

const Frequency36Choice = choice("Frequency36Choice", {
  Tp: Frequency6Code,
  Prd: FrequencyPeriod1,
  PtInTm: FrequencyAndMoment1,
});

const MandateSetupReason1Choice = choice("MandateSetupReason1Choice", {
  Cd: ExternalMandateSetupReason1Code,
  Prtry: Max70Text,
});

const AmendmentInformationDetails13 = sequence("AmendmentInformationDetails13", {
  OrgnlMndtId: optional(Max35Text),
  OrgnlCdtrSchmeId: optional(PartyIdentification135),
  OrgnlCdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlCdtrAgtAcct: optional(CashAccount38),
  OrgnlDbtr: optional(PartyIdentification135),
  OrgnlDbtrAcct: optional(CashAccount38),
  OrgnlDbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  OrgnlDbtrAgtAcct: optional(CashAccount38),
  OrgnlFnlColltnDt: optional(ISODate),
  OrgnlFrqcy: optional(Frequency36Choice),
  OrgnlRsn: optional(MandateSetupReason1Choice),
  OrgnlTrckgDays: optional(Exact2NumericText),
});

const MandateClassification1Choice = choice("MandateClassification1Choice", {
  Cd: MandateClassification1Code,
  Prtry: Max35Text,
});

const MandateTypeInformation2 = sequence("MandateTypeInformation2", {
  SvcLvl: optional(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  CtgyPurp: optional(CategoryPurpose1Choice),
  Clssfctn: optional(MandateClassification1Choice),
});

const CreditTransferMandateData1 = sequence("CreditTransferMandateData1", {
  MndtId: optional(Max35Text),
  Tp: optional(MandateTypeInformation2),
  DtOfSgntr: optional(ISODate),
  DtOfVrfctn: optional(ISODateTime),
  ElctrncSgntr: optional(Max10KBinary),
  FrstPmtDt: optional(ISODate),
  FnlPmtDt: optional(ISODate),
  Frqcy: optional(Frequency36Choice),
  Rsn: optional(MandateSetupReason1Choice),
});

export const MandateRelatedInformation14 = sequence("MandateRelatedInformation14", {
  MndtId: optional(Max35Text),
  DtOfSgntr: optional(ISODate),
  AmdmntInd: optional(TrueFalseIndicator),
  AmdmntInfDtls: optional(AmendmentInformationDetails13),
  ElctrncSgntr: optional(Max1025Text),
  FrstColltnDt: optional(ISODate),
  FnlColltnDt: optional(ISODate),
  Frqcy: optional(Frequency36Choice),
  Rsn: optional(MandateSetupReason1Choice),
  TrckgDays: optional(Exact2NumericText),
});

export const MandateRelatedData1Choice = choice("MandateRelatedData1Choice", {
  DrctDbtMndt: optional(MandateRelatedInformation14),
  CdtTrfMndt: optional(CreditTransferMandateData1),
});
