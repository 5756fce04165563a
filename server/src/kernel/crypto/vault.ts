import { randomBytes } from "node:crypto";
import { present } from "../assert.ts";
import type { Database, Queryable, Tx } from "../sql/database.ts";
import type { OrganizationId } from "../values/ids.ts";
import { decrypt, encrypt, hmacSha256, KEY_BYTES } from "./cipher.ts";
import { type MasterKeys, masterKeyProof } from "./master-key.ts";
import {
  insertOrganizationKey,
  insertServiceKeyIfMissing,
  type OrganizationKeyRow,
  organizationKeys,
  rewrapOrganizationKey,
  rewrapServiceKey,
  serviceKeys,
  usableKeys,
} from "./vault.queries.ts";

/** What the service's own keys are for: `tokens` and `links` give access, and the others vouch for records. */
export type ServiceKeyName = "tokens" | "audit" | "fingerprints" | "routings" | "links" | "rows";
const SERVICE_KEY_NAMES: readonly ServiceKeyName[] = ["tokens", "audit", "fingerprints", "routings", "links", "rows"];

const ACCESS_KEY_NAMES = ["tokens", "links"] as const satisfies readonly ServiceKeyName[];

/**
 * Envelope encryption (ADR 0006). Every organization has data keys: the newest seals, and all of them open. The master
 * key, which lives outside the database, wraps the stored data keys and service keys. A sealed value is: format (1
 * byte) | key version (4 bytes) | nonce | tag | ciphertext.
 */
export interface Vault {
  /** Creates the organization's first data key, in the transaction that creates the organization. */
  createOrganizationKey(tx: Tx, organizationId: OrganizationId, at: Date): Promise<void>;
  /** Creates the next data key, which seals all later values. Returns its version. */
  rotateOrganizationKey(tx: Tx, organizationId: OrganizationId, at: Date): Promise<number>;
  /** Rejects with KeyRevoked if the organization's keys must not be used. So do the methods below that use them. */
  requireKey(db: Queryable, organizationId: OrganizationId): Promise<void>;
  /** `context` ties the sealed value to its place, such as `recipient-routing/<id>`. */
  seal(db: Queryable, organizationId: OrganizationId, context: string, plaintext: string): Promise<Buffer>;
  /** Rejects with UnreadableValue if the value is damaged. */
  open(db: Queryable, organizationId: OrganizationId, context: string, sealed: Buffer): Promise<string>;
  /** HMAC-SHA256 under one of the service's keys. */
  mac(name: ServiceKeyName, text: string | Buffer): Buffer;
  /** Wraps every key with the current master key, except keys that no known master key opens. */
  rewrapAll(db: Database, organizationIds: readonly OrganizationId[]): Promise<Rewrapped>;
  /**
   * Replaces the keys of tokens and links after a leak: every API token, session, and link stops working in processes that
   * start from now on. The keys that vouch for records stay, because what was recorded is compared with them.
   */
  replaceAccessKeys(tx: Tx): Promise<readonly ServiceKeyName[]>;
  /** Identifies the current master key without revealing it. */
  readonly masterKeyId: string;
  /** A proof under the current master key (`masterKeyProof`). */
  proof(purpose: string, text: string): string;
  /** Drops cached data keys, because they have changed. */
  forget(organizationId: OrganizationId): void;
}

const FORMAT = 1;
const HEADER_BYTES = 5;

function headerOf(version: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = FORMAT;
  header.writeUInt32BE(version, 1);
  return header;
}

/** A stored value that this service did not seal for this place: damaged, moved, or missing its key. */
export class UnreadableValue extends Error {
  override readonly name = "UnreadableValue";
}

/** An operator has revoked the organization's data keys (docs/adr/0121-keys.md). Nothing is damaged, and no retry helps. */
export class KeyRevoked extends Error {
  override readonly name = "KeyRevoked";
  readonly organizationId: OrganizationId;

  constructor(organizationId: OrganizationId) {
    super(`The encryption keys of the organization ${organizationId} are revoked`);
    this.organizationId = organizationId;
  }
}

/** So long, keys are used without asking whether they still may be: a revocation takes effect within a second. */
const FRESH_MS = 500;

interface OpenKeys {
  readonly keys: ReadonlyMap<number, Buffer>;
  readonly freshUntilMs: number;
}

/** The key version of a sealed value. Throws UnreadableValue. */
export function keyVersionOf(sealed: Buffer): number {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT)
    throw new UnreadableValue("The value does not have the format of a sealed value");
  return sealed.readUInt32BE(1);
}

export async function openVault(database: Database, masterKeys: MasterKeys): Promise<Vault> {
  const own = await openServiceKeys(database, masterKeys);
  const dataKeys = new Map<OrganizationId, OpenKeys>();

  const unwrap = (row: OrganizationKeyRow, organizationId: OrganizationId): Buffer =>
    unwrapKey(masterKeys, row.master_key_id, `organization/${organizationId}/${row.key_version}`, row.wrapped_key);
  const wrap = (organizationId: OrganizationId, version: number, key: Buffer): OrganizationKeyRow => ({
    key_version: version,
    master_key_id: masterKeys.current.id,
    wrapped_key: encrypt(masterKeys.current.bytes, `organization/${organizationId}/${version}`, key),
  });
  const load = async (db: Queryable, organizationId: OrganizationId): Promise<ReadonlyMap<number, Buffer>> => {
    const freshUntilMs = performance.now() + FRESH_MS;
    dataKeys.delete(organizationId);
    const rows = await usableKeys(db, organizationId);
    if (rows.some(({ revoked }) => revoked)) throw new KeyRevoked(organizationId);
    const keys = new Map(rows.map((row) => [row.key_version, unwrap(row, organizationId)]));
    if (keys.size > 0) dataKeys.set(organizationId, { keys, freshUntilMs });
    return keys;
  };
  const keysOf = async (db: Queryable, organizationId: OrganizationId) => {
    const open = dataKeys.get(organizationId);
    return open !== undefined && performance.now() < open.freshUntilMs ? open.keys : load(db, organizationId);
  };

  return {
    createOrganizationKey: async (tx, organizationId, at) => {
      await insertOrganizationKey(tx, organizationId, wrap(organizationId, 1, randomBytes(KEY_BYTES)), at);
    },
    rotateOrganizationKey: async (tx, organizationId, at) => {
      const version = Math.max(...(await load(tx, organizationId)).keys()) + 1;
      await insertOrganizationKey(tx, organizationId, wrap(organizationId, version, randomBytes(KEY_BYTES)), at);
      dataKeys.delete(organizationId);
      return version;
    },
    requireKey: async (db, organizationId) => {
      await keysOf(db, organizationId);
    },
    seal: async (db, organizationId, context, plaintext) => {
      const keys = await keysOf(db, organizationId);
      const version = Math.max(...keys.keys());
      const key = present(keys.get(version), "the organization has a data key");
      return Buffer.concat([headerOf(version), encrypt(key, `${organizationId}/${context}`, Buffer.from(plaintext))]);
    },
    open: async (db, organizationId, context, sealed) => {
      const version = keyVersionOf(sealed);
      const key = (await keysOf(db, organizationId)).get(version) ?? (await load(db, organizationId)).get(version);
      if (key === undefined)
        throw new UnreadableValue(`The sealed value names the data key ${version}, which does not exist`);
      try {
        return decrypt(key, `${organizationId}/${context}`, sealed.subarray(HEADER_BYTES)).toString("utf8");
      } catch (cause) {
        throw new UnreadableValue("The sealed value does not open with its key at this place", { cause });
      }
    },
    mac: (name, text) => hmacSha256(own[name], text),
    rewrapAll: async (db, organizationIds) => {
      for (const name of SERVICE_KEY_NAMES) await rewrapServiceKey(db, wrapServiceKey(masterKeys, name, own[name]));
      const done = { rewrapped: SERVICE_KEY_NAMES.length, unreadable: [] as Rewrapped["unreadable"][number][] };
      for (const organizationId of organizationIds) {
        for (const row of await organizationKeys(db, organizationId)) {
          const { key_version: keyVersion } = row;
          const key = tryTo(() => unwrap(row, organizationId));
          if (key === undefined) done.unreadable.push({ organizationId, keyVersion });
          else done.rewrapped += await rewrapOrganizationKey(db, organizationId, wrap(organizationId, keyVersion, key));
        }
      }
      return done;
    },
    replaceAccessKeys: async (tx) => {
      const fresh = ACCESS_KEY_NAMES.map((name) => ({ name, key: randomBytes(KEY_BYTES) }));
      for (const { name, key } of fresh) await rewrapServiceKey(tx, wrapServiceKey(masterKeys, name, key));
      tx.afterCommit(() => {
        for (const { name, key } of fresh) own[name] = key;
      });
      return ACCESS_KEY_NAMES;
    },
    masterKeyId: masterKeys.current.id,
    proof: (purpose, text) => masterKeyProof(masterKeys.current, purpose, text),
    forget: (organizationId) => {
      dataKeys.delete(organizationId);
    },
  };
}

export interface Rewrapped {
  readonly rewrapped: number;
  /** Keys left unchanged because no known master key opens them. */
  readonly unreadable: readonly { readonly organizationId: OrganizationId; readonly keyVersion: number }[];
}

function tryTo<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const wrapServiceKey = (masterKeys: MasterKeys, name: string, key: Buffer) => ({
  name,
  master_key_id: masterKeys.current.id,
  wrapped_key: encrypt(masterKeys.current.bytes, `service/${name}`, key),
});

async function openServiceKeys(database: Database, masterKeys: MasterKeys): Promise<Record<ServiceKeyName, Buffer>> {
  for (const name of SERVICE_KEY_NAMES) {
    await insertServiceKeyIfMissing(database, wrapServiceKey(masterKeys, name, randomBytes(KEY_BYTES)));
  }
  const rows = await serviceKeys(database);
  const open = (name: ServiceKeyName): Buffer => {
    const row = present(
      rows.find((candidate) => candidate.name === name),
      `the service key ${name} is stored`,
    );
    return unwrapKey(masterKeys, row.master_key_id, `service/${name}`, row.wrapped_key);
  };
  return {
    tokens: open("tokens"),
    audit: open("audit"),
    fingerprints: open("fingerprints"),
    routings: open("routings"),
    links: open("links"),
    rows: open("rows"),
  };
}

function unwrapKey(masterKeys: MasterKeys, id: string, context: string, wrapped: Buffer): Buffer {
  const master = masterKeys.byId(id);
  if (!master)
    throw new Error(
      `This database was created with another master key (${id}). Set BURSAR_MASTER_KEY or BURSAR_MASTER_KEY_FILE to that key.`,
    );
  return decrypt(master.bytes, context, wrapped);
}
