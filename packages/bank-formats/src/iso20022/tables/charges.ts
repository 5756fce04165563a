import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { ActiveOrHistoricCurrencyAndAmount } from "./amounts-and-dates.ts";
import { ChargeBearerType1Code, CreditDebitCode } from "./code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6 } from "./parties-and-agents.ts";
import { ChargeIncludedIndicator, ExternalChargeType1Code, Max35Text, PercentageRate } from "./simple-types.ts";
import { TaxCharges2 } from "./tax.ts";

/** Charges and the tax on them. */

export const GenericIdentification3 = sequence("GenericIdentification3", {
  Id: Max35Text,
  Issr: optional(Max35Text),
});

const ChargeType3Choice = choice("ChargeType3Choice", {
  Cd: ExternalChargeType1Code,
  Prtry: GenericIdentification3,
});

const ChargesRecord3 = sequence("ChargesRecord3", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  CdtDbtInd: optional(CreditDebitCode),
  ChrgInclInd: optional(ChargeIncludedIndicator),
  Tp: optional(ChargeType3Choice),
  Rate: optional(PercentageRate),
  Br: optional(ChargeBearerType1Code),
  Agt: optional(BranchAndFinancialInstitutionIdentification6),
  Tax: optional(TaxCharges2),
});

export const Charges6 = sequence("Charges6", {
  TtlChrgsAndTaxAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Rcrd: repeated(ChargesRecord3),
});

export const Charges7 = sequence("Charges7", {
  Amt: ActiveOrHistoricCurrencyAndAmount,
  Agt: BranchAndFinancialInstitutionIdentification6,
});
