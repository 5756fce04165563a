import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What browsers answer for; the origin and domain of the tests' PUBLIC_URL. */
export interface BrowserPage {
  readonly origin: string;
  readonly rpId: string;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
const base64Url = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64url");

/** The little of CBOR (RFC 8949) that credentials are made of. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)])]);
  throw new TypeError("not in this subset");
}

/** ES256 (ECDSA on P-256) as a COSE key (RFC 9053 §7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A software authenticator that holds one passkey, and the browser between it and the service. */
export function createAuthenticator(
  page: BrowserPage,
  /** Most authenticators do not count what they sign: their count stays 0. */
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
    /** What `navigator.credentials.create` gives, as the service wants it. */
    make: (
      options: { challenge: string; user: { id: string } },
      { origin = page.origin, rpId = page.rpId, verified = true } = {},
    ) => {
      userHandle = options.user.id;
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const flags = USER_PRESENT | HAS_CREDENTIAL | (verified ? USER_VERIFIED : 0);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authenticatorData(flags, rpId, attested)],
        ]),
      );
      return {
        id: base64Url(credentialId),
        clientDataJSON: base64Url(clientData("webauthn.create", options.challenge, origin)),
        attestationObject: base64Url(attestationObject),
        transports: ["internal"],
      };
    },
    /** What `navigator.credentials.get` gives. */
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
