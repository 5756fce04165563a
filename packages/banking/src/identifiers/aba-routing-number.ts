/**
 * ABA routing numbers (ANSI X9.9, ABA Key to Routing Numbers): nine digits, of which the first two are a Federal
 * Reserve prefix and the last is a check digit.
 *
 * The networks' directories, not this file, say whether a bank has the number and accepts ACH, wires, or RTP.
 */

/**
 * The first two digits: 00 for the US government, 01–12 for the Federal Reserve districts, 21–32 for thrift
 * institutions (district + 20), 61–72 for electronic transactions (district + 60), and 80 for traveler's checks. No
 * other prefixes are assigned.
 */
export const routingNumberPrefixRanges: readonly (readonly [from: number, to: number])[] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const;

/** What is wrong with the routing number, as a sentence for the user; undefined if it is valid. */
export function routingNumberProblem(routingNumber: string): string | undefined {
  if (!/^[0-9]{9}$/.test(routingNumber)) return "A routing number has exactly nine digits, without spaces or dashes.";
  // Nine zeros pass the checksum, and an empty form sends them.
  if (routingNumber === "000000000") return "Nine zeros are not a routing number.";
  if (!hasKnownPrefix(routingNumber)) return `No US routing number begins with ${routingNumber.slice(0, 2)}.`;
  if (checksum(routingNumber) % 10 !== 0)
    return "The routing number's check digit is wrong: one of its digits is mistyped.";
  return undefined;
}

/** True for nine digits with a known prefix and the right check digit. */
export const isRoutingNumber = (text: string): boolean => routingNumberProblem(text) === undefined;

/**
 * The ninth digit of a routing number that begins with these eight digits. NACHA files identify the ODFI by the first
 * eight.
 */
export function routingNumberCheckDigit(firstEightDigits: string): string {
  if (!/^[0-9]{8}$/.test(firstEightDigits)) throw new RangeError("A check digit is computed from eight digits");
  return String((10 - (checksum(firstEightDigits) % 10)) % 10);
}

const checksum = (digits: string): number =>
  WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? "0"), 0);

function hasKnownPrefix(routingNumber: string): boolean {
  const prefix = Number(routingNumber.slice(0, 2));
  return routingNumberPrefixRanges.some(([from, to]) => prefix >= from && prefix <= to);
}
