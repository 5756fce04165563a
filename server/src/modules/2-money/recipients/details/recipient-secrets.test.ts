import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { keyVersionOf } from "#kernel/crypto/vault.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { countResealed } from "#test/kit/databases/count-resealed.ts";
import { ach, openRecipientWorld, type RecipientWorld, wire } from "#test/kit/worlds/recipient-world.ts";
import type { RoutingRow } from "../recipients.queries.ts";
import { routingVersionsOf } from "./routing-details.ts";

let world: RecipientWorld;
let small: RecipientWorld["small"];
let call: RecipientWorld["call"];
let rows: RecipientWorld["rows"];
let create: RecipientWorld["create"];
before(async () => {
  world = await openRecipientWorld();
  ({ small, call, rows, create } = world);
});
after(() => world.small.close());

test("a token that may not read recipients sees masked account numbers", async () => {
  const { token: creator } = await small.newToken({ kind: "custom", scopes: ["createRecipients", "editRecipients"] });
  const response = await call(
    "POST",
    "/recipients",
    { name: "Masked", emails: [], electronicRoutingInfo: ach },
    { as: creator },
  );
  assert.equal(response.json().electronicRoutingInfo.accountNumber, "••••7888");
  assert.ok(!response.body.includes(ach.accountNumber));
  assert.equal((await call("GET", `/recipient/${response.json().id}`, undefined, { as: creator })).statusCode, 403);
  const edited = await call("POST", `/recipient/${response.json().id}`, { nickname: "m" }, { as: creator });
  assert.equal(edited.json().electronicRoutingInfo.accountNumber, "••••7888");
});

test("the database contains no account number in plain text, not even a short one", async () => {
  await create({
    name: "Short",
    emails: [],
    electronicRoutingInfo: { ...ach, accountNumber: "8642" },
    idempotencyKey: "short-1",
  });
  await create({
    name: "Secret",
    emails: [],
    realTimePaymentRoutingInfo: { accountNumber: "40414243444546", routingNumber: "021000021" },
  });
  const tables = ["recipients", "recipient_routings", "audit_log", "idempotent_replies", "events"];
  for (const table of tables) {
    const texts = await rows<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    for (const number of ["40414243444546", ach.accountNumber, wire.accountNumber]) {
      const hex = Buffer.from(number).toString("hex");
      assert.ok(
        texts.every(({ row }) => !row.includes(number) && !row.includes(hex)),
        `${table} holds ${number}`,
      );
    }
  }
  const [last4] = await rows<{ account_number_last4: string }>(
    "select account_number_last4 from recipient_routings order by routing_id desc offset 1 limit 1",
  );
  assert.equal(last4?.account_number_last4, "42", "half of a four-digit number, not all of it");
});

test("another organization's recipient and its details are treated as unknown", async () => {
  const created = await create({ name: "Ours", emails: [], electronicRoutingInfo: ach });
  const other = await small.newOrganization("Other LLC");
  const { token: otherToken } = await small.newToken({ organizationId: other });
  for (const [method, body] of [
    ["GET", undefined],
    ["POST", { name: "Theirs" }],
    ["DELETE", undefined],
  ] as const) {
    assert.equal((await call(method, `/recipient/${created.id}`, body, { as: otherToken })).statusCode, 404, method);
  }
  const [row] = await rows<{ ach_routing_id: RoutingId }>(
    "select ach_routing_id from recipients where recipient_id = $1",
    [created.id],
  );
  const { service } = small;
  const [routingId, recipientId] = [row?.ach_routing_id as RoutingId, created.id as RecipientId];
  const found = async (organizationId: OrganizationId) =>
    (await routingVersionsOf(service, service.database, { organizationId, routingIds: [routingId] }))({
      routingId,
      recipientId,
      method: "ach",
    });
  assert.equal((await found(small.organizationId))?.name, "Ours", "it is now cached");
  assert.equal(await found(other), undefined);
});

test("encrypts every version again after a key rotation, and reads the same values", async () => {
  const { service, organizationId } = small;
  const before = (await call("GET", "/recipients")).json();
  await service.database.transaction((tx) =>
    service.vault.rotateOrganizationKey(tx, organizationId, small.clock.now()),
  );
  const resealed = await countResealed(service, organizationId, "recipient_routings.account_number");
  const sealed = await rows<RoutingRow & { method: PaymentMethod; account_number: Buffer }>(
    "select routing_id, recipient_id, method, proposed, account_number from recipient_routings where account_number is not null and organization_id = $1",
    [organizationId],
  );
  assert.equal(resealed, sealed.length);
  assert.ok(sealed.length >= 4 && sealed.every((row) => keyVersionOf(row.account_number) === 2));
  assert.equal(await countResealed(service, organizationId, "recipient_routings.account_number"), 0);
  // A vault with an empty cache reads them from the database.
  const routingIds = sealed.map((row) => row.routing_id);
  const lookUp = await routingVersionsOf({ vault: { ...service.vault } }, service.database, {
    organizationId,
    routingIds,
  });
  for (const { routing_id: routingId, recipient_id: recipientId, method } of sealed)
    assert.ok(lookUp({ routingId, recipientId, method }));
  assert.deepEqual((await call("GET", "/recipients")).json(), before);
});
