import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { createMessage, encrypt, generateKey, type PrivateKey, readKey, readPrivateKey, sign } from "openpgp";
import { bytesOf, distinctBytes, find, inPieces, put } from "../contents.testkit.ts";
import { openFolder } from "../folder/folder-transport.ts";
import { TransportError } from "../transport.ts";
import { readPgpKeys } from "./pgp-keys.ts";
import { type PgpOptions, withPgp } from "./pgp-transport.ts";

const NAME = "ach-20261123-000001.txt";
const gpg = spawnSync("gpg", ["--version"]).status === 0;

interface Pair {
  readonly publicKey: string;
  readonly privateKey: string;
}
const newPair = (name: string, more: { passphrase?: string; date?: Date; keyExpirationTime?: number } = {}) =>
  generateKey({
    type: "rsa",
    rsaBits: 2048,
    userIDs: [{ name, email: `${name}@example.com` }],
    format: "armored",
    ...more,
  });

describe("files encrypted with PGP", () => {
  let ours: Pair;
  let bank: Pair;
  let stranger: Pair;
  before(async () => {
    [ours, bank, stranger] = await Promise.all([
      newPair("ours", { passphrase: "open sesame" }),
      newPair("bank"),
      newPair("stranger"),
    ]);
  });

  const keysOf = () =>
    readPgpKeys({ bankPublicKey: bank.publicKey, privateKey: ours.privateKey, passphrase: "open sesame" });
  const newChannel = async (t: TestContext, changes: Partial<PgpOptions> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), "bursar-pgp-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const options = { folder, temporaryPrefix: "", temporarySuffix: ".tmp", removeAfterReading: false, settleMs: 10 };
    const keys = await keysOf();
    const both = { outgoing: "encryptedAndSigned", incoming: "encryptedAndSigned" } as const;
    const channel = withPgp(await openFolder(options), { keys, extension: ".pgp", ...both, ...changes });
    return { channel, folder, inbox: join(folder, "inbox"), sent: join(folder, "outbox", `${NAME}.pgp`) };
  };
  /** A message to us, as a file in the inbox. */
  const encrypted = async (content: Uint8Array, { signer, armor = false }: { signer?: Pair; armor?: boolean }) => {
    const message = await createMessage({ binary: content });
    const own = await readKey({ armoredKey: ours.publicKey });
    const signing: { signingKeys?: PrivateKey } =
      signer === undefined ? {} : { signingKeys: await readPrivateKey({ armoredKey: signer.privateKey }) };
    if (armor) return Buffer.from(await encrypt({ message, encryptionKeys: own, ...signing, format: "armored" }));
    return encrypt({ message, encryptionKeys: own, ...signing, format: "binary" });
  };

  it("can be read by the bank's own program, which confirms our signature", {
    skip: gpg ? false : "needs gpg",
  }, async (t) => {
    const { channel, folder, sent } = await newChannel(t);
    const content = distinctBytes(100_000);
    assert.deepEqual(await find(channel, NAME), { state: "absent" });
    await put(channel, NAME, inPieces(content), content.length);
    assert.deepEqual(await find(channel, NAME), { state: "final" });
    const home = mkdtempSync(join(tmpdir(), "gpg-"));
    t.after(() => {
      spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
      rmSync(home, { recursive: true, force: true });
    });
    const run = (args: readonly string[], input?: string) =>
      spawnSync("gpg", ["--homedir", home, "--batch", "--yes", "--status-fd", "2", ...args], {
        encoding: "utf8",
        input,
      });
    for (const key of [bank.privateKey, ours.publicKey]) assert.equal(run(["--import"], key).status, 0);
    const out = join(folder, "decrypted");
    const { status, stderr } = run(["--output", out, "--decrypt", sent]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /GOODSIG/);
    assert.ok(readFileSync(out).equals(content));

    // And the other way around: what gpg compresses, signs, and encrypts is read here.
    writeFileSync(join(folder, "answer"), content);
    const answer = join(folder, "inbox", "answer.txt");
    const trust = ["--trust-model", "always", "--local-user", "bank@example.com", "--recipient", "ours@example.com"];
    assert.equal(run([...trust, "--sign", "--encrypt", "--output", answer, join(folder, "answer")]).status, 0);
    assert.ok((await bytesOf(await channel.read("answer.txt", content.length))).equals(content));
  });

  it("are read in binary and in armored form, if the bank signed them", async (t) => {
    const { channel, inbox } = await newChannel(t);
    const content = distinctBytes(50_000);
    for (const armor of [false, true]) {
      writeFileSync(join(inbox, "answer.txt"), await encrypted(content, { signer: bank, armor }));
      assert.ok((await bytesOf(await channel.read("answer.txt", 50_000))).equals(content));
    }
  });

  it("are not acceptable without the bank's signature, or changed, or not encrypted at all", async (t) => {
    const { channel, inbox } = await newChannel(t);
    const content = distinctBytes(2_000);
    const damaged = Buffer.from(await encrypted(content, { signer: bank }));
    damaged[damaged.length - 10] = (damaged[damaged.length - 10] ?? 0) ^ 1;
    const signedOnly = await sign({
      message: await createMessage({ binary: content }),
      signingKeys: await readPrivateKey({ armoredKey: bank.privateKey }),
      format: "binary",
    });
    const cases: Readonly<Record<string, Uint8Array>> = {
      unsigned: await encrypted(content, {}),
      "signed by a stranger": await encrypted(content, { signer: stranger }),
      damaged,
      plain: content,
      text: Buffer.from("101 021000021"),
      "signed only": signedOnly,
      empty: Buffer.from("-----BEGIN PGP MESSAGE-----\n\n-----END PGP MESSAGE-----\n"),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      writeFileSync(join(inbox, "answer.txt"), bytes);
      await assert.rejects(channel.read("answer.txt", 10_000), { name: "TransportError", kind: "unacceptable" }, name);
    }
  });

  it("need no signature if the bank does not sign, and no encryption if the settings say so", async (t) => {
    const unsigned = await newChannel(t, { incoming: "encrypted", outgoing: "encrypted" });
    const content = distinctBytes(2_000);
    writeFileSync(join(unsigned.inbox, "answer.txt"), await encrypted(content, {}));
    assert.ok((await bytesOf(await unsigned.channel.read("answer.txt", 2_000))).equals(content));
    const plain = await newChannel(t, { incoming: "plain", outgoing: "plain" });
    await put(plain.channel, NAME, inPieces(content), content.length);
    assert.deepEqual(await find(plain.channel, NAME), { state: "final", bytes: content.length });
    writeFileSync(join(plain.inbox, "answer.txt"), content);
    assert.ok((await bytesOf(await plain.channel.read("answer.txt", 2_000))).equals(content));
  });

  it("are never larger than the limit, however well they are compressed", {
    skip: gpg ? false : "needs gpg",
  }, async (t) => {
    const { channel, folder, inbox } = await newChannel(t, { incoming: "encrypted" });
    const home = mkdtempSync(join(tmpdir(), "gpg-"));
    t.after(() => {
      spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
      rmSync(home, { recursive: true, force: true });
    });
    writeFileSync(join(folder, "zeros"), Buffer.alloc(5_000_000));
    const run = (args: readonly string[], input?: string) =>
      spawnSync("gpg", ["--homedir", home, "--batch", "--yes", ...args], { input });
    assert.equal(run(["--import"], ours.publicKey).status, 0);
    for (const algorithm of ["zip", "bzip2"]) {
      const to = ["--trust-model", "always", "--recipient", "ours@example.com", "--compress-algo", algorithm];
      assert.equal(run([...to, "--encrypt", "--output", join(inbox, "bomb.txt"), join(folder, "zeros")]).status, 0);
      await assert.rejects(
        channel.read("bomb.txt", 100_000),
        (error) => {
          assert.ok(error instanceof TransportError);
          assert.equal(error.kind, "unacceptable");
          // While it was decompressed, not after all of it was in memory.
          assert.ok(error.cause instanceof Error);
          return true;
        },
        algorithm,
      );
    }
  });

  it("need keys that can be used: the error says which one cannot", async () => {
    const expired = await newPair("expired", { date: new Date("2020-01-01"), keyExpirationTime: 86_400 });
    const good = { bankPublicKey: bank.publicKey, privateKey: ours.privateKey, passphrase: "open sesame" };
    const cases: readonly (readonly [Partial<typeof good>, RegExp])[] = [
      [{ bankPublicKey: "nonsense" }, /The bank's PGP key cannot be read/],
      [{ bankPublicKey: bank.privateKey }, /Enter the bank's public key/],
      [{ bankPublicKey: expired.publicKey }, /cannot be used for encryption/],
      [{ privateKey: "nonsense" }, /The PGP private key cannot be read/],
      [{ passphrase: "wrong" }, /its passphrase is wrong or missing/],
      [{ privateKey: expired.privateKey }, /cannot be used for signatures/],
    ];
    for (const [change, message] of cases)
      await assert.rejects(readPgpKeys({ ...good, ...change }), { kind: "refused", step: "pgp", message });
  });
});
