import type { Recipient } from "../../api/generated/types.gen.ts";
import { achFacts } from "../../ui/money/ach-facts.tsx";
import { accountTypeName, type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import type { Fact } from "../../ui/page/facts.tsx";

type Details = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const figures = (value: unknown) => {
  const shown = text(value);
  return shown === undefined ? undefined : <span className="figures">{shown}</span>;
};

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

/** One method's details as label and value: the recipient's own, or one side of a change. */
export function detailFacts(details: Details): readonly Fact[] {
  const bank = details["bankDetails"];
  const bankName =
    typeof bank === "object" && bank !== null ? text((bank as Details)["bankName"]) : text(details["bankName"]);
  return [
    { label: "Account", value: figures(details["iban"] ?? details["accountNumber"]) },
    { label: "Routing number", value: figures(details["routingNumber"]) },
    { label: "BIC", value: figures(details["swiftCode"]) },
    { label: "Bank code", value: figures(bankCodeOf(details)) },
    { label: "Correspondent bank", value: figures(correspondentOf(details)) },
    {
      label: "Account type",
      value: text(details["electronicAccountType"]) && accountTypeName(text(details["electronicAccountType"]) ?? ""),
    },
    { label: "Bank", value: bankName },
    { label: "Address", value: addressText(details["address"]) },
    ...achFacts(details["achFields"]),
  ];
}

export function detailFactsOf(recipient: Recipient, method: PaymentMethod): readonly Fact[] {
  const details = recipient[shownMethods[method].member];
  // API objects whose members are checked one by one.
  return details === null ? [] : detailFacts(details as Details);
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
