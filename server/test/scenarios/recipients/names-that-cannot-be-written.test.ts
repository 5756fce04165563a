import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { literally, sql } from "#kernel/sql/sql.ts";
import { nameProblem, spelledName } from "#money/recipients";
import { vouchForRow } from "../../kit/proofs/vouch-for.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const electronicRoutingInfo = {
  accountNumber: "123456789",
  routingNumber: "021000021",
  electronicAccountType: "businessChecking",
};
const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("names that a bank's file cannot contain", () => {
  before(async () => {
    await organization.deposit(organization.accountId, 10_000_00n);
  });

  const call = (url: string, body?: object) =>
    inject(world.app, organization.token, body === undefined ? { url } : { url, body });
  const create = (body: object) => call("/recipients", { emails: [], electronicRoutingInfo, ...body });
  const spelling = (name: string) => call(`/recipients/spelling?name=${encodeURIComponent(name)}`);
  const messagesOf = (answer: { body: { errors?: { fields?: { path: string; message: string }[] } } }) =>
    Object.fromEntries((answer.body.errors?.fields ?? []).map(({ path, message }) => [path, message]));

  test("are refused when the recipient is saved, with what to do", async () => {
    const count = async () => (await call("/recipients")).body.total;
    const earlier = await count();
    for (const name of ["Иван Петров", "محمد", "株式会社", "Acme 🚀", "Ωmega", "---"]) {
      const refused = await create({ name });
      assert.deepEqual([refused.status, refused.body.errors.errorCode], [400, "invalidRequest"], name);
      assert.equal(messagesOf(refused)["name"], nameProblem(name), name);
      assert.deepEqual((await spelling(name)).body, { nameOnPayments: [], nameProblem: nameProblem(name) });
      const invite = { contactEmail: "a@example.com", requireTaxDocument: false, sendEmail: false };
      const invited = await call("/recipients/invites", { ...invite, name, paymentMethods: ["ach"] });
      assert.deepEqual([invited.status, messagesOf(invited)["name"]], [400, nameProblem(name)], name);
    }
    const abroad = await create({ name: "Ivan", checkInfo: { address: { ...address, address1: "ул. Ленина 1" } } });
    assert.match(messagesOf(abroad)["checkInfo.address.address1"] ?? "", /no form of у л Л е н and others/);
    assert.equal(await count(), earlier);
    const renamed = await call(`/recipient/${organization.recipientId}`, { name: "Globex 🚀" });
    assert.deepEqual([renamed.status, messagesOf(renamed)["name"]], [400, nameProblem("Globex 🚀")]);
  });

  test("those that only lose accents need no confirmation, and the answer shows what will be sent", async () => {
    const name = "Größenwahn & Söhne Verwaltungsgesellschaft";
    const { status, body } = await create({ name, nickname: "グロッセンヴァーン 🚀", checkInfo: { address } });
    assert.equal(status, 200);
    assert.deepEqual([body.name, body.nickname, body.nameProblem], [name, "グロッセンヴァーン 🚀", null]);
    assert.deepEqual(
      Object.fromEntries(
        body.nameOnPayments.map((each: { paymentMethod: string; name: string }) => [each.paymentMethod, each.name]),
      ),
      {
        ach: "Grossenwahn & Sohne Ve",
        realTimePayment: "Grossenwahn & Sohne Verwaltungsgesellschaft",
        check: "Grossenwahn & Sohne Verwaltungsgesellschaft",
      },
    );
    assert.deepEqual((await call(`/recipient/${body.id}`)).body, body);
    assert.equal((await spelling(name)).body.nameOnPayments.length, 5);
    assert.equal((await call(`/recipient/${body.id}`, body)).status, 200, "its own copy is an update without a change");
  });

  test("saved by an earlier version, they are shown, and refused when a payment is made", async () => {
    const recipientId = await organization.newRecipient("Legacy");
    const { organizationId, accountId } = organization;
    await world.owner().run(sql`
      update recipients set name = 'Иван Петров' where organization_id = ${organizationId} and recipient_id = ${recipientId}`);
    await vouchForRow(world.service, { organizationId, table: "recipients", key: recipientId });
    const { body: shown } = await call(`/recipient/${recipientId}`);
    assert.deepEqual([shown.nameOnPayments, shown.nameProblem], [[], nameProblem("Иван Петров")]);
    for (const paymentMethod of ["ach", "check", "domesticWire", "realTimePayment"]) {
      const instruction = { recipientId, amount: 5, paymentMethod };
      for (const path of ["transactions", "transactions/preview", "request-send-money", "request-send-money/preview"]) {
        const refused = await call(`/account/${accountId}/${path}`, instruction);
        assert.deepEqual([refused.status, refused.body.errors?.errorCode], [400, "recipientNameUnwritable"], path);
        assert.ok(refused.body.errors.message.includes("Иван Петров"), refused.text);
      }
    }
    const details = await call(`/recipient/${recipientId}`, { electronicRoutingInfo });
    assert.deepEqual([details.status, messagesOf(details)["name"]], [400, nameProblem("Иван Петров")]);
    assert.equal((await call(`/recipient/${recipientId}`, { nickname: "Ivan" })).status, 200, "the rest can change");
    const renamed = await call(`/recipient/${recipientId}`, { name: "Ivan Petrov", nickname: "Иван Петров" });
    assert.equal(renamed.status, 200, renamed.text);
    const paid = await inject(world.app, organization.token, payment(organization, { recipientId, amount: 5 }));
    assert.equal(paid.status, 200, paid.text);
  });

  test("the database and the service agree about every character", async () => {
    const { definition } = await world.owner().one<{ definition: string }>(sql`
      select pg_get_functiondef('create_payments'::regproc) as definition`);
    const condition = /when (case when octet_length\(r\.name\).*?~ '[^']*')\s+then case p_methods/s.exec(
      definition,
    )?.[1];
    assert.ok(condition, definition);
    const characters = Array.from({ length: 0x20000 - 0xa0 }, (_, at) => String.fromCodePoint(0xa0 + at)).filter(
      // Not characters: halves of surrogate pairs. Unassigned ones may be assigned in a newer Unicode; U+A7F1 is of
      // Unicode 17, which Node.js knows before PostgreSQL.
      (character) => !/[\p{Cs}\p{Cn}\u{a7f1}]/u.test(character),
    );
    const others = ["A", "a-", "007", "0", "--", " ", "Ａ1", "e\u{301}", "“”", "½"];
    const names = others.concat(characters.flatMap((character) => [character, `A${character}`]));
    assert.ok(names.length > 100_000);
    const refused = await world.owner().many<{ name: string }>(sql`
      select r.name from unnest(${names}::text[]) as r (name) where not (${literally(condition ?? "")})`);
    const refusedByDatabase = new Set(refused.map(({ name }) => name));
    const different = names.filter((name) => refusedByDatabase.has(name) !== (spelledName("ach", name) === undefined));
    assert.deepEqual(different, []);
  });
});
