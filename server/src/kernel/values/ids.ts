import { randomBytes, randomFillSync } from "node:crypto";

/**
 * Identifiers are UUIDv7 (RFC 9562), made by the service: their order is their creation order, so a list is sorted and
 * paged by id alone and a date filter is a range of ids. Each kind has its own branded type.
 */
declare const brand: unique symbol;
export type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type OrganizationId = Id<"organization">;
export type AccountId = Id<"account">;
export type RecipientId = Id<"recipient">;
export type RoutingId = Id<"routing">;
export type TransactionId = Id<"transaction">;
export type TokenId = Id<"token">;
export type UserId = Id<"user">;
export type SessionId = Id<"session">;
export type SignInId = Id<"signIn">;
export type InvitationId = Id<"invitation">;
export type RequestId = Id<"request">;
export type EventId = Id<"event">;
export type AuditId = Id<"audit">;
export type EndpointId = Id<"endpoint">;
export type DeliveryId = Id<"delivery">;
export type CategoryId = Id<"category">;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Makes ids for the clock's present instant. */
export type IdSource = <I extends string>() => I;

const HIGHEST_COUNTER = 0xfff;
/** The first digit behind the counter: binary 10 and two random bits. */
const VARIANTS = "89ab";

/**
 * A source of UUIDv7s on a clock. Within one source ids rise strictly even inside one millisecond: the 12 bits after the
 * version are a counter (RFC 9562 §6.2, method 1), which borrows from the following millisecond when it is spent. A clock
 * set back by more than a second (seeding history) starts anew there.
 */
export function createIdSource(now: () => Date): IdSource {
  const pool = Buffer.allocUnsafe(4096);
  let random = "";
  let randomUsed = 0;
  let lastMs = 0;
  let counter = 0;
  let time = "";
  const setTime = (ms: number) => {
    lastMs = ms;
    const digits = ms.toString(16).padStart(12, "0");
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
  };
  return <I extends string>(): I => {
    const wantedMs = now().getTime();
    if (wantedMs > lastMs || wantedMs < lastMs - 1_000) {
      setTime(wantedMs);
      counter = 0;
    } else if (++counter > HIGHEST_COUNTER) {
      setTime(lastMs + 1);
      counter = 0;
    }
    if (randomUsed === random.length) {
      random = randomFillSync(pool).toString("hex");
      randomUsed = 0;
    }
    const at = randomUsed;
    randomUsed += 16;
    const variant = VARIANTS.charAt(Number.parseInt(random.charAt(at), 16) & 0x3);
    // The branded type says what the id is for; the text is the same for all.
    return `${time}${counter.toString(16).padStart(3, "0")}-${variant}${random.slice(at + 1, at + 4)}-${random.slice(at + 4, at + 16)}` as I;
  };
}

/** The instant in a UUIDv7. */
export const instantOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/**
 * An id of any instant, in any order: for what is told long after it happened. Ids of one instant are in the order of their
 * ranks, 0 to 4095.
 */
export function idAt<I extends string>(at: Date, rank: number): I {
  const random = randomBytes(8).toString("hex");
  const counter = rank.toString(16).padStart(3, "0");
  // As above: the branded type says what the id is for.
  return `${firstIdAt(at).slice(0, 15)}${counter}-8${random.slice(1, 4)}-${random.slice(4)}` as I;
}

/** The smallest UUIDv7 of an instant: the bound of a range of ids by time. */
export function firstIdAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
