import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { operator } from "#test/kit/service/small-app.ts";
import { ach, address, openRecipientWorld, type RecipientWorld, wire } from "#test/kit/worlds/recipient-world.ts";
import { fillInternationalDetails } from "./details/international-details.ts";
import { routingVersionsOf } from "./details/routing-details.ts";
import { markRecipientsPaid } from "./mark-paid.ts";
import type { Recipient } from "./recipient-schemas.ts";

let world: RecipientWorld;
let small: RecipientWorld["small"];
let accountId: RecipientWorld["accountId"];
let call: RecipientWorld["call"];
let rows: RecipientWorld["rows"];
let create: RecipientWorld["create"];
let problemsOf: RecipientWorld["problemsOf"];
before(async () => {
  world = await openRecipientWorld();
  ({ small, call, rows, create, problemsOf, accountId } = world);
});
after(() => world.small.close());

test("adds a recipient with details for several methods", async () => {
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
    nameOnPayments: ["ach", "realTimePayment", "domesticWire", "check"].map((paymentMethod) => ({
      paymentMethod,
      name: "Blue Ridge LLC",
    })),
    nameProblem: null,
    accountValidation: null,
    inviteId: null,
    attachments: [],
    awaitingConfirmation: [],
    proposedName: null,
    payableBy: ["ach", "realTimePayment", "domesticWire", "check"],
  });
  assert.deepEqual((await call("GET", `/api/v1/recipient/${created.id}`)).json(), created);
});

test("accepts older clients' fields: email, paymentMethod, address", async () => {
  const created = await create({
    name: "Old Client",
    email: "old@client.example",
    paymentMethod: "electronic",
    defaultPaymentMethod: "ach",
    idempotencyKey: "",
    address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" },
  });
  assert.deepEqual(created.emails, ["old@client.example"]);
  assert.deepEqual(created.address, {
    name: "Old Client",
    address1: "5 Elm Street",
    address2: null,
    city: "Boston",
    region: "MA",
    postalCode: "02108",
    country: "US",
  });
  assert.equal(created.checkInfo, null, "does not mail checks to a legacy address");
});

test("names every problem by its path and repeats no account number", async () => {
  const problems = await problemsOf("POST", "/recipients", {
    name: "\n",
    email: "a@b.example",
    emails: ["c@d.example"],
    electronicRoutingInfo: { ...ach, accountNumber: "12-3456789", routingNumber: "021000022" },
    domesticWireRoutingInfo: { ...wire, address: { ...address, postalCode: "94105" } },
    realTimePaymentRoutingInfo: {
      accountNumber: "000000",
      routingNumber: "123",
      address: { ...address, country: "UK" },
    },
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

test("refuses fields that are unknown, owned by the server, or of the wrong type", async () => {
  const good = { name: "X", emails: [] };
  for (const [member, value] of Object.entries({
    status: "deleted",
    id: "x",
    recipientId: "x",
    inviteId: "x",
    dateLastPaid: "2026-01-01",
    organizationId: "x",
    unknown: 1,
  })) {
    assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, [member]: value })), [member]);
  }
  assert.deepEqual(
    Object.keys(await problemsOf("POST", "/recipients", { ...good, electronicRoutingInfo: { ...ach, iban: "x" } })),
    ["electronicRoutingInfo.iban"],
  );
  assert.deepEqual(
    Object.keys(
      await problemsOf("POST", "/recipients", {
        ...good,
        domesticWireRoutingInfo: { accountNumber: "1234", routingNumber: "021000021" },
      }),
    ),
    ["domesticWireRoutingInfo.address"],
  );
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { name: "X" })), ["emails"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { emails: [] })), ["name"]);
  assert.deepEqual(Object.keys(await problemsOf("POST", "/recipients", { ...good, emails: ["not an address"] })), [
    "emails.0",
  ]);
  await problemsOf("POST", "/recipients", { ...good, name: 5 });
});

test("an update keeps omitted fields, clears null fields, and creates a new version of changed details", async () => {
  const created = await create({
    name: "Harbor Paint",
    emails: ["a@harbor.example"],
    nickname: "Harbor",
    electronicRoutingInfo: ach,
    checkInfo: { address },
  });
  const [before] = await rows<{ ach_routing_id: RoutingId }>(
    "select ach_routing_id from recipients where recipient_id = $1",
    [created.id],
  );
  const changed = await call("POST", `/recipient/${created.id}`, {
    nickname: null,
    email: "b@harbor.example",
    checkInfo: null,
    electronicRoutingInfo: { ...ach, accountNumber: "999888777666" },
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(changed.json(), {
    ...created,
    nickname: null,
    email: "b@harbor.example",
    emails: ["b@harbor.example"],
    checkInfo: null,
    payableBy: ["ach", "realTimePayment"],
    nameOnPayments: ["ach", "realTimePayment"].map((paymentMethod) => ({ paymentMethod, name: "Harbor Paint" })),
    defaultAddress: null,
    electronicRoutingInfo: { ...created.electronicRoutingInfo, accountNumber: "999888777666" },
  });
  const old = {
    routingId: before?.ach_routing_id as RoutingId,
    recipientId: created.id as RecipientId,
    method: "ach",
  } as const;
  const lookUp = await routingVersionsOf(small.service, small.service.database, {
    organizationId: small.organizationId,
    routingIds: [old.routingId],
  });
  assert.equal(lookUp(old)?.details.accountNumber, ach.accountNumber, "the version that payments were sent to is kept");

  const audit = await rows<{ action: string; before: string; after: string }>(
    "select action, before, after from audit_log where resource_id = $1 order by audit_id",
    [created.id],
  );
  assert.deepEqual(
    audit.map((row) => row.action),
    ["recipient.create", "recipient.update", "recipient.bankDetailsChanged", "recipient.bankDetailsChanged"],
  );
  const [, update, achChange] = audit;
  assert.deepEqual(JSON.parse(update?.before ?? ""), { nickname: "Harbor", emails: ["a@harbor.example"] });
  assert.equal(JSON.parse(achChange?.before ?? "").ach.accountNumber, "••••7888");
  assert.equal(JSON.parse(achChange?.after ?? "").ach.accountNumber, "••••7666");
});

test("PATCH and PUT behave like POST, and unchanged details change nothing", async () => {
  const created = await create({
    name: "Quarry",
    emails: [],
    electronicRoutingInfo: ach,
    domesticWireRoutingInfo: wire,
    address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" },
  });
  for (const method of ["PATCH", "PUT", "POST"] as const) {
    const response = await call(method, `/recipient/${created.id}`, {
      name: "Quarry",
      electronicRoutingInfo: ach,
      domesticWireRoutingInfo: wire,
      address: { address1: "5 Elm Street", city: "Boston", postalCode: "02108" },
    });
    assert.deepEqual(response.json(), created, method);
  }
  assert.equal((await rows("select 1 from recipient_routings where recipient_id = $1", [created.id])).length, 2);
  assert.equal((await rows("select 1 from audit_log where resource_id = $1", [created.id])).length, 1);
  await problemsOf("PATCH", `/recipient/${created.id}`, { name: null });
});

test("searches find every name that a recipient had", async () => {
  const created = await create({ name: "Before", emails: [], nickname: "B" });
  await call("POST", `/recipient/${created.id}`, { name: "After" });
  const names = await rows<{ name: string }>(
    "select name from counterparty_names where counterparty_id = $1 order by name",
    [created.id],
  );
  assert.deepEqual(
    names.map((row) => row.name),
    ["After", "B", "Before"],
  );
});

test("a repeated key returns the first response and adds nothing; a different body is refused", async () => {
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

test("a deleted recipient is not in the API, but kept for history", async () => {
  const created = await create({ name: "Gone", emails: [] });
  const deleted = await call("DELETE", `/recipient/${created.id}`);
  assert.equal(deleted.statusCode, 204);
  assert.equal(deleted.body, "");
  for (const method of ["GET", "DELETE"] as const)
    assert.equal((await call(method, `/recipient/${created.id}`)).statusCode, 404, method);
  assert.equal((await call("POST", `/recipient/${created.id}`, { name: "Back" })).statusCode, 404);
  const idsOf = async (url: string) =>
    (await call("GET", url)).json().recipients.map((recipient: { id: string }) => recipient.id);
  assert.ok(!(await idsOf("/recipients")).includes(created.id));
  assert.deepEqual(await idsOf("/recipients?status=deleted"), [created.id]);
});

test("refuses to delete a recipient with a pending payment", async () => {
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
  await small.service.database.run({
    text: "update transactions set status = 'sent', posted_at = $2 where transaction_id = $1",
    values: [transactionId, now],
  });
  await small.service.database.transaction((tx) =>
    markRecipientsPaid(tx, small.organizationId, [
      { recipientId: created.id, at: now },
      { recipientId: accountId, at: now },
    ]),
  );
  assert.equal((await call("GET", `/recipient/${created.id}`)).json().dateLastPaid, now.toISOString());
  assert.equal((await call("DELETE", `/recipient/${created.id}`)).statusCode, 204);
});

test("pages contain each recipient once, and total counts the page", async () => {
  const all: string[] = (await call("GET", "/recipients"))
    .json()
    .recipients.map((recipient: Recipient) => recipient.id);
  const seen: string[] = [];
  for (let url: string | undefined = "/recipients?limit=3"; url !== undefined; ) {
    const page: { recipients: Recipient[]; total: number; page: { nextPage?: string } } = (
      await call("GET", url)
    ).json();
    assert.equal(page.total, page.recipients.length);
    seen.push(...page.recipients.map((recipient) => recipient.id));
    url = page.page.nextPage === undefined ? undefined : `/recipients?limit=3&start_after=${page.page.nextPage}`;
  }
  assert.deepEqual(seen, all);
  assert.equal(
    (await call("GET", `/recipients?start_after=${small.service.newId()}`)).json().errors.errorCode,
    "unknownCursor",
  );
});

test("international details entered on other routes are returned here, masked like others, and can be removed", async () => {
  const created = await create({ name: "Müller GmbH", emails: [] });
  const { service, organizationId } = small;
  const details = {
    iban: "DE89370400440532013000",
    swiftCode: "COBADEFFXXX",
    bankName: "Commerzbank",
    bankCountry: "DE",
  };
  const recipientId = created.id as RecipientId;
  await service.database.transaction((tx) =>
    fillInternationalDetails(service, tx, { organizationId, recipientId, actor: operator, details }),
  );
  const read: Recipient = (await call("GET", `/recipient/${created.id}`)).json();
  assert.equal(read.defaultPaymentMethod, "internationalWire");
  assert.deepEqual(read.internationalWireRoutingInfo, {
    iban: details.iban,
    swiftCode: "COBADEFFXXX",
    countrySpecific: {},
    address: null,
    bankDetails: { bankName: "Commerzbank", bankCityState: "", bankCountry: "DE" },
    correspondentInfo: null,
    emailAddress: null,
    phoneNumber: null,
  });
  const { token: editor } = await small.newToken({ kind: "custom", scopes: ["editRecipients"] });
  const masked = await call("PATCH", `/recipient/${created.id}`, { nickname: "M" }, { as: editor });
  assert.equal(masked.json().internationalWireRoutingInfo.iban, "••••3000");
  const cleared = await call("PATCH", `/recipient/${created.id}`, { internationalWireRoutingInfo: null });
  assert.equal(cleared.json().internationalWireRoutingInfo, null);
});
