import type { Recipient } from "../../api/generated/types.gen.ts";
import { achTexts, type LabeledText } from "../../ui/money/ach-facts.tsx";
import { accountTypeName, type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";

type Details = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function addressText(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  // An address object of the API.
  const { address1, address2, city, region, postalCode, country } = value as Details;
  const place = [text(city), [text(region), text(postalCode)].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [text(address1), text(address2), place, country === "US" ? undefined : text(country)]
    .filter(Boolean)
    .join(", ");
}

/** A national bank code: a recipient has it by country, in `countrySpecific`; a change has it as entered. */
function bankCodeOf(details: Details): string | undefined {
  const specific = details["countrySpecific"];
  if (typeof specific !== "object" || specific === null) return text(details["nationalBankCode"]);
  const [codes = {}] = Object.values(specific);
  return Object.values(codes as Details)
    .flatMap((code) => text(code) ?? [])
    .join("-");
}

function correspondentOf(details: Details): string | undefined {
  const info = details["correspondentInfo"];
  if (typeof info !== "object" || info === null) return text(details["correspondentSwiftCode"]);
  return text((info as Details)["swiftCode"]);
}

/** One method's details: the recipient's own, or one side of a change. */
export function detailTexts(details: Details): readonly LabeledText[] {
  const bank = details["bankDetails"];
  const bankName =
    typeof bank === "object" && bank !== null ? text((bank as Details)["bankName"]) : text(details["bankName"]);
  const accountType = text(details["electronicAccountType"]);
  return [
    { label: "Account", text: text(details["iban"] ?? details["accountNumber"]) },
    { label: "Routing number", text: text(details["routingNumber"]) },
    { label: "BIC", text: text(details["swiftCode"]) },
    { label: "Bank code", text: text(bankCodeOf(details)) },
    { label: "Correspondent bank", text: text(correspondentOf(details)) },
    { label: "Account type", text: accountType && accountTypeName(accountType) },
    { label: "Bank", text: bankName },
    { label: "Address", text: addressText(details["address"]) },
    ...achTexts(details["achFields"]),
  ];
}

/** The details of a recipient for methods that pay to the same account: what any of them has. */
export function textsOfMethods(recipient: Recipient, methods: readonly PaymentMethod[]): readonly LabeledText[] {
  const texts = methods.flatMap((method) => textsOf(recipient, method)).filter((labeled) => labeled.text !== undefined);
  return [...new Map(texts.map((labeled) => [labeled.label, labeled])).values()];
}

function textsOf(recipient: Recipient, method: PaymentMethod): readonly LabeledText[] {
  const details = recipient[shownMethods[method].member];
  // API objects whose members are checked one by one.
  return details === null ? [] : detailTexts(details as Details);
}

/** Methods whose details do not contradict each other, in the order of the methods. */
export function accountsOf(recipient: Recipient, methods: readonly PaymentMethod[]): readonly PaymentMethod[][] {
  const accounts: PaymentMethod[][] = [];
  for (const method of methods) {
    const own = textsOf(recipient, method);
    const account = own.some(({ label, text: number }) => label === "Account" && number !== undefined)
      ? accounts.find((others) => isSameAccount(own, textsOfMethods(recipient, others)))
      : undefined;
    if (account === undefined) accounts.push([method]);
    else account.push(method);
  }
  return accounts;
}

/** Masked numbers alone do not say that accounts are the same: everything that both details have must be. */
function isSameAccount(own: readonly LabeledText[], others: readonly LabeledText[]): boolean {
  const textOf = (label: string) => others.find((other) => other.label === label)?.text;
  return (
    own.every(({ label, text: value }) => value === undefined || [undefined, value].includes(textOf(label))) &&
    ["Account", "Routing number"].every(
      (label) => textOf(label) === own.find((labeled) => labeled.label === label)?.text,
    )
  );
}

/** The account or address a method pays to, short enough for a confirmation. */
export function destinationOf(recipient: Recipient, method: PaymentMethod): string {
  // As above.
  const details = recipient[shownMethods[method].member] as Details | null;
  const number = text(details?.["iban"] ?? details?.["accountNumber"]);
  return number === undefined
    ? `Address: ${addressText(details?.["address"]) ?? "none"}`
    : `Account ending in ${number.slice(-4)}`;
}
