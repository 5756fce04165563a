import { choice, optional, repeated, sequence } from "../../schema/element-types.ts";
import {
  AccountIdentification4Choice,
  ActiveOrHistoricCurrencyCode,
  AddressType2Code,
  ClearingSystemMemberIdentification2,
  CountryCode,
  GenericFinancialIdentification1,
  GenericOrganisationIdentification1,
  GenericPersonIdentification1,
  ISODate,
  ISODateTime,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  Max2048Text,
  PhoneNumber,
} from "../generated.ts";
import { AnyBICIdentifier, BICIdentifier, CashAccountType4Code, NamePrefix1Code } from "./simple-types.ts";

/** Parties, agents, and accounts in the versions of 2009, which pain.001.001.03 and camt.053.001.02 use. */

export const PostalAddress6 = sequence("PostalAddress6", {
  AdrTp: optional(AddressType2Code),
  Dept: optional(Max70Text),
  SubDept: optional(Max70Text),
  StrtNm: optional(Max70Text),
  BldgNb: optional(Max16Text),
  PstCd: optional(Max16Text),
  TwnNm: optional(Max35Text),
  CtrySubDvsn: optional(Max35Text),
  Ctry: optional(CountryCode),
  AdrLine: repeated(Max70Text, 7),
});

const FinancialInstitutionIdentification7 = sequence("FinancialInstitutionIdentification7", {
  BIC: optional(BICIdentifier),
  ClrSysMmbId: optional(ClearingSystemMemberIdentification2),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
  Othr: optional(GenericFinancialIdentification1),
});

const BranchData2 = sequence("BranchData2", {
  Id: optional(Max35Text),
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
});

export const BranchAndFinancialInstitutionIdentification4 = sequence("BranchAndFinancialInstitutionIdentification4", {
  FinInstnId: FinancialInstitutionIdentification7,
  BrnchId: optional(BranchData2),
});

export const CashAccountType2 = choice("CashAccountType2", {
  Cd: CashAccountType4Code,
  Prtry: Max35Text,
});

export const CashAccount16 = sequence("CashAccount16", {
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
});

const ContactDetails2 = sequence("ContactDetails2", {
  NmPrfx: optional(NamePrefix1Code),
  Nm: optional(Max140Text),
  PhneNb: optional(PhoneNumber),
  MobNb: optional(PhoneNumber),
  FaxNb: optional(PhoneNumber),
  EmailAdr: optional(Max2048Text),
  Othr: optional(Max35Text),
});

export const DateAndDateTimeChoice = choice("DateAndDateTimeChoice", {
  Dt: ISODate,
  DtTm: ISODateTime,
});

const DateAndPlaceOfBirth = sequence("DateAndPlaceOfBirth", {
  BirthDt: ISODate,
  PrvcOfBirth: optional(Max35Text),
  CityOfBirth: Max35Text,
  CtryOfBirth: CountryCode,
});

export const DatePeriodDetails = sequence("DatePeriodDetails", {
  FrDt: ISODate,
  ToDt: ISODate,
});

export const DateTimePeriodDetails = sequence("DateTimePeriodDetails", {
  FrDtTm: ISODateTime,
  ToDtTm: ISODateTime,
});

export const NameAndAddress10 = sequence("NameAndAddress10", {
  Nm: Max140Text,
  Adr: PostalAddress6,
});

const OrganisationIdentification4 = sequence("OrganisationIdentification4", {
  BICOrBEI: optional(AnyBICIdentifier),
  Othr: repeated(GenericOrganisationIdentification1),
});

const PersonIdentification5 = sequence("PersonIdentification5", {
  DtAndPlcOfBirth: optional(DateAndPlaceOfBirth),
  Othr: repeated(GenericPersonIdentification1),
});

const Party6Choice = choice("Party6Choice", {
  OrgId: OrganisationIdentification4,
  PrvtId: PersonIdentification5,
});

export const PartyIdentification32 = sequence("PartyIdentification32", {
  Nm: optional(Max140Text),
  PstlAdr: optional(PostalAddress6),
  Id: optional(Party6Choice),
  CtryOfRes: optional(CountryCode),
  CtctDtls: optional(ContactDetails2),
});
