import { checkStocks, printChecks } from "bursar-bank-formats/checks";
import { present } from "#kernel/assert.ts";
import type { FieldProblem } from "#kernel/http/http-refusals.ts";
import { readFonts } from "#kernel/pdf/font-files.ts";
import type { BankRail } from "../bank-rail.ts";
import { TransportError } from "../transports/transport.ts";
import type { ChannelSettings } from "./channel-settings.ts";

export const secretNames = [
  "password",
  "privateKey",
  "passphrase",
  "pgpPrivateKey",
  "pgpPassphrase",
  "signatureImage",
] as const;
export type SecretName = (typeof secretNames)[number];

/**
 * What a connection keeps secret: the password, or the SSH private key and its passphrase; and our PGP private key and
 * its passphrase; and the signature on checks, a PNG image in base64. Stored encrypted, and shown nowhere.
 */
export type ConnectionSecrets = Readonly<Partial<Record<SecretName, string>>>;

/** The secrets with a change: null erases one. */
export const changedSecrets = (
  before: ConnectionSecrets,
  change: Readonly<Partial<Record<SecretName, string | null>>>,
): ConnectionSecrets =>
  Object.fromEntries(
    secretNames.flatMap((name) => {
      const value = change[name] === undefined ? before[name] : change[name];
      return value === undefined || value === null || value === "" ? [] : [[name, value]];
    }),
  );

/**
 * What is wrong with the secrets for these settings. No message repeats any part of them. Keys are read here, so that a
 * wrong passphrase is found when it is entered and not in the night.
 */
export async function secretProblems(
  settings: ChannelSettings & { readonly rail: BankRail },
  secrets: ConnectionSecrets,
): Promise<readonly FieldProblem[]> {
  return [
    ...(await signInProblems(settings, secrets)),
    ...(await pgpProblems(settings, secrets)),
    ...(await signatureProblems(settings, secrets)),
  ];
}

async function signInProblems({ kind }: ChannelSettings, secrets: ConnectionSecrets): Promise<readonly FieldProblem[]> {
  const { password, privateKey, passphrase } = secrets;
  const path = (name: SecretName) => `secrets.${name}`;
  if (kind !== "sftp")
    return (["password", "privateKey", "passphrase"] as const)
      .filter((name) => secrets[name] !== undefined)
      .map((name) => ({ path: path(name), message: "is used with SFTP only" }));
  if (password === undefined && privateKey === undefined)
    return [{ path: path("privateKey"), message: "is required, or a password" }];
  if (privateKey === undefined)
    return passphrase === undefined ? [] : [{ path: path("passphrase"), message: "belongs to a private key" }];
  // Loaded when needed, as is the library for PGP: most starts of the process need neither.
  const { default: ssh2 } = await import("ssh2");
  const parsed = ssh2.utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error)
    return [{ path: path("privateKey"), message: "cannot be read: its format or its passphrase is wrong" }];
  const [key] = Array.isArray(parsed) ? parsed : [parsed];
  return key?.isPrivateKey() ? [] : [{ path: path("privateKey"), message: "is a public key" }];
}

async function pgpProblems(settings: ChannelSettings, secrets: ConnectionSecrets): Promise<readonly FieldProblem[]> {
  const { pgpPrivateKey, pgpPassphrase } = secrets;
  const pgp = settings.kind === "simulated" ? null : settings.channel.pgp;
  if (pgp === null)
    return pgpPrivateKey === undefined && pgpPassphrase === undefined
      ? []
      : [{ path: "channel.pgp", message: "is required if there is a PGP private key" }];
  if (pgpPrivateKey === undefined) return [{ path: "secrets.pgpPrivateKey", message: "is required for PGP" }];
  const { readPgpKeys } = await import("../transports/pgp/pgp-keys.ts");
  try {
    await readPgpKeys({ bankPublicKey: pgp.bankPublicKey, privateKey: pgpPrivateKey, passphrase: pgpPassphrase });
    return [];
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return [{ path: "channel.pgp", message: error.message }];
  }
}

/** Much more than a black and white image of the signature's box at 600 dots per inch takes. */
const SIGNATURE_BYTES_MAX = 48 * 1024;

/** A check is drawn with the image, so that a damaged one is found when it is entered and not on the day of a run. */
async function signatureProblems(
  { rail }: { readonly rail: BankRail },
  { signatureImage }: ConnectionSecrets,
): Promise<readonly FieldProblem[]> {
  if (signatureImage === undefined) return [];
  const problem = (message: string) => [{ path: "secrets.signatureImage", message }];
  if (rail !== "check") return problem("is used on checks only");
  const signature = Buffer.from(signatureImage, "base64");
  if (signature.length > SIGNATURE_BYTES_MAX)
    return problem("must have at most 48 KB. Scale it down, or use two colors");
  const isPng = signature.subarray(0, PNG.length).equals(PNG);
  return isPng && (await isDrawable(signature)) ? [] : problem("must be a PNG image that is not damaged");
}
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function isDrawable(signature: Buffer): Promise<boolean> {
  const check = { checkNumber: 1, date: "2026-01-02", amountMinor: 1n, payee: "Sample", address: [], remittance: [] };
  const account = { routingNumber: "021000021", accountNumber: "123456789" };
  const names = { payer: { name: "Sample", lines: [] }, bank: { name: "Sample", lines: [] } };
  try {
    const pieces = printChecks([check], {
      stock: present(checkStocks[0], "the library has stocks"),
      drawer: { ...account, ...names, signature },
      fonts: readFonts(),
      createdAt: new Date(0),
    });
    for await (const piece of pieces) void piece;
    return true;
  } catch {
    return false;
  }
}
