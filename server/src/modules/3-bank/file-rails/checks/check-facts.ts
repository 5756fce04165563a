import {
  CHECK_AMOUNT_MAX_MINOR,
  CheckFileError,
  type CheckFileTemplate,
  type PrintableCheck,
  writeCheckFile,
} from "bursar-bank-formats/checks";
import { toPlainText } from "bursar-bank-formats/text";
import { type RoutingDetails, spelledName } from "#money/recipients";
import type { OrderContent } from "../orders/order.ts";
import type { UnfitOrder } from "../rail-part.ts";

/** What a payment's check says. */
export interface CheckFacts {
  /** In printable ASCII: the same on the check and in the positive-pay file, because banks compare the two. */
  readonly payee: string;
  readonly address: readonly string[];
  readonly memo: string | undefined;
}

/** On the check, in the smallest size; a longer memo is in full on the stub. */
const MEMO_LENGTH = 45;
const ADDRESS_LINE_LENGTH = 60;

/** What the check of a payment says, or a code of bank-file-reasons.ts if no check can carry the payment. */
export function checkFactsOf({
  amountMinor,
  recipientName,
  routing,
  externalMemo,
}: OrderContent): CheckFacts | UnfitOrder {
  if (amountMinor > CHECK_AMOUNT_MAX_MINOR) return { code: "BF-AMOUNT" };
  const payee = spelledName("check", recipientName);
  if (payee === undefined) return { code: "BF-NAME" };
  const address = addressLines(routing.address);
  if (address === undefined) return { code: "BF-ADDRESS" };
  const memo = toPlainText(externalMemo ?? "")?.trim() ?? "";
  return { payee, address, memo: memo === "" ? undefined : memo };
}

/** As the Postal Service wants them (Publication 28): street lines, then city, state, and ZIP code. */
export function addressLines(address: RoutingDetails["address"]): readonly string[] | undefined {
  if (address === undefined || address.country !== "US") return undefined;
  const { address1, address2, city, region, postalCode } = address;
  const lines = [address1, address2 ?? "", `${city} ${region} ${postalCode}`]
    .map((line) => toPlainText(line)?.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  return lines.every((line) => line !== undefined && line.length <= ADDRESS_LINE_LENGTH) && lines.length >= 2
    ? lines.flatMap((line) => line ?? [])
    : undefined;
}

/** Digits stand for the account and check numbers, which are not known yet. */
const PLACEHOLDER = { accountNumber: "1", checkNumber: 1, issueDate: "2026-01-02" } as const;

/** Why the bank's positive-pay file cannot carry the check; undefined if it can. */
export function issueProblem(
  template: CheckFileTemplate,
  settings: Readonly<Record<string, string>>,
  { payee, amountMinor }: { readonly payee: string; readonly amountMinor: bigint },
): UnfitOrder | undefined {
  try {
    const check = { ...PLACEHOLDER, status: "issued", payee, amountMinor } as const;
    writeCheckFile(template, [check], { fileDate: PLACEHOLDER.issueDate, settings });
    return undefined;
  } catch (error) {
    if (!(error instanceof CheckFileError)) throw error;
    const isAmount = error.problems.some(({ field }) =>
      template.detail.some(({ name, kind }) => name === field && kind === "amount"),
    );
    return { code: isAmount ? "BF-AMOUNT" : "BF-NAME" };
  }
}

/** The check as it is printed. */
export const printableCheckOf = (
  { payee, address, memo }: CheckFacts,
  { checkNumber, date, amountMinor }: Pick<PrintableCheck, "checkNumber" | "date" | "amountMinor">,
): PrintableCheck => ({
  checkNumber,
  date,
  amountMinor,
  payee,
  address,
  memo: memo === undefined || memo.length <= MEMO_LENGTH ? memo : `${memo.slice(0, MEMO_LENGTH - 3).trimEnd()}...`,
  remittance: [{ date, reference: "PAYMENT", description: memo, amountMinor }],
});
