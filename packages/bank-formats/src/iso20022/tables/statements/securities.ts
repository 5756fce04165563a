import { choice, optional, repeated, sequence, several } from "../../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAnd13DecimalAmount, ActiveOrHistoricCurrencyAndAmount } from "../amounts-and-dates.ts";
import { PriceValueType1Code } from "../code-lists.ts";
import { GenericIdentification30 } from "../parties-and-agents.ts";
import {
  DecimalNumber,
  ExternalFinancialInstrumentIdentificationType1Code,
  ImpliedCurrencyAndAmount,
  ISINOct2015Identifier,
  Max16Text,
  Max35Text,
  Max70Text,
  Max140Text,
  PercentageRate,
  YesNoIndicator,
} from "../simple-types.ts";

/** Securities transactions in statements. */

export const CorporateAction9 = sequence("CorporateAction9", {
  EvtTp: Max35Text,
  EvtId: Max35Text,
});

const FinancialInstrumentQuantity1Choice = choice("FinancialInstrumentQuantity1Choice", {
  Unit: DecimalNumber,
  FaceAmt: ImpliedCurrencyAndAmount,
  AmtsdVal: ImpliedCurrencyAndAmount,
});

const IdentificationSource3Choice = choice("IdentificationSource3Choice", {
  Cd: ExternalFinancialInstrumentIdentificationType1Code,
  Prtry: Max35Text,
});

const OriginalAndCurrentQuantities1 = sequence("OriginalAndCurrentQuantities1", {
  FaceAmt: ImpliedCurrencyAndAmount,
  AmtsdVal: ImpliedCurrencyAndAmount,
});

const OtherIdentification1 = sequence("OtherIdentification1", {
  Id: Max35Text,
  Sfx: optional(Max16Text),
  Tp: IdentificationSource3Choice,
});

const YieldedOrValueType1Choice = choice("YieldedOrValueType1Choice", {
  Yldd: YesNoIndicator,
  ValTp: PriceValueType1Code,
});

const PriceRateOrAmount3Choice = choice("PriceRateOrAmount3Choice", {
  Rate: PercentageRate,
  Amt: ActiveOrHistoricCurrencyAnd13DecimalAmount,
});

const Price7 = sequence("Price7", {
  Tp: YieldedOrValueType1Choice,
  Val: PriceRateOrAmount3Choice,
});

export const ProprietaryPrice2 = sequence("ProprietaryPrice2", {
  Tp: Max35Text,
  Pric: ActiveOrHistoricCurrencyAndAmount,
});

export const ProprietaryQuantity1 = sequence("ProprietaryQuantity1", {
  Tp: Max35Text,
  Qty: Max35Text,
});

export const SecuritiesAccount19 = sequence("SecuritiesAccount19", {
  Id: Max35Text,
  Tp: optional(GenericIdentification30),
  Nm: optional(Max70Text),
});

export const SecurityIdentification19 = sequence("SecurityIdentification19", {
  ISIN: optional(ISINOct2015Identifier),
  OthrId: repeated(OtherIdentification1),
  Desc: optional(Max140Text),
});

export const TransactionPrice4Choice = choice("TransactionPrice4Choice", {
  DealPric: Price7,
  Prtry: several(ProprietaryPrice2),
});

export const TransactionQuantities3Choice = choice("TransactionQuantities3Choice", {
  Qty: FinancialInstrumentQuantity1Choice,
  OrgnlAndCurFaceAmt: OriginalAndCurrentQuantities1,
  Prtry: ProprietaryQuantity1,
});
