import { choice, optional, sequence } from "../schema/element-types.ts";
import {
  AccountNumberText,
  ActiveOrHistoricCurrencyCode,
  ExternalAccountIdentification1Code,
  ExternalCashAccountType1Code,
  ExternalProxyAccountType1Code,
  IBAN2007Identifier,
  Max35Text,
  Max70Text,
  ProxyText,
} from "./simple-types.ts";

/** Cash accounts and their identifications. A US account number is `Othr.Id`; `IBAN` is for accounts that have one. */

const AccountSchemeName1Choice = choice("AccountSchemeName1Choice", {
  Cd: ExternalAccountIdentification1Code,
  Prtry: Max35Text,
});

const GenericAccountIdentification1 = sequence("GenericAccountIdentification1", {
  Id: AccountNumberText,
  SchmeNm: optional(AccountSchemeName1Choice),
  Issr: optional(Max35Text),
});

export const AccountIdentification4Choice = choice("AccountIdentification4Choice", {
  IBAN: IBAN2007Identifier,
  Othr: GenericAccountIdentification1,
});

export const CashAccountType2Choice = choice("CashAccountType2Choice", {
  Cd: ExternalCashAccountType1Code,
  Prtry: Max35Text,
});

const ProxyAccountType1Choice = choice("ProxyAccountType1Choice", {
  Cd: ExternalProxyAccountType1Code,
  Prtry: Max35Text,
});

export const ProxyAccountIdentification1 = sequence("ProxyAccountIdentification1", {
  Tp: optional(ProxyAccountType1Choice),
  Id: ProxyText,
});

export const CashAccount38 = sequence("CashAccount38", {
  Id: AccountIdentification4Choice,
  Tp: optional(CashAccountType2Choice),
  Ccy: optional(ActiveOrHistoricCurrencyCode),
  Nm: optional(Max70Text),
  Prxy: optional(ProxyAccountIdentification1),
});
