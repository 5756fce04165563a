import { amount, choice, foreign, optional, price, sequence } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyCode, ISODate, ISODateTime, Max350Text } from "./simple-types.ts";

/** Amounts with their currency, choices of dates and periods, and supplementary data. */

export const ActiveCurrencyAndAmount = amount("ActiveCurrencyAndAmount");

export const ActiveOrHistoricCurrencyAnd13DecimalAmount = price("ActiveOrHistoricCurrencyAnd13DecimalAmount");

export const ActiveOrHistoricCurrencyAndAmount = amount("ActiveOrHistoricCurrencyAndAmount");

export const EquivalentAmount2 = sequence("EquivalentAmount2", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CcyOfTrf: ActiveOrHistoricCurrencyCode,
});

export const AmountType4Choice = choice("AmountType4Choice", {
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
  EqvtAmt: EquivalentAmount2,
});

export const DateAndDateTime2Choice = choice("DateAndDateTime2Choice", {
  Dt: ISODate,
  DtTm: ISODateTime,
});

export const DatePeriod2 = sequence("DatePeriod2", {
  FrDt: ISODate,
  ToDt: ISODate,
});

export const DateTimePeriod1 = sequence("DateTimePeriod1", {
  FrDtTm: ISODateTime,
  ToDtTm: ISODateTime,
});

export const DateOrDateTimePeriod1Choice = choice("DateOrDateTimePeriod1Choice", {
  Dt: DatePeriod2,
  DtTm: DateTimePeriod1,
});

export const SignatureEnvelope = foreign("SignatureEnvelope");

const SupplementaryDataEnvelope1 = foreign("SupplementaryDataEnvelope1");

export const SupplementaryData1 = sequence("SupplementaryData1", {
  PlcAndNm: optional(Max350Text),
  Envlp: SupplementaryDataEnvelope1,
});
