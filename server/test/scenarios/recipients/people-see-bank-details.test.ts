/**
 * Users see account numbers masked; revealing one is recorded in the audit log. Only users enter international details.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("people and bank details", () => {
  let person: TestPerson;
  let cookie: string;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
    person = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    cookie = await provedIn(world.app, person);
  });

  const audited = (action: string) =>
    world.service.database.many<{ actor_id: string; resource_id: string; text: string }>(sql`
      select actor_id, resource_id, coalesce(before, '') || coalesce(after, '') as text from audit_log
       where organization_id = ${organization.organizationId} and action = ${action}`);

  test("masks a recipient's account numbers until a user reveals them, which is audited", async () => {
    const url = `/recipient/${organization.recipientId}`;
    const masked = await browse(world.app, { url, cookie });
    assert.equal(masked.body.electronicRoutingInfo.accountNumber, "••••6789");
    assert.ok(!masked.text.includes("123456789"));
    assert.ok(!(await browse(world.app, { url: "/recipients", cookie })).text.includes("123456789"));
    assert.equal((await audited("recipient.reveal")).length, 0);
    const revealed = await browse(world.app, { method: "POST", url: `${url}/reveal`, cookie });
    assert.equal(revealed.body.electronicRoutingInfo.accountNumber, "123456789");
    assert.deepEqual(
      (await audited("recipient.reveal")).map((row) => [row.actor_id, row.resource_id, row.text]),
      [[person.userId, organization.recipientId, ""]],
    );
    const token = await inject(world.app, organization.token, { url });
    assert.equal(token.body.electronicRoutingInfo.accountNumber, "123456789", "tokens see what the contract says");
  });

  test("masks the numbers of payments to the recipient, and of the organization's own accounts, the same way", async () => {
    const paid = await inject(world.app, organization.token, payment(organization));
    const seen = await browse(world.app, { url: `/transaction/${paid.body.id}`, cookie });
    assert.equal(seen.body.details.electronicRoutingInfo.accountNumber, "••••6789");
    const url = `/account/${organization.accountId}`;
    assert.equal((await browse(world.app, { url, cookie })).body.accountNumber, "••••0001");
    assert.ok(!(await browse(world.app, { url: "/accounts", cookie })).text.includes("400000001"));
    const revealed = await browse(world.app, { method: "POST", url: `${url}/reveal`, cookie });
    assert.equal(revealed.body.accountNumber, "400000001");
    assert.deepEqual(
      (await audited("account.reveal")).map((row) => row.actor_id),
      [person.userId],
    );
  });

  test("viewers cannot reveal a recipient's account numbers", async () => {
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    const url = `/recipient/${organization.recipientId}/reveal`;
    const refused = await browse(world.app, { method: "POST", url, cookie: await signedIn(world.app, viewer) });
    assert.equal(refused.code, "notPermitted");
  });

  test("an IBAN and a BIC are validated and make the recipient payable by international wire", async () => {
    const url = `/recipient/${organization.recipientId}/international-details`;
    const set = (more: object = {}) =>
      browse(world.app, {
        url,
        cookie,
        body: { iban: "de89 3704 0044 0532 0130 00", swiftCode: "cobadeff", bankName: "Commerzbank", ...more },
      });
    const wrong = await set({ iban: "DE88 3704 0044 0532 0130 00", swiftCode: "COBA", bankName: " " });
    assert.equal(wrong.status, 400);
    assert.deepEqual(
      wrong.body.errors.fields.map((field: { path: string }) => field.path),
      ["iban", "swiftCode", "bankName"],
    );
    assert.ok(!wrong.text.includes("0532"), "the number is not repeated");
    const { internationalWireRoutingInfo: info } = (await set()).body;
    assert.deepEqual([info.iban, info.swiftCode, info.bankDetails.bankCountry], ["••••3000", "COBADEFF", "DE"]);
    const asked = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/request-send-money`,
      body: { recipientId: organization.recipientId, amount: 5, paymentMethod: "internationalWire", purpose: "Goods" },
    });
    assert.equal(asked.status, 200, asked.text);
    const byToken = await inject(world.app, organization.token, { url, body: {} });
    assert.equal(byToken.body.errors.errorCode, "personNeeded");
    const stored = await world.service.database.many<{ row: string }>(sql`
      select to_jsonb(r)::text as row from recipient_routings r where organization_id = ${organization.organizationId}`);
    assert.ok(stored.every(({ row }) => !row.includes("370400440532013000")));
  });

  test("finds recipients by the beginnings of words in their names and addresses", async () => {
    await organization.newRecipient("100% Pure_Water GmbH");
    const names = async (search: string) =>
      (
        await browse(world.app, { url: `/recipients?search=${encodeURIComponent(search)}`, cookie })
      ).body.recipients.map((recipient: { name: string }) => recipient.name);
    assert.deepEqual(await names("pure_w"), ["100% Pure_Water GmbH"]);
    assert.deepEqual(await names("GLOB"), ["Globex"]);
    assert.deepEqual(await names("water 100%"), ["100% Pure_Water GmbH"]);
    assert.deepEqual(await names("e%W"), []);
    assert.deepEqual(await names("%"), []);
  });
});
