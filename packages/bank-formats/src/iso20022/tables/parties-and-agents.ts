import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { AddressType2Code, NamePrefix2Code, PreferredContactMethod1Code } from "./code-lists.ts";
import {
  AnyBICDec2014Identifier,
  BICFIDec2014Identifier,
  CountryCode,
  Exact4AlphaNumericText,
  ExternalClearingSystemIdentification1Code,
  ExternalFinancialInstitutionIdentification1Code,
  ExternalOrganisationIdentification1Code,
  ExternalPersonIdentification1Code,
  ISODate,
  LEIIdentifier,
  Max4Text,
  Max16Text,
  Max35Text,
  Max70Text,
  Max128Text,
  Max140Text,
  Max2048Text,
  PhoneNumber,
} from "./simple-types.ts";

/** Parties (people and organizations), agents (financial institutions), and postal addresses, in the versions of 2019. */

export const GenericIdentification30 = sequence("GenericIdentification30", {
  Id: Exact4AlphaNumericText,
  Issr: Max35Text,
  SchmeNm: optional(Max35Text),
});

const AddressType3Choice = choice("AddressType3Choice", {
  Cd: AddressType2Code,
  Prtry: GenericIdentification30,
});

const ClearingSystemIdentification2Choice = choice("ClearingSystemIdentification2Choice", {
  Cd: ExternalClearingSystemIdentification1Code,
  Prtry: Max35Text,
});

export const ClearingSystemMemberIdentification2 = sequence("ClearingSystemMemberIdentification2", {
  ClrSysId: optional(ClearingSystemIdentification2Choice),
  MmbId: Max35Text,
});

export const PostalAddress24 = sequence("PostalAddress24", {
  AdrTp: optional(AddressType3Choice),
  Dept: optional(Max70Text),
  SubDept: optional(Max70Text),
  StrtNm: optional(Max70Text),
  BldgNb: optional(Max16Text),
  BldgNm: optional(Max35Text),
  Flr: optional(Max70Text),
  PstBx: optional(Max16Text),
  Room: optional(Max70Text),
  PstCd: optional(Max16Text),
  TwnNm: optional(Max35Text),
  TwnLctnNm: optional(Max35Text),
  DstrctNm: optional(Max35Text),
  CtrySubDvsn: optional(Max35Text),
  Ctry: optional(CountryCode),
  AdrLine: repeated(Max70Text, 7),
});

const FinancialIdentificationSchemeName1Choice = choice("FinancialIdentificationSchemeName1Choice", {
  Cd: ExternalFinancialInstitutionIdentification1Code,
  Prtry: Max35Text,
});

export const GenericFinancialIdentification1 = sequence("GenericFinancialIdentification1", {
  Id: Max35Text,
  SchmeNm: optional(FinancialIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
});

const FinancialInstitutionIdentification18 = sequence("FinancialInstitutionIdentification18", {
  BICFI: optional(BICFIDec2014Identifier),
  ClrSysMmbId: optional(ClearingSystemMemberIdentification2),
  LEI: optional(LEIIdentifier),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
  Othr: optional(GenericFinancialIdentification1),
});

const BranchData3 = sequence("BranchData3", {
  Id: optional(Max35Text),
  LEI: optional(LEIIdentifier),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
});

export const BranchAndFinancialInstitutionIdentification6 = sequence("BranchAndFinancialInstitutionIdentification6", {
  FinInstnId: FinancialInstitutionIdentification18,
  BrnchId: optional(BranchData3),
});

const OtherContact1 = sequence("OtherContact1", {
  ChanlTp: Max4Text,
  Id: optional(Max128Text),
});

const Contact4 = sequence("Contact4", {
  NmPrfx: optional(NamePrefix2Code),
  Nm: optional(Max140Text),
  PhneNb: optional(PhoneNumber),
  MobNb: optional(PhoneNumber),
  FaxNb: optional(PhoneNumber),
  EmailAdr: optional(Max2048Text),
  EmailPurp: optional(Max35Text),
  JobTitl: optional(Max35Text),
  Rspnsblty: optional(Max35Text),
  Dept: optional(Max70Text),
  Othr: repeated(OtherContact1),
  PrefrdMtd: optional(PreferredContactMethod1Code),
});

const DateAndPlaceOfBirth1 = sequence("DateAndPlaceOfBirth1", {
  BirthDt: ISODate,
  PrvcOfBirth: optional(Max35Text),
  CityOfBirth: Max35Text,
  CtryOfBirth: CountryCode,
});

const OrganisationIdentificationSchemeName1Choice = choice("OrganisationIdentificationSchemeName1Choice", {
  Cd: ExternalOrganisationIdentification1Code,
  Prtry: Max35Text,
});

export const GenericOrganisationIdentification1 = sequence("GenericOrganisationIdentification1", {
  Id: Max35Text,
  SchmeNm: optional(OrganisationIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
});

const PersonIdentificationSchemeName1Choice = choice("PersonIdentificationSchemeName1Choice", {
  Cd: ExternalPersonIdentification1Code,
  Prtry: Max35Text,
});

export const GenericPersonIdentification1 = sequence("GenericPersonIdentification1", {
  Id: Max35Text,
  SchmeNm: optional(PersonIdentificationSchemeName1Choice),
  Issr: optional(Max35Text),
});

const OrganisationIdentification29 = sequence("OrganisationIdentification29", {
  AnyBIC: optional(AnyBICDec2014Identifier),
  LEI: optional(LEIIdentifier),
  Othr: repeated(GenericOrganisationIdentification1),
});

const PersonIdentification13 = sequence("PersonIdentification13", {
  DtAndPlcOfBirth: optional(DateAndPlaceOfBirth1),
  Othr: repeated(GenericPersonIdentification1),
});

const Party38Choice = choice("Party38Choice", {
  OrgId: OrganisationIdentification29,
  PrvtId: PersonIdentification13,
});

export const PartyIdentification135 = sequence("PartyIdentification135", {
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress24),
  Id: optional(Party38Choice),
  CtryOfRes: optional(CountryCode),
  CtctDtls: optional(Contact4),
});

export const Party40Choice = choice("Party40Choice", {
  Pty: PartyIdentification135,
  Agt: BranchAndFinancialInstitutionIdentification6,
});
