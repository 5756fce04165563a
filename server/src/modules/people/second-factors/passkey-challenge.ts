import { randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE_MS, plusMs } from "../../../kernel/clock/clock.ts";
import { sha256 } from "../../../kernel/crypto/cipher.ts";
import type { OrganizationId, SessionId } from "../../../kernel/values/ids.ts";
import type { PeopleService } from "../people-service.ts";
import { hashOfSecret } from "../secret-text.ts";
import { insertUsedChallenge } from "./passkeys.queries.ts";

/**
 * What a passkey signs. A challenge says itself when it ends and what it is for, and a keyed hash says that it is ours: so
 * asking for one, which anybody may, writes nothing. That it is answered once only, the database sees to.
 */
export type ChallengePurpose =
  | { readonly kind: "signIn" }
  /** For this session and no other. */
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

/** Uses the challenge up: true once, for a challenge of ours that is meant for this and has not ended. */
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
  // In a commit of its own: what follows may fail, and the challenge stays used.
  return (
    (await insertUsedChallenge(service.database, organizationId, { challengeHash: sha256(bytes), expiresAt })) === 1
  );
}
