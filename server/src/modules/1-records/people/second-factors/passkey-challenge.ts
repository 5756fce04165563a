import { randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import type { OrganizationId, SessionId } from "#kernel/values/ids.ts";
import type { PeopleService } from "../people-service.ts";
import { hashOfSecret } from "../secret-text.ts";
import { insertUsedChallenge } from "./passkeys.queries.ts";

/**
 * What a passkey signs. A challenge contains its expiry and its purpose, and a keyed hash proves that we issued it, so
 * a request for one, which needs no authentication, writes nothing. The database ensures that it is used only once.
 */
export type ChallengePurpose =
  | { readonly kind: "signIn" }
  /** Only for this session. */
  | { readonly kind: "enrol" | "stepUp"; readonly sessionId: SessionId };

export const CHALLENGE_MS = 5 * MINUTE_MS;
const TIME_BYTES = 6;
const HEAD_BYTES = TIME_BYTES + 16;
const MAC_BYTES = 32;

const macOf = (service: PeopleService, purpose: ChallengePurpose, head: Buffer): Buffer =>
  hashOfSecret(
    service,
    "passkeyChallenge",
    `${purpose.kind}/${purpose.kind === "signIn" ? "" : purpose.sessionId}/${head.toString("hex")}`,
  );

/** A new challenge, in base64url. */
export function makeChallenge(service: PeopleService, purpose: ChallengePurpose): string {
  const head = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(HEAD_BYTES - TIME_BYTES)]);
  head.writeUIntBE(plusMs(service.machineClock.now(), CHALLENGE_MS).getTime(), 0, TIME_BYTES);
  return Buffer.concat([head, macOf(service, purpose, head)]).toString("base64url");
}

/** Consumes the challenge: true once, for one of our challenges with this purpose that has not expired. */
export async function takeChallenge(
  service: PeopleService,
  organizationId: OrganizationId,
  { challenge, purpose }: { challenge: string; purpose: ChallengePurpose },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return false;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!timingSafeEqual(macOf(service, purpose, head), bytes.subarray(HEAD_BYTES))) return false;
  const expiresAt = new Date(head.readUIntBE(0, TIME_BYTES));
  if (expiresAt <= service.machineClock.now()) return false;
  // In its own commit: the challenge stays used if a later step fails.
  return (
    (await insertUsedChallenge(service.database, organizationId, { challengeHash: sha256(bytes), expiresAt })) === 1
  );
}
