import { decryptKey, type Key, type PrivateKey, readKey, readPrivateKey } from "openpgp";
import { TransportError } from "../transport.ts";

/** Our key pair and the bank's public key, ready for use. */
export interface PgpKeys {
  readonly bank: Key;
  readonly own: PrivateKey;
}

export interface ArmoredKeys {
  /** The bank's public key (RFC 9580 §6.2). */
  readonly bankPublicKey: string;
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
}

const refused = (message: string, cause?: unknown) => new TransportError("refused", message, { step: "pgp", cause });

/** Reads and unlocks the keys. Rejects with TransportError `refused`; its message repeats no part of a key. */
export async function readPgpKeys({ bankPublicKey, privateKey, passphrase }: ArmoredKeys): Promise<PgpKeys> {
  return { bank: await readBankKey(bankPublicKey), own: await readOwnKey(privateKey, passphrase) };
}

/** The bank's public key. Rejects with TransportError if it is not one, or cannot be encrypted to now. */
export async function readBankKey(armored: string): Promise<Key> {
  const key = await readKey({ armoredKey: armored }).catch((error: unknown) => {
    throw refused("The bank's PGP key cannot be read. Paste the whole block from BEGIN to END.", error);
  });
  if (key.isPrivate()) throw refused("This is a private key. Enter the bank's public key.");
  await key.getEncryptionKey().catch((error: unknown) => {
    throw refused("The bank's PGP key cannot be used for encryption: it may have expired or been revoked", error);
  });
  return key;
}

async function readOwnKey(armored: string, passphrase: string | undefined): Promise<PrivateKey> {
  const key = await readPrivateKey({ armoredKey: armored }).catch((error: unknown) => {
    throw refused("The PGP private key cannot be read", error);
  });
  const unlocked = key.isDecrypted()
    ? key
    : await decryptKey({ privateKey: key, passphrase: passphrase ?? "" }).catch((error: unknown) => {
        throw refused("The PGP private key cannot be unlocked: its passphrase is wrong or missing", error);
      });
  await unlocked.getSigningKey().catch((error: unknown) => {
    throw refused("The PGP private key cannot be used for signatures: it may have expired or been revoked", error);
  });
  return unlocked;
}
