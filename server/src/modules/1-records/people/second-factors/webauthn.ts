import { isIP } from "node:net";
import type { Config } from "#kernel/process/config.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PasskeyRow } from "./passkeys.queries.ts";

/**
 * Our part of WebAuthn (level 3): the relying party, and that the authenticator always verifies the user (fingerprint,
 * face, PIN), which makes a passkey two factors. @simplewebauthn/server parses the formats and is loaded on first use,
 * so that the start does not wait for it.
 */
const loadWebAuthn = () => import("@simplewebauthn/server");

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party from PUBLIC_URL; undefined where browsers create no passkeys: at an IP address or without https.
 */
export function findRelyingParty({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) return undefined;
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : undefined;
}

/** The relying party. Refuses with `passkeysUnavailable`. */
export function getRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const party = findRelyingParty(config);
  if (party === undefined) throw refusePeople("passkeysUnavailable");
  return party;
}

/** COSE algorithms in order of preference: Ed25519, ECDSA on P-256, RSA. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** The user handle, which an authenticator stores with the key and returns on sign-in: organization and user. */
export const userHandleOf = (organizationId: OrganizationId, userId: UserId): string =>
  Buffer.from(`${organizationId}${userId}`.replaceAll("-", ""), "hex").toString("base64url");

const HANDLE = /^(.{8})(.{4})(.{4})(.{4})(.{12})(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The organization and user in a handle, if it has our format; the database knows whether they exist. */
export function userOfHandle(handle: string): { organizationId: OrganizationId; userId: UserId } | undefined {
  const parts = HANDLE.exec(Buffer.from(handle, "base64url").toString("hex"));
  if (parts === null) return undefined;
  const id = (from: number): string => parts.slice(from, from + 5).join("-");
  return { organizationId: id(1) as OrganizationId, userId: id(6) as UserId };
}

/** A browser's reply after creating a passkey; all in base64url. */
export interface CreatedCredential {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
}

/** A browser's reply after a passkey has signed a challenge; all in base64url. */
export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string;
}

/** The challenge that the browser claims was signed; the signature proves it. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof data === "object" && data !== null && "challenge" in data) return String(data.challenge);
  } catch {
    // Not JSON, so not one of our challenges.
  }
  return "";
}

export interface NewCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

/** The new key, or undefined if the reply does not answer this challenge, from our pages, with a verified user. */
export async function readMadeCredential(
  party: RelyingParty,
  { id, clientDataJSON, attestationObject }: CreatedCredential,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeIn(clientDataJSON),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (registrationInfo === undefined) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(credentialId, "base64url"),
      publicKey: Buffer.from(publicKey),
      signCount: counter,
    };
  } catch {
    // The library throws for an invalid reply and for nothing else.
    return undefined;
  }
}

/** The authenticator's new counter if the passkey signed the challenge, on our pages, with a verified user. */
export async function readAssertion(
  party: RelyingParty,
  passkey: PasskeyRow,
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeIn(clientDataJSON),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString("base64url"),
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.sign_count),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
