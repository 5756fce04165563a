import { hasCheckDigit } from "../identifiers/routing-number.ts";
import { type CorrectedField, changeCodeOf } from "./change-codes.ts";
import { type TransactionCode, transactionCodes } from "./transaction-codes.ts";

/** The corrected fields of a notification of change; only those that its code corrects. */
export interface Corrections {
  readonly dfiAccountNumber?: string;
  readonly routingNumber?: string;
  readonly receiverName?: string;
  readonly transactionCode?: TransactionCode;
  readonly identificationNumber?: string;
  /** The new identification of the foreign bank of an IAT entry. */
  readonly foreignBankIdentification?: string;
}

type Positions = readonly [from: number, to: number];

/** Where App. Four 5.3 puts each corrected field, counted from 1 within the Corrected Data field. */
const positions: Readonly<Record<string, Readonly<Partial<Record<CorrectedField, Positions>>>>> = {
  C01: { dfiAccountNumber: [1, 17] },
  C02: { routingNumber: [1, 9] },
  C03: { routingNumber: [1, 9], dfiAccountNumber: [13, 29] },
  C04: { receiverName: [1, 22] },
  C05: { transactionCode: [1, 2] },
  C06: { dfiAccountNumber: [1, 17], transactionCode: [21, 22] },
  C07: { routingNumber: [1, 9], dfiAccountNumber: [10, 26], transactionCode: [27, 28] },
  C08: { foreignBankIdentification: [1, 34] },
  C09: { identificationNumber: [1, 22] },
};

/** IAT entries have longer account numbers and names (35 positions of corrected data). */
const iatPositions: typeof positions = {
  ...positions,
  C01: { dfiAccountNumber: [1, 35] },
  C04: { receiverName: [1, 35] },
};

const positionsOf = (code: string, isIat: boolean) => (isIat ? iatPositions : positions)[code] ?? {};
const lengthOf = (isIat: boolean): number => (isIat ? 35 : 29);

const isTransactionCode = (text: string): text is TransactionCode =>
  transactionCodes.some((transactionCode) => transactionCode === text);

/**
 * What a notification of change corrects. Undefined if the code is unknown, a field that it corrects is blank or not
 * valid, or the data has other content between or after its fields.
 */
export function correctionsOf(
  change: { readonly changeCode: string; readonly correctedData?: string | undefined },
  { isIat = false }: { readonly isIat?: boolean } = {},
): Corrections | undefined {
  const corrects = changeCodeOf(change.changeCode)?.corrects;
  if (corrects === undefined) return undefined;
  const length = lengthOf(isIat);
  const data = (change.correctedData ?? "").padEnd(length);
  // C13 and C14 correct nothing that has a field; banks write text.
  if (corrects.length === 0) return {};
  const found: { [Field in CorrectedField]?: string } = {};
  let rest = data;
  for (const [field, [from, to]] of Object.entries(positionsOf(change.changeCode, isIat))) {
    const value = data.slice(from - 1, to).trim();
    if (value === "") return undefined;
    Object.assign(found, { [field]: value });
    rest = rest.slice(0, from - 1) + " ".repeat(to - from + 1) + rest.slice(to);
  }
  if (rest.trim() !== "") return undefined;
  const { transactionCode, ...others } = found;
  if (others.routingNumber !== undefined && !hasCheckDigit(others.routingNumber)) return undefined;
  if (transactionCode === undefined) return others;
  return isTransactionCode(transactionCode) ? { ...others, transactionCode } : undefined;
}

/** The Corrected Data field of the corrections; throws RangeError if the code does not correct exactly these fields. */
export function correctedDataOf(
  changeCode: string,
  corrections: Corrections,
  { isIat = false }: { readonly isIat?: boolean } = {},
): string {
  let data = " ".repeat(lengthOf(isIat));
  for (const [field, [from, to]] of Object.entries(positionsOf(changeCode, isIat))) {
    const value = Object.entries(corrections).find(([name]) => name === field)?.[1];
    if (typeof value !== "string" || value.trim() === "" || value.length > to - from + 1)
      throw new RangeError(`${changeCode} needs a ${field} of at most ${to - from + 1} characters`);
    data = data.slice(0, from - 1) + value.padEnd(to - from + 1) + data.slice(to);
  }
  const text = data.trimEnd();
  if (correctionsOf({ changeCode, correctedData: text }, { isIat }) === undefined)
    throw new RangeError(`These are not the fields that ${changeCode} corrects`);
  return text;
}
