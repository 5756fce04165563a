import type {
  CheckAmountField,
  CheckConstantField,
  CheckDigitsField,
  CheckTextField,
} from "../template/check-template.ts";

/** Short forms for the templates of this folder. */
export const digits = (
  name: string,
  of: CheckDigitsField["of"],
  width: number,
  fill: CheckDigitsField["fill"],
): CheckDigitsField => ({ name, kind: "digits", of, width, fill });

export const checkAmount = (
  name: string,
  width: number,
  decimals: CheckAmountField["decimals"],
  fill: CheckAmountField["fill"],
): CheckAmountField => ({ name, kind: "amount", of: "amount", width, decimals, fill });

export const payeeText = (
  name: string,
  of: CheckTextField["of"],
  width: number,
  required: boolean,
): CheckTextField => ({
  name,
  kind: "text",
  of,
  width,
  required,
  tooLong: "refuse",
});

export const constant = (name: string, value: string, width: number): CheckConstantField => ({
  name,
  kind: "constant",
  value,
  width,
});

export const filler = (width: number): CheckConstantField => constant("Filler", "", width);
