import { createHash } from "node:crypto";

/**
 * Identifiers of a payment that are unique forever, each derived from one UUID: the same payment always has the same
 * identifiers, so a message that is built again is recognized as a repeat.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UETR = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const COMPACT = /^(?:[A-Z0-9]{0,3})([0-9A-F]{32})$/;

/** `Max35Text`, the type of end-to-end, instruction, and message identifications. */
const IDENTIFICATION_LENGTH_MAX = 35;

/** Whether a text is a unique end-to-end transaction reference: a UUID of version 4 in lower case (RFC 9562). */
export const isUetr = (text: string): boolean => UETR.test(text);

/**
 * The UETR of a payment. A UUID of version 4 is its own; of any other version, its digest in the form of version 4,
 * because SWIFT and Fedwire reject other versions.
 */
export function uetrOf(uuid: string): string {
  requireUuid(uuid);
  if (isUetr(uuid)) return uuid;
  const bytes = createHash("sha256").update(`uetr:${uuid}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * An identification of at most 35 characters: up to three capitals or digits that say what it identifies (`E` for an
 * end-to-end identification, say), and the UUID without hyphens. Only characters that every network accepts.
 */
export function identificationOf(uuid: string, prefix = ""): string {
  requireUuid(uuid);
  if (!/^[A-Z0-9]{0,3}$/.test(prefix)) throw new RangeError("A prefix has up to three capital letters or digits");
  const identification = prefix + uuid.replaceAll("-", "").toUpperCase();
  if (identification.length > IDENTIFICATION_LENGTH_MAX)
    throw new RangeError("An identification has up to 35 characters");
  return identification;
}

/** The UUID in an identification of `identificationOf`; undefined for any other text. */
export function findUuidIn(identification: string): string | undefined {
  const [, hex = ""] = COMPACT.exec(identification) ?? [];
  const lower = hex.toLowerCase();
  const uuid = [lower.slice(0, 8), lower.slice(8, 12), lower.slice(12, 16), lower.slice(16, 20), lower.slice(20)].join(
    "-",
  );
  return UUID.test(uuid) ? uuid : undefined;
}

function requireUuid(uuid: string): void {
  if (!UUID.test(uuid)) throw new RangeError("An identification is derived from a UUID in lower case");
}
