import { holdsHidden } from "../text/hidden-characters.ts";
import { isUnusedZipPrefix, statesOfZipPrefix } from "./zip-prefixes.ts";

/**
 * US mailing addresses for checks (USPS Publication 28): state codes, ZIP codes, and whether they match. Whether the
 * street exists is not checked.
 */

/**
 * The fifty states, the District of Columbia, the territories and freely associated states, and military mail (AA, AE,
 * AP).
 */
export const usStates: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  DC: "District of Columbia",
  AS: "American Samoa",
  GU: "Guam",
  MP: "Northern Mariana Islands",
  PR: "Puerto Rico",
  VI: "Virgin Islands",
  FM: "Micronesia",
  MH: "Marshall Islands",
  PW: "Palau",
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
};

const stateCodes: ReadonlySet<string> = new Set(Object.keys(usStates));

/** What is wrong with the state code, as a sentence; undefined if it is valid. */
export function usStateProblem(state: string): string | undefined {
  if (stateCodes.has(state)) return undefined;
  if (stateCodes.has(state.toUpperCase())) return "Write the state in capital letters, such as CA.";
  return "Enter a two-letter state code, such as CA.";
}

/** What is wrong with the ZIP code alone, as a sentence; undefined if it is valid. */
export function zipCodeProblem(zipCode: string): string | undefined {
  if (!/^[0-9]{5}(-[0-9]{4})?$/.test(zipCode)) return "A ZIP code has five digits, or nine as in 94105-1804.";
  if (isUnusedZipPrefix(zipCode.slice(0, 3))) return `No US ZIP code begins with ${zipCode.slice(0, 3)}.`;
  return undefined;
}

/**
 * How a valid ZIP code contradicts a valid state, as a sentence; undefined if they match or the table does not cover
 * the ZIP code.
 */
export function zipCodeStateProblem(zipCode: string, state: string): string | undefined {
  const states = statesOfZipPrefix(zipCode.slice(0, 3));
  if (states.length === 0 || states.includes(state)) return undefined;
  const names = states.map((code) => usStates[code] ?? code).join(" or ");
  return `ZIP code ${zipCode} is in ${names}, not in ${usStates[state] ?? state}.`;
}

/** The parts of a US address that are checked together, named as in the API. */
export interface UsAddress {
  readonly address1: string;
  readonly address2?: string | null | undefined;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
}

export interface AddressProblem {
  readonly path: keyof UsAddress;
  readonly message: string;
}

/** A window envelope shows fifty characters per line. */
export const ADDRESS_LINE_LENGTH_MAX = 50;

/** Everything wrong with a US address, by field, in the order of the form; empty if it is valid. */
export function usAddressProblems(address: UsAddress): AddressProblem[] {
  const state = usStateProblem(address.region);
  const zipCode = zipCodeProblem(address.postalCode);
  const together =
    state === undefined && zipCode === undefined ? zipCodeStateProblem(address.postalCode, address.region) : undefined;
  const found: readonly (readonly [keyof UsAddress, string | undefined])[] = [
    ["address1", lineProblem("The first address line", address.address1, true)],
    ["address2", lineProblem("The second address line", address.address2 ?? "", false)],
    ["city", lineProblem("The city", address.city, true)],
    ["region", state],
    ["postalCode", zipCode ?? together],
  ];
  return found.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

function lineProblem(name: string, line: string, isRequired: boolean): string | undefined {
  if (isRequired && line.trim() === "") return `${name} is missing.`;
  if ([...line].length > ADDRESS_LINE_LENGTH_MAX) return `${name} has at most ${ADDRESS_LINE_LENGTH_MAX} characters.`;
  if (holdsHidden(line)) return `${name} must be one line, without line breaks or control characters.`;
  return undefined;
}
