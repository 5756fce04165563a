import { createMessage, decrypt, encrypt, enums, readMessage } from "openpgp";
import { type Channel, type ProbeStep, TransportError } from "../transport.ts";
import type { PgpKeys } from "./pgp-keys.ts";

export interface PgpOptions {
  readonly keys: PgpKeys;
  readonly outgoing: "plain" | "encrypted" | "encryptedAndSigned";
  readonly incoming: "plain" | "encrypted" | "encryptedAndSigned";
  /** Appended to the names of encrypted files, such as `.pgp`; may be empty. */
  readonly extension: string;
}

/**
 * The largest file that is encrypted or decrypted. It is held in memory, because its length must be known before it is
 * sent, and its signature before it is used. 128 MB are a million ACH entries.
 */
const PGP_BYTES_MAX = 128 * 1024 * 1024;
/** Encryption and armor add less than this: a third for base64 and line ends, and some packets. */
const ciphertextMax = (bytes: number): number => Math.ceil(bytes * 1.5) + 64 * 1024;

/** The same transport with the content of files encrypted to the bank and signed, and the bank's decrypted and verified. */
export function withPgp(channel: Channel, options: PgpOptions): Channel {
  const sent = (name: string) => (options.outgoing === "plain" ? name : `${name}${options.extension}`);
  return {
    ...channel,
    stage: async (name, content, bytes) => {
      if (options.outgoing === "plain") return channel.stage(name, content, bytes);
      const encrypted = await encryptAll(content, bytes, options);
      await channel.stage(sent(name), inPieces(encrypted), encrypted.length);
    },
    publish: async function* (names) {
      const given = new Map(names.map((name) => [sent(name), name]));
      for await (const published of channel.publish([...given.keys()]))
        yield { ...published, name: given.get(published.name) ?? published.name };
    },
    find: async (names) => {
      const found = await channel.find(names.map(sent));
      return new Map(
        names.flatMap((name) => {
          const file = found.get(sent(name));
          if (file === undefined) return [];
          return [[name, options.outgoing === "plain" ? file : { state: file.state }] as const];
        }),
      );
    },
    read: async (name, maxBytes) => {
      if (options.incoming === "plain") return channel.read(name, maxBytes);
      const limit = Math.min(maxBytes, PGP_BYTES_MAX);
      const encrypted = await collect(await channel.read(name, ciphertextMax(limit)), ciphertextMax(limit));
      return inPieces(await decryptAll(encrypted, limit, options));
    },
    probe: async () => [...(await channel.probe()), pgpStep(options)],
  };
}

const unacceptable = (message: string, cause?: unknown) => new TransportError("unacceptable", message, { cause });

async function encryptAll(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
  { keys, outgoing }: PgpOptions,
): Promise<Uint8Array> {
  if (bytes > PGP_BYTES_MAX)
    throw new TransportError("refused", `Files with more than ${PGP_BYTES_MAX} bytes cannot be encrypted with PGP`);
  const plain = await collect(content, bytes);
  if (plain.length !== bytes)
    throw new TransportError("protocol", `${plain.length} bytes were given instead of ${bytes}`);
  try {
    // As streams: the work is done piece by piece, so other work continues in between.
    const message = await createMessage({ binary: streamOf(plain) });
    const encrypted = await encrypt({
      message,
      encryptionKeys: keys.bank,
      ...(outgoing === "encryptedAndSigned" ? { signingKeys: keys.own } : {}),
      format: "binary",
    });
    return await collect(encrypted, ciphertextMax(bytes));
  } catch (error) {
    throw new TransportError("refused", "The file cannot be encrypted with these PGP keys", { cause: error });
  }
}

async function decryptAll(
  encrypted: Uint8Array,
  maxBytes: number,
  { keys, incoming }: PgpOptions,
): Promise<Uint8Array> {
  const isSigned = incoming === "encryptedAndSigned";
  const config = { maxDecompressedMessageSize: maxBytes };
  const reading = isArmored(encrypted)
    ? readMessage({ armoredMessage: Buffer.from(encrypted).toString("latin1"), config })
    : readMessage({ binaryMessage: encrypted, config });
  const message = await reading.catch((error: unknown) => {
    throw unacceptable("The file is not encrypted with PGP, but the connection's settings require it", error);
  });
  // A signed file without encryption passes through `decrypt` as well.
  const isEncrypted = [enums.packet.symEncryptedIntegrityProtectedData, enums.packet.aeadEncryptedData].some(
    (tag) => message.packets.findPacket(tag) !== undefined,
  );
  if (!isEncrypted) throw unacceptable("The file is not encrypted with integrity protection");
  const { data, signatures } = await decrypt({
    message,
    decryptionKeys: keys.own,
    ...(isSigned ? { verificationKeys: keys.bank, expectSigned: true } : {}),
    format: "binary",
    config,
  }).catch((error: unknown) => {
    throw unacceptable(
      isSigned
        ? "The file cannot be decrypted with our PGP key, or the bank's signature is missing or wrong"
        : "The file cannot be decrypted with our PGP key",
      error,
    );
  });
  if (isSigned)
    await Promise.any(signatures.map(({ verified }) => verified)).catch((error: unknown) => {
      throw unacceptable("The file has no valid signature of the bank's PGP key", error);
    });
  if (data.length > maxBytes) throw unacceptable(`The decrypted file has more than ${maxBytes} bytes`);
  return data;
}

/** The header of an armored message (RFC 9580 §6.2), after blank lines at most. */
const isArmored = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 256)).toString("latin1").trimStart().startsWith("-----BEGIN PGP MESSAGE");

async function collect(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw unacceptable(`The content has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const PIECE_BYTES = 256 * 1024;

async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += PIECE_BYTES) yield content.subarray(from, from + PIECE_BYTES);
}

const streamOf = (content: Uint8Array): ReadableStream<Uint8Array> => ReadableStream.from(inPieces(content));

function pgpStep({ keys, outgoing, incoming }: PgpOptions): ProbeStep {
  const words = { plain: "not encrypted", encrypted: "encrypted", encryptedAndSigned: "encrypted and signed" };
  return {
    step: "pgp",
    outcome: "passed",
    detail: `Files to the bank are ${words[outgoing]}, files from the bank ${words[incoming]}. The bank's key: ${keys.bank.getFingerprint()}; ours: ${keys.own.getFingerprint()}`,
  };
}
