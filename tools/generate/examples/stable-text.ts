import { createHash } from "node:crypto";

/**
 * The same story recorded again has other random values. These are replaced by values of the same form that depend only
 * on where they first occur, so that a difference of two recordings is one of the service.
 */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The time of a UUIDv7 and its version. */
const TIME_LENGTH = "01975c2e-8f7a-7".length;
/** Secrets in links of the service. */
const LINK = /(?<=\/(?:attachments|pay|invite|invite\/verify)\/)[\w-]{20,}/g;

const digest = (text: string) => createHash("sha256").update(text).digest();

function uuidLike(original: string, ordinal: number): string {
  const digits = digest(`example ${ordinal}`).toString("hex");
  const isTimed = original[TIME_LENGTH - 1] === "7";
  const start = isTimed ? original.slice(0, TIME_LENGTH) : `${digits.slice(40, 48)}-${digits.slice(48, 52)}-4`;
  return `${start}${digits.slice(0, 3)}-${"89ab"[ordinal % 4]}${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}

/** With the prefix by which programs recognize a secret, such as `whsec_`. */
function secretLike(original: string, ordinal: number): string {
  const prefix = /^[a-z]+_(?=[\w+/-]{16})/.exec(original)?.[0] ?? "";
  const parts = Array.from({ length: Math.ceil(original.length / 40) }, (_, part) =>
    digest(`secret ${ordinal} ${part}`),
  );
  const characters = parts.map((part) => part.toString("base64url")).join("");
  return `${prefix}${characters.replaceAll(/[-_]/g, "x")}`.slice(0, original.length);
}

/** The text with stable values instead of IDs, and of `secrets` and secrets in links. */
export function stableText(text: string, secrets: readonly string[]): string {
  let stable = text;
  const found = new Set([...secrets.filter((secret) => secret !== ""), ...(text.match(LINK) ?? [])]);
  // In the order in which they occur, not in which they were collected.
  const inOrder = [...found].sort((a, b) => text.indexOf(a) - text.indexOf(b));
  for (const [ordinal, secret] of inOrder.entries())
    if (!new RegExp(`^${UUID.source}$`).test(secret)) stable = stable.replaceAll(secret, secretLike(secret, ordinal));
  const ids = new Map<string, string>();
  return stable.replaceAll(UUID, (original) => {
    const replacement = ids.get(original) ?? uuidLike(original, ids.size);
    ids.set(original, replacement);
    return replacement;
  });
}
