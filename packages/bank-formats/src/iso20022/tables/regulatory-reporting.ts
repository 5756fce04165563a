import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAndAmount } from "./amounts-and-dates.ts";
import { Authorisation1Code, ChequeDelivery1Code, RegulatoryReportingType1Code } from "./code-lists.ts";
import { CountryCode, ISODate, Max10Text, Max35Text, Max128Text, Max140Text } from "./simple-types.ts";

/** Regulatory reporting and delivery of checks. */

export const Authorisation1Choice = choice("Authorisation1Choice", {
  Cd: Authorisation1Code,
  Prtry: Max128Text,
});

export const ChequeDeliveryMethod1Choice = choice("ChequeDeliveryMethod1Choice", {
  Cd: ChequeDelivery1Code,
  Prtry: Max35Text,
});

const RegulatoryAuthority2 = sequence("RegulatoryAuthority2", {
  Nm: optional(Max140Text),
  Ctry: optional(CountryCode),
});

const StructuredRegulatoryReporting3 = sequence("StructuredRegulatoryReporting3", {
  Tp: optional(Max35Text),
  Dt: optional(ISODate),
  Ctry: optional(CountryCode),
  Cd: optional(Max10Text),
  Amt: optional(ActiveOrHistoricCurrencyAndAmount),
  Inf: repeated(Max35Text),
});

export const RegulatoryReporting3 = sequence("RegulatoryReporting3", {
  DbtCdtRptgInd: optional(RegulatoryReportingType1Code),
  Authrty: optional(RegulatoryAuthority2),
  Dtls: repeated(StructuredRegulatoryReporting3),
});
