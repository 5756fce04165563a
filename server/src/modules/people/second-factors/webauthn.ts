import { isIP } from "node:net";
import type { Config } from "../../../kernel/process/config.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PasskeyRow } from "./passkeys.queries.ts";

/**
 * The part of WebAuthn (level 3) that is ours to decide: who we are to authenticators, and that a person is always verified
 * by one (fingerprint, face, PIN), which makes a passkey two factors. The formats are read by @simplewebauthn/server, loaded
 * with the first passkey: a start does not wait for it.
 */
const loadWebAuthn = () => import("@simplewebauthn/server");

export interface RelyingParty {
  /** The domain passkeys belong to. */
  readonly id: string;
  readonly origin: string;
}

/** Who we are by PUBLIC_URL; undefined where browsers make no passkeys: at a bare number, or without https. */
export function findRelyingParty({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0) return undefined;
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : undefined;
}

/** Who we are. Refuses with `passkeysUnavailable`. */
export function getRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const party = findRelyingParty(config);
  if (party === undefined) throw refusePeople("passkeysUnavailable");
  return party;
}

/** COSE algorithms, the preferred one first: Ed25519, ECDSA on P-256, RSA. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** What an authenticator keeps beside the key and gives back when signing in: organization and user. */
export const userHandleOf = (organizationId: OrganizationId, userId: UserId): string =>
  Buffer.from(`${organizationId}${userId}`.replaceAll("-", ""), "hex").toString("base64url");

const HANDLE = /^(.{8})(.{4})(.{4})(.{4})(.{12})(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Whom a handle names, if it has the shape of ours; whether they exist, the database knows. */
export function whoseHandle(handle: string): { organizationId: OrganizationId; userId: UserId } | undefined {
  const parts = HANDLE.exec(Buffer.from(handle, "base64url").toString("hex"));
  if (parts === null) return undefined;
  const id = (from: number): string => parts.slice(from, from + 5).join("-");
  return { organizationId: id(1) as OrganizationId, userId: id(6) as UserId };
}

/** What a browser answers when a passkey has been made; all in base64url. */
export interface MadeCredential {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
}

/** What a browser answers when a passkey has signed a challenge; all in base64url. */
export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string;
}

/** The challenge a browser says was signed. That it was is for the signature to say. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    if (typeof data === "object" && data !== null && "challenge" in data) return String(data.challenge);
  } catch {
    // Not JSON: no challenge of ours.
  }
  return "";
}

export interface NewCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

/** The key that was made, or undefined when the answer is not one to this challenge, from our pages, by a verified person. */
export async function readMadeCredential(
  party: RelyingParty,
  { id, clientDataJSON, attestationObject }: MadeCredential,
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
    // The library throws for whatever is wrong with an answer, and for nothing else.
    return undefined;
  }
}

/** The authenticator's new count when the passkey has signed the challenge, on our pages, for a verified person. */
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
