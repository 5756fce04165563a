import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import type { Database } from "../sql/database.ts";
import { openPostgres } from "../sql/postgres.ts";
import { sql } from "../sql/sql.ts";
import { createIdSource, type OrganizationId } from "../values/ids.ts";
import { encrypt, KEY_BYTES } from "./cipher.ts";
import { parseMasterKeys } from "./master-key.ts";
import { keyVersionOf, openVault } from "./vault.ts";

const at = new Date("2026-11-21T00:00:00Z");
const newId = createIdSource(() => at);
const first = Buffer.alloc(32, 1).toString("base64");
const second = Buffer.alloc(32, 2).toString("base64");
let copy: FreshDatabase;
let database: Database;

before(async () => {
  copy = await freshDatabase();
  database = openPostgres({ url: copy.ownerUrl, poolSize: 2 });
});
after(async () => {
  await database.close();
  await copy.drop();
});

async function newOrganization(): Promise<OrganizationId> {
  const organizationId = newId<OrganizationId>();
  await database.run(
    sql`insert into organizations (organization_id, legal_business_name, created_at) values (${organizationId}, 'Test', ${at})`,
  );
  return organizationId;
}

test("decrypts a value only unchanged, in its own place, and for its own organization", async () => {
  const vault = await openVault(database, parseMasterKeys(first));
  const [mine, other] = [await newOrganization(), await newOrganization()];
  await database.transaction(async (tx) => {
    await vault.createOrganizationKey(tx, mine, at);
    await vault.createOrganizationKey(tx, other, at);
  });
  const sealed = await vault.seal(database, mine, "account/1", "123456789");
  assert.ok(!sealed.includes("123456789"));
  assert.equal(await vault.open(database, mine, "account/1", sealed), "123456789");
  await assert.rejects(vault.open(database, mine, "account/2", sealed));
  await assert.rejects(vault.open(database, other, "account/1", sealed));
  for (let index = 5; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await assert.rejects(vault.open(database, mine, "account/1", changed), `bit of byte ${index}`);
  }
});

test("keys rotate while old values stay readable, and a process without the new key loads it", async () => {
  const vault = await openVault(database, parseMasterKeys(first));
  const bystander = await openVault(database, parseMasterKeys(first));
  const organizationId = await newOrganization();
  await database.transaction((tx) => vault.createOrganizationKey(tx, organizationId, at));
  const old = await vault.seal(database, organizationId, "x", "one");
  assert.equal(await bystander.open(database, organizationId, "x", old), "one");
  assert.equal(await database.transaction((tx) => vault.rotateOrganizationKey(tx, organizationId, at)), 2);
  const fresh = await vault.seal(database, organizationId, "x", "two");
  assert.deepEqual([keyVersionOf(old), keyVersionOf(fresh)], [1, 2]);
  assert.equal(await vault.open(database, organizationId, "x", old), "one");
  assert.equal(await bystander.open(database, organizationId, "x", fresh), "two");
});

test("the master key is replaced: add the new one first, rewrap, then remove the old one", async () => {
  const organizationId = await newOrganization();
  const before = await openVault(database, parseMasterKeys(first));
  await database.transaction((tx) => before.createOrganizationKey(tx, organizationId, at));
  const sealed = await before.seal(database, organizationId, "x", "secret");
  const mac = before.mac("tokens", "text");
  await assert.rejects(openVault(database, parseMasterKeys(second)), /another master key/);
  const during = await openVault(database, parseMasterKeys(`${second},${first}`));
  const all = await database.many<{ organization_id: OrganizationId }>(sql`select organization_id from organizations`);
  const done = await during.rewrapAll(
    database,
    all.map((row) => row.organization_id),
  );
  assert.ok(done.rewrapped > 3);
  assert.deepEqual(done.unreadable, []);
  const afterwards = await openVault(database, parseMasterKeys(second));
  assert.equal(await afterwards.open(database, organizationId, "x", sealed), "secret");
  assert.deepEqual(afterwards.mac("tokens", "text"), mac);
  await assert.rejects(openVault(database, parseMasterKeys(first)), /another master key/);
});

test("no two values are encrypted with the same nonce", () => {
  const key = Buffer.alloc(KEY_BYTES, 1);
  const nonces = Array.from({ length: 2_000 }, () => encrypt(key, "x", Buffer.from("x")).toString("hex", 0, 12));
  assert.equal(new Set(nonces).size, nonces.length);
});
