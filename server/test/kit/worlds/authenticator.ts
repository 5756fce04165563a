import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** The origin and domain of the tests' PUBLIC_URL, which browsers put into their answers. */
export interface BrowserPage {
  readonly origin: string;
  readonly rpId: string;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
const base64Url = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64url");

type Cbor = Parameters<typeof isoCBOR.encode>[0];
/** A map in CBOR (RFC 8949), from its entries. */
const cborMap = (entries: readonly (readonly [string | number, Cbor])[]): Buffer =>
  Buffer.from(isoCBOR.encode(new Map(entries)));

/** ES256 (ECDSA on P-256) as a COSE key (RFC 9053 §7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A software authenticator with one passkey, and the browser between it and the service. */
export function createAuthenticator(
  page: BrowserPage,
  /** Most authenticators do not count signatures: their counter stays 0. */
  { isCounting = true }: { readonly isCounting?: boolean } = {},
) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  let signCount = 0;
  let userHandle: string | undefined;

  const authenticatorData = (flags: number, rpId: string, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signCount);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, challenge: string, origin: string): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });

  return {
    /** The result of `navigator.credentials.create`, in the service's format. */
    make: (
      options: { challenge: string; user: { id: string } },
      { origin = page.origin, rpId = page.rpId, verified = true } = {},
    ) => {
      userHandle = options.user.id;
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const flags = USER_PRESENT | HAS_CREDENTIAL | (verified ? USER_VERIFIED : 0);
      const attestationObject = cborMap([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(flags, rpId, attested)],
      ]);
      return {
        id: base64Url(credentialId),
        clientDataJSON: base64Url(clientData("webauthn.create", options.challenge, origin)),
        attestationObject: base64Url(attestationObject),
        transports: ["internal"],
      };
    },
    /** The result of `navigator.credentials.get`. */
    sign: (
      challenge: string,
      { origin = page.origin, rpId = page.rpId, verified = true, counts = true, handle = userHandle } = {},
    ) => {
      if (counts && isCounting) signCount += 1;
      const data = authenticatorData(USER_PRESENT | (verified ? USER_VERIFIED : 0), rpId);
      const client = clientData("webauthn.get", challenge, origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: base64Url(credentialId),
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
        ...(handle === undefined ? {} : { userHandle: handle }),
      };
    },
  };
}
