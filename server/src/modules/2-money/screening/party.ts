import { sha256Hex } from "#kernel/crypto/cipher.ts";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import type { RecipientId } from "#kernel/values/ids.ts";

export interface PartyAddress {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** What is screened about a recipient. */
export interface PartyContent {
  readonly names: readonly string[];
  readonly addresses: readonly PartyAddress[];
  /** Of the addresses, and of the bank of a payment abroad. ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

/** One version of a recipient: other names or addresses are another one. */
export interface Party {
  readonly recipientId: RecipientId;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
  readonly content: PartyContent;
}

export const digestOf = (content: unknown): string => sha256Hex(canonicalJson(content));

/** The same names and addresses, in whatever order and number, are the same version. */
export function partyOf(recipientId: RecipientId, { names, addresses, countries }: PartyContent): Party {
  const content = {
    names: [...new Set(names.map((name) => name.trim()))].filter((name) => name !== ""),
    addresses: [
      ...new Map(
        addresses.map(({ address1, address2, city, region, postalCode, country }): [string, PartyAddress] => {
          const address = { address1, address2, city, region, postalCode, country };
          return [canonicalJson(address), address];
        }),
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, address]) => address),
    countries: [...new Set([...countries, ...addresses.map(({ country }) => country)])].sort(),
  };
  return { recipientId, digest: digestOf(content), content };
}

export const partyKey = ({ recipientId, digest }: Pick<Party, "recipientId" | "digest">): string =>
  `${recipientId}/${digest}`;

/** A possible match, as a screener reports it and people see it. */
export interface Match {
  /** The list and the entry on it: the same for every edition of the list. */
  readonly key: string;
  readonly list: string;
  readonly entryId: string;
  /** The name on the list. */
  readonly listedName: string;
  /** What resembles it. */
  readonly name: string;
  /** How similar they are, 0 to 100; null if the screener does not say. */
  readonly score: number | null;
  /** Programs, addresses, and remarks of the entry. */
  readonly details: string;
}

/** What a screener says about each party, by partyKey; it says something about every one. */
export type Findings = ReadonlyMap<string, readonly Match[]>;

/** The screener did not answer, or its answer cannot be used. The message is for people. */
export class ScreenerFailed extends Error {
  override readonly name = "ScreenerFailed";
}
