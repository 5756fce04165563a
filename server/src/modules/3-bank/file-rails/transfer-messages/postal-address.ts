import { type AddressFacts, toLatinText } from "bursar-bank-formats/iso20022";

/** An address as recipients and organizations have it. */
export interface EnteredAddress {
  readonly address1: string;
  readonly address2?: string | null;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Lengths of ISO 20022 (PostalAddress24) and, for lines, of Fedwire and SWIFT since November 2026. */
const STREET_MAX = 70;
const BUILDING_MAX = 16;
const TOWN_MAX = 35;
const POST_CODE_MAX = 16;
const SUBDIVISION_MAX = 35;
const LINE_MAX = 70;

/** `123`, `123-B`, `12A` before the name of a street in the United States or Canada. */
const NUMBERED_STREET = /^([0-9][0-9A-Za-z/-]{0,15}) +(\S.*)$/;

/**
 * The structured address of a message; undefined if the networks' characters or lengths cannot carry it. What has no
 * place of its own is one free line, as Fedwire and SWIFT allow since November 2026.
 */
export function structuredAddress(entered: EnteredAddress): AddressFacts | undefined {
  const [street, line, townName, postCode, subDivision] = [
    entered.address1,
    entered.address2 ?? "",
    entered.city,
    entered.postalCode,
    entered.region,
  ].map(latin);
  if (street === undefined || line === undefined || townName === undefined) return undefined;
  if (postCode === undefined || subDivision === undefined) return undefined;
  if (!/^[A-Z]{2}$/.test(entered.country) || townName === "" || townName.length > TOWN_MAX) return undefined;
  if (street.length > STREET_MAX || line.length > LINE_MAX) return undefined;
  if (postCode.length > POST_CODE_MAX || subDivision.length > SUBDIVISION_MAX) return undefined;
  const parts = { ...streetOf(street, entered.country), ...given({ postCode, countrySubDivision: subDivision }) };
  const address = { ...parts, townName, country: entered.country };
  // A line must not repeat a structured part.
  const repeats = Object.values(address).some((part) => part.toUpperCase() === line.toUpperCase());
  return line === "" || repeats ? address : { ...address, addressLines: [line] };
}

const NUMBERS_FIRST = new Set(["US", "CA"]);

function streetOf(street: string, country: string): { streetName?: string; buildingNumber?: string } {
  const [, buildingNumber, streetName] = (NUMBERS_FIRST.has(country) && NUMBERED_STREET.exec(street)) || [];
  if (buildingNumber === undefined || streetName === undefined || buildingNumber.length > BUILDING_MAX)
    return given({ streetName: street });
  return { streetName, buildingNumber };
}

/** In the networks' characters; undefined if a character has no equivalent. */
function latin(text: string): string | undefined {
  const { text: written, replacements } = toLatinText(text, "text");
  return replacements.some(({ isLost }) => isLost) ? undefined : written.replaceAll(/ {2,}/g, " ").trim();
}

const given = <Parts extends Readonly<Record<string, string>>>(parts: Parts): Partial<Parts> =>
  // Entries of the same object, without those that are empty.
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== "")) as Partial<Parts>;
