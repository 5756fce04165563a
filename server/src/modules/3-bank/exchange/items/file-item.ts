import type { Vault } from "#kernel/crypto/vault.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import type { Id, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { ConnectionId } from "../bank-rail.ts";

export type FileItemId = Id<"bankFileItem">;
/** What an item says, as an ID. */
export type SaidId = Id<"bankFileSaid">;

/** Why something in a received file was not applied. */
export const itemKinds = [
  "unknownPayment",
  "contradiction",
  "unknownCode",
  "unreadable",
  "otherEntry",
  "dispute",
  "otherCompany",
  "otherAccount",
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** What such an item is about can be ignored from now on: a company, or an account whose whole number is known. */
export const ignorableKinds = ["otherCompany", "otherAccount"] as const satisfies readonly ItemKind[];
export type IgnorableKind = (typeof ignorableKinds)[number];
const isIgnorable = (kind: ItemKind): kind is IgnorableKind => ignorableKinds.some((ignorable) => ignorable === kind);

/**
 * Something in a received file that cannot be applied, while the rest of the file is. Nothing here is an account number:
 * people without the right to open the file may see it.
 */
export interface FileItem {
  readonly kind: ItemKind;
  /** Where it is in the file, for people: "Line 12". */
  readonly place: string;
  /** Its order among the items of the file. */
  readonly position: number;
  /** A sentence for people. */
  readonly reason: string;
  /** What the bank says it is: the same words in another file of the connection are the same item. */
  readonly identity: readonly string[];
  /** The bank's reason, such as R97. */
  readonly code?: string | undefined;
  /** By which the bank names the payment. */
  readonly reference?: string | undefined;
  /** Cents. */
  readonly amountMinor?: bigint | undefined;
  readonly currency?: string | undefined;
  /** What the bank says about a payment, for the rail: applied if people say which payment it is. */
  readonly answer?: Readonly<Record<string, string>> | undefined;
  /** The payment that it seems to be about. */
  readonly transactionId?: TransactionId | undefined;
  /** The company or account that is not ours: later items about it may be ignored from the start. */
  readonly subject?: string | undefined;
  /** What tells the subject from others that look the same, if it is masked. Only its keyed fingerprint is stored. */
  readonly unmasked?: string | undefined;
  /** `YYYY-MM-DD`: the last day for an answer to the bank. */
  readonly actBy?: string | undefined;
}

/** What later items are about that can be ignored from the start. */
export interface IgnorableSubject {
  readonly kind: IgnorableKind;
  readonly subject: string;
  /** Of an account, whose number is masked. Rules of earlier versions have none, and fit no account. */
  readonly fingerprint: Buffer | null;
}

/** Undefined if nothing tells what the item is about from what looks the same: others would be ignored, too. */
export const ignorableSubject = ({
  kind,
  subject,
  fingerprint,
}: {
  readonly kind: ItemKind;
  readonly subject?: string | null | undefined;
  readonly fingerprint: Buffer | null;
}): IgnorableSubject | undefined => {
  if (!isIgnorable(kind) || subject === undefined || subject === null) return undefined;
  return kind === "otherCompany" || fingerprint !== null ? { kind, subject, fingerprint } : undefined;
};

export interface FingerprintedItem extends FileItem {
  /** Null if the subject is not masked, or the bank masked it. */
  readonly fingerprint: Buffer | null;
}

/** Masked numbers of different accounts look the same; their fingerprints, which the database cannot reverse, differ. */
export const subjectFingerprint = (
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  { kind, unmasked }: FileItem,
): Buffer | null =>
  unmasked === undefined ? null : vault.mac("fingerprints", `bank-file-item/${organizationId}/${kind}/${unmasked}`);

/**
 * Numbers the items of a file: equal ones differ by their order, so that a file that says something three times has
 * three items, and the same file again has the same three.
 */
export function itemNumbering(connectionId: ConnectionId): (item: FingerprintedItem) => SaidId {
  const seen = new Map<string, number>();
  return ({ kind, identity, fingerprint }) => {
    const canonical = JSON.stringify([
      kind,
      ...identity,
      ...(fingerprint === null ? [] : [fingerprint.toString("hex")]),
    ]);
    const before = seen.get(canonical) ?? 0;
    seen.set(canonical, before + 1);
    return derivedId<SaidId>("bank-file-item", connectionId, canonical, String(before));
  };
}

const nextSteps: Readonly<Record<ItemKind, string>> = {
  unknownPayment:
    "Ask the bank which payment it means. If it is one of yours, assign it; if another system sent it, ignore it with a note.",
  contradiction:
    "Ask the bank what is right. Assign it if the bank confirms it, and ignore it with a note if the bank was wrong.",
  unknownCode: "Ask the bank what the code means. Then assign it to its payment, or ignore it with a note.",
  unreadable:
    "Open the file at this place and ask the bank what it means. Then ignore it with a note of what was done.",
  otherEntry:
    "It is no answer to a payment of yours. Ask the bank why it is in this file, and ignore it with a note if another system handles it.",
  dispute:
    "The other bank disputes a return. Answer through your bank before the deadline, and note here what was done.",
  otherCompany:
    "It is for another company. If another system handles that company, ignore it, once or always; otherwise ask the bank.",
  otherAccount:
    "It is about an account that is not in the books. If the account is yours, add it and process the file again; otherwise ignore it, once or always.",
};

/** What a person should do about it, as sentences. */
export const nextStepOf = (kind: ItemKind): string => nextSteps[kind];

/** What a bank wrote, without control characters: people do not see them, and the database cannot store all of them. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, " ");
