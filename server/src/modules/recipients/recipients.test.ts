import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer, openSmallApp, operator, type SmallApp } from "../../../test/kit/small-app.ts";
import { keyVersionOf } from "../../kernel/crypto/vault.ts";
import type { AccountId, RoutingId } from "../../kernel/ids.ts";
import { openAccount } from "../accounts/index.ts";
import { markRecipientsPaid } from "./mark-paid.ts";
import type { Recipient } from "./recipient-schemas.ts";
import { recipientRoutes } from "./recipients.routes.ts";
import { reencryptRecipientRoutings } from "./reencrypt-routings.ts";
import { routingDetailsOf } from "./routing-details.ts";

let small: SmallApp;
let token: string;
let accountId: AccountId;
before(async () => {
  small = await openSmallApp({ routes: recipientRoutes });
  ({ token } = await small.newToken());
  const { service, organizationId } = small;
  accountId = await service.database.transaction((tx) =>
    openAccount(service, tx, { organizationId, name: "Operations", kind: "checking", routingNumber: "021000021", accountNumber: "123456789012", actor: operator }),
  );
});
after(() => small.close());

const address = { address1: "1 Main Street", city: "New York", region: "NY", postalCode: "10001", country: "US" };
const ach = { accountNumber: "555666777888", routingNumber: "021000021", electronicAccountType: "businessChecking" };
const wire = { accountNumber: "111222333444", routingNumber: "121000248", address, bankName: "Wells Fargo" };

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
const call = (method: Method, url: string, payload?: object, { as = token, headers = {} }: { as?: string; headers?: Record<string, string> } = {}) =>
  small.app.inject({ method, url, headers: { ...bearer(as), ...headers }, ...(payload === undefined ? {} : { payload }) });
async function create(body: object): Promise<Recipient> {
  const response = await call("POST", "/recipients", body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const rows = <Row>(text: string, values: unknown[] = []) => small.service.database.many<Row>({ text, values });
const problemsOf = async (method: Method, url: string, body: object): Promise<Record<string, string>> => {
  const response = await call(method, url, body);
  assert.equal(response.statusCode, 400, response.body);
  assert.equal(response.json().errors.errorCode, "invalidRequest", response.body);
  return Object.fromEntries(response.json().errors.fields.map((field: { path: string; message: string }) => [field.path, field.message]));
};

test("a recipient is added with details for several methods and read back", async () => {
  const created = await create({
    name: " Blue Ridge LLC ",
    emails: ["billing@blueridge.example", "ap@blueridge.example"],
    contactEmail: "ann@blueridge.example",
    nickname: "Blue",
    electronicRoutingInfo: ach,
    domesticWireRoutingInfo: wire,
    checkInfo: { address },
  });
  const full = { ...address, address2: null };
  assert.deepEqual(created, {
    id: created.id,
    recipientId: created.id,
    name: "Blue Ridge LLC",
    nickname: "Blue",
    email: "billing@blueridge.example",
    emails: ["billing@blueridge.example", "ap@blueridge.example"],
    contactEmail: "ann@blueridge.example",
    isBusiness: true,
    status: "active",
    defaultPaymentMethod: "ach",
    electronicRoutingInfo: { ...ach, bankName: null, address: null },
    domesticWireRoutingInfo: { ...wire, address: full },
    realTimePaymentRoutingInfo: null,
    internationalWireRoutingInfo: null,
    checkInfo: { address: full },
    address: null,
    defaultAddress: full,
    dateLastPaid: null,
    inviteId: null,
    attachments: [],
  });
  assert.deepEqual((await call("GET", `/api/v1/recipient/${created.id}`)).json(), created);
});

test("older clients' spellings are accepted: email, paymentMethod, address", async () => {
  const created = await create({
    name: "Old Client",
    email: "old@client.example",
    paymentMethod: "electronic",
    defaultPaymentMethod: "ach",
    idempotencyKey: "",
    address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" },
  });
  assert.deepEqual(created.emails, ["old@client.example"]);
  assert.deepEqual(created.address, { name: "Old Client", address1: "5 Elm Street", address2: null, city: "Boston", region: "MA", postalCode: "02108", country: "US" });
  assert.equal(created.checkInfo, null, "a legacy address is no place to mail checks to");
});

test("every fault is named by its path, and no account number is repeated", async () => {
  const problems = await problemsOf("POST", "/recipients", {
    name: "\n",
    email: "a@b.example",
    emails: ["c@d.example"],
    electronicRoutingInfo: { ...ach, accountNumber: "12-3456789", routingNumber: "021000022" },
    domesticWireRoutingInfo: { ...wire, address: { ...address, postalCode: "94105" } },
    realTimePaymentRoutingInfo: { accountNumber: "000000", routingNumber: "123", address: { ...address, country: "UK" } },
    checkInfo: { address: { ...address, country: "CA", region: "ON" } },
    internationalWireRoutingInfo: { iban: "DE00" },
  });
  assert.deepEqual(Object.keys(problems).sort(), [
    "checkInfo.address.country",
    "domesticWireRoutingInfo.address.postalCode",
    "electronicRoutingInfo.accountNumber",
    "electronicRoutingInfo.routingNumber",
    "email",
    "internationalWireRoutingInfo",
    "name",
    "realTimePaymentRoutingInfo.accountNumber",
    "realTimePaymentRoutingInfo.address.country",
    "realTimePaymentRoutingInfo.routingNumber",
  ]);
  assert.match(problems["internationalWireRoutingInfo"] ?? "", /invite.*dashboard/);
  assert.ok(!JSON.stringify(problems).includes("12-3456789"));
});

test("what is not known, server-owned or of the wrong type is refused", async () => {
  const good = { name: "X", emails: [] };
  for (const [member, value] of Object.entries({ status: "deleted", id: "x", recipientId: "x", inviteId: "x", dateLastPaid: "2026-01-01", organizationId: "x", unknown: 1 })) {
    assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, [member]: value })), [member]);
  }
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, electronicRoutingInfo: { ...ach, iban: "x" } })), ["electronicRoutingInfo.iban"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, domesticWireRoutingInfo: { accountNumber: "1234", routingNumber: "021000021" } })), ["domesticWireRoutingInfo.address"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { name: "X" })), ["emails"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { emails: [] })), ["name"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, emails: ["not an address"] })), ["emails.0"]);
  await problemsOf("POST", "/recipients", { ...good, name: 5 });
});

test("an update keeps what it leaves out, clears what is null and makes a new version of changed details", async () => {
  const created = await create({ name: "Harbor Paint", emails: ["a@harbor.example"], nickname: "Harbor", electronicRoutingInfo: ach, checkInfo: { address } });
  const [before] = await rows<{ ach_routing_id: RoutingId }>("select ach_routing_id from recipients where recipient_id = $1", [created.id]);
  const changed = await call("POST", `/recipient/${created.id}`, { nickname: null, email: "b@harbor.example", checkInfo: null, electronicRoutingInfo: { ...ach, accountNumber: "999888777666" } });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(changed.json(), {
    ...created,
    nickname: null,
    email: "b@harbor.example",
    emails: ["b@harbor.example"],
    checkInfo: null,
    defaultAddress: null,
    electronicRoutingInfo: { ...created.electronicRoutingInfo, accountNumber: "999888777666" },
  });
  const old = await routingDetailsOf(small.service, small.service.database, small.organizationId, [before?.ach_routing_id as RoutingId]);
  assert.equal(old.get(before?.ach_routing_id as RoutingId)?.accountNumber, ach.accountNumber, "the version payments were sent to is kept");

  const audit = await rows<{ action: string; before: string; after: string }>("select action, before, after from audit_log where resource_id = $1 order by audit_id", [created.id]);
  assert.deepEqual(audit.map((row) => row.action), ["recipient.create", "recipient.update", "recipient.bankDetailsChanged", "recipient.bankDetailsChanged"]);
  const [, update, achChange] = audit;
  assert.deepEqual(JSON.parse(update?.before ?? ""), { nickname: "Harbor", emails: ["a@harbor.example"] });
  assert.equal(JSON.parse(achChange?.before ?? "").ach.accountNumber, "••••7888");
  assert.equal(JSON.parse(achChange?.after ?? "").ach.accountNumber, "••••7666");
});

test("PATCH and PUT do what POST does, and the same details again change nothing", async () => {
  const created = await create({ name: "Quarry", emails: [], electronicRoutingInfo: ach, domesticWireRoutingInfo: wire, address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" } });
  for (const method of ["PATCH", "PUT", "POST"] as const) {
    const response = await call(method, `/recipient/${created.id}`, { name: "Quarry", electronicRoutingInfo: ach, domesticWireRoutingInfo: wire, address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" } });
    assert.deepEqual(response.json(), created, method);
  }
  assert.equal((await rows("select 1 from recipient_routings where recipient_id = $1", [created.id])).length, 2);
  assert.equal((await rows("select 1 from audit_log where resource_id = $1", [created.id])).length, 1);
  await problemsOf("PATCH", `/recipient/${created.id}`, { name: null });
});

test("every name a recipient had is kept for searches", async () => {
  const created = await create({ name: "Before", emails: [], nickname: "B" });
  await call("POST", `/recipient/${created.id}`, { name: "After" });
  const names = await rows<{ name: string }>("select name from counterparty_names where counterparty_id = $1 order by name", [created.id]);
  assert.deepEqual(names.map((row) => row.name), ["After", "B", "Before"]);
});

test("a token that may not read recipients sees masked account numbers", async () => {
  const { token: creator } = await small.newToken({ kind: "custom", scopes: ["createRecipients", "editRecipients"] });
  const response = await call("POST", "/recipients", { name: "Masked", emails: [], electronicRoutingInfo: ach }, { as: creator });
  assert.equal(response.json().electronicRoutingInfo.accountNumber, "••••7888");
  assert.ok(!response.body.includes(ach.accountNumber));
  assert.equal((await call("GET", `/recipient/${response.json().id}`, undefined, { as: creator })).statusCode, 403);
  const edited = await call("POST", `/recipient/${response.json().id}`, { nickname: "m" }, { as: creator });
  assert.equal(edited.json().electronicRoutingInfo.accountNumber, "••••7888");
});

test("account numbers are nowhere in the database in clear, short ones included", async () => {
  await create({ name: "Short", emails: [], electronicRoutingInfo: { ...ach, accountNumber: "8642" }, idempotencyKey: "short-1" });
  await create({ name: "Secret", emails: [], realTimePaymentRoutingInfo: { accountNumber: "40414243444546", routingNumber: "021000021" } });
  const tables = ["recipients", "recipient_routings", "audit_log", "idempotent_replies", "events"];
  for (const table of tables) {
    const texts = await rows<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    for (const number of ["40414243444546", ach.accountNumber, wire.accountNumber]) {
      const hex = Buffer.from(number).toString("hex");
      assert.ok(texts.every(({ row }) => !row.includes(number) && !row.includes(hex)), `${table} holds ${number}`);
    }
  }
  const [last4] = await rows<{ account_number_last4: string }>("select account_number_last4 from recipient_routings order by routing_id desc offset 1 limit 1");
  assert.equal(last4?.account_number_last4, "42", "half of a four-digit number, not all of it");
});

test("a repeated key adds nothing and gives the first answer; another body is refused", async () => {
  const body = { name: "Once", emails: ["once@x.example"], electronicRoutingInfo: ach };
  const first = await call("POST", "/recipients", { ...body, idempotencyKey: "once" });
  await call("POST", `/recipient/${first.json().id}`, { name: "Renamed" });
  const second = await call("POST", "/recipients", body, { headers: { "idempotency-key": "once" } });
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.deepEqual(second.json(), first.json());
  const other = await call("POST", "/recipients", { ...body, name: "Twice", idempotencyKey: "once" });
  assert.equal(other.statusCode, 409);
  assert.equal(other.json().errors.errorCode, "idempotencyKeyReused");
});

test("a deleted recipient is gone for the API and kept for history", async () => {
  const created = await create({ name: "Gone", emails: [] });
  const deleted = await call("DELETE", `/recipient/${created.id}`);
  assert.equal(deleted.statusCode, 204);
  assert.equal(deleted.body, "");
  for (const method of ["GET", "DELETE"] as const) assert.equal((await call(method, `/recipient/${created.id}`)).statusCode, 404, method);
  assert.equal((await call("POST", `/recipient/${created.id}`, { name: "Back" })).statusCode, 404);
  const idsOf = async (url: string) => (await call("GET", url)).json().recipients.map((recipient: { id: string }) => recipient.id);
  assert.ok(!(await idsOf("/recipients")).includes(created.id));
  assert.deepEqual(await idsOf("/recipients?status=deleted"), [created.id]);
});

test("a recipient is not deleted while a payment to it is pending", async () => {
  const created = await create({ name: "Busy", emails: [], electronicRoutingInfo: ach });
  const transactionId = small.service.newId();
  const now = small.clock.now();
  await small.service.database.run({
    text: `insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at, estimated_delivery_at, kind, method, counterparty_name, bank_description, status)
           values ($1, $2, $3, $4, -100, $5, $5, 'outgoingPayment', 'ach', 'Busy', 'ACH payment to Busy', 'pending')`,
    values: [small.organizationId, transactionId, accountId, created.id, now],
  });
  const refused = await call("DELETE", `/recipient/${created.id}`);
  assert.equal(refused.statusCode, 400);
  assert.equal(refused.json().errors.errorCode, "recipientInUse");
  assert.equal((await call("GET", `/recipient/${created.id}`)).json().status, "active");
  await small.service.database.run({ text: "update transactions set status = 'sent', posted_at = $2 where transaction_id = $1", values: [transactionId, now] });
  await small.service.database.transaction((tx) => markRecipientsPaid(tx, small.organizationId, [{ recipientId: created.id, at: now }, { recipientId: accountId, at: now }]));
  assert.equal((await call("GET", `/recipient/${created.id}`)).json().dateLastPaid, now.toISOString());
  assert.equal((await call("DELETE", `/recipient/${created.id}`)).statusCode, 204);
});

test("pages hold each recipient once, and total counts the page", async () => {
  const all: string[] = (await call("GET", "/recipients")).json().recipients.map((recipient: Recipient) => recipient.id);
  const seen: string[] = [];
  for (let url: string | undefined = "/recipients?limit=3"; url !== undefined; ) {
    const page: { recipients: Recipient[]; total: number; page: { nextPage?: string } } = (await call("GET", url)).json();
    assert.equal(page.total, page.recipients.length);
    seen.push(...page.recipients.map((recipient) => recipient.id));
    url = page.page.nextPage === undefined ? undefined : `/recipients?limit=3&start_after=${page.page.nextPage}`;
  }
  assert.deepEqual(seen, all);
  assert.equal((await call("GET", `/recipients?start_after=${small.service.newId()}`)).json().errors.errorCode, "unknownCursor");
});

test("another organisation's recipient and its details are as unknown as any", async () => {
  const created = await create({ name: "Ours", emails: [], electronicRoutingInfo: ach });
  const other = await small.newOrganization("Other LLC");
  const { token: theirs } = await small.newToken({ organizationId: other });
  for (const [method, body] of [["GET", undefined], ["POST", { name: "Theirs" }], ["DELETE", undefined]] as const) {
    assert.equal((await call(method, `/recipient/${created.id}`, body, { as: theirs })).statusCode, 404, method);
  }
  const [row] = await rows<{ ach_routing_id: RoutingId }>("select ach_routing_id from recipients where recipient_id = $1", [created.id]);
  const id = row?.ach_routing_id as RoutingId;
  assert.equal((await routingDetailsOf(small.service, small.service.database, small.organizationId, [id])).size, 1, "and it is remembered now");
  assert.equal((await routingDetailsOf(small.service, small.service.database, other, [id])).size, 0);
});

test("after a key rotation every version is sealed anew and reads the same", async () => {
  const { service, organizationId } = small;
  const before = (await call("GET", "/recipients")).json();
  await service.database.transaction((tx) => service.vault.rotateOrganizationKey(tx, organizationId, small.clock.now()));
  const resealed = await reencryptRecipientRoutings(service, organizationId);
  const sealed = await rows<{ routing_id: RoutingId; account_number: Buffer }>("select routing_id, account_number from recipient_routings where account_number is not null and organization_id = $1", [organizationId]);
  assert.equal(resealed, sealed.length);
  assert.ok(sealed.length > 5 && sealed.every((row) => keyVersionOf(row.account_number) === 2));
  assert.equal(await reencryptRecipientRoutings(service, organizationId), 0);
  // A vault that remembers nothing reads them from the database.
  const opened = await routingDetailsOf({ vault: { ...service.vault } }, service.database, organizationId, sealed.map((row) => row.routing_id));
  assert.equal(opened.size, sealed.length);
  assert.deepEqual((await call("GET", "/recipients")).json(), before);
});
