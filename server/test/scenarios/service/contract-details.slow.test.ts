import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, describe, test } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { createToken } from "#records/identity";
import { scopeCatalog } from "#records/identity/scopes.ts";
import { runWebhookFanOut } from "#reports/webhooks";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { servedApi } from "../../kit/service/contract-document.ts";
import { inject, openWorldOfFile, operator, payment } from "../../kit/service/full-app.ts";
import { newUser, paymentRequest } from "../../kit/worlds/approvals.ts";

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}
interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly description: string }>> };
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Details that clients of this API family rely on (decisions R1, R3, P3). */
describe("details of the contract", () => {
  let paths: Api["paths"];
  let errors: Api["components"]["responses"];

  before(async () => {
    await organization.deposit(organization.accountId, 10_000_00n);
    const api = await servedApi<Api>(world.app);
    paths = api.paths;
    errors = api.components.responses;
  });

  const call = (url: string, body?: unknown, token = organization.token) =>
    inject(world.app, token, { url, ...(body === undefined ? {} : { method: "POST" as const, body }) });
  const admin = (command: string, input: object) =>
    runAdminCommand(
      { service: world.service, sandbox: world.app.sandbox },
      { command, input: { organization: organization.organizationId, ...input }, actor: operator },
    );

  test("GET /organization shows what the operator has entered", async () => {
    const details = {
      kind: "personal",
      ein: "12-3456789",
      dbas: ["Acme Tools", "Acme Shop"],
      billingCadence: "annual",
    };
    await admin("org.details", details);
    await admin("org.details", { dbas: details.dbas });
    const shown = (await call("/organization")).body.organization;
    assert.deepEqual(shown, {
      ...details,
      id: organization.organizationId,
      legalBusinessName: "Acme, Inc.",
      dbas: [
        { dbaName: "Acme Tools", dbaIsDefault: true },
        { dbaName: "Acme Shop", dbaIsDefault: false },
      ],
      subscriptionTier: "pro",
    });
    for (const wrong of [{ ein: "123456789" }, { dbas: [" "] }, { dbas: ["a\u202eb"] }, { dbas: Array(11).fill("A") }])
      await assert.rejects(Promise.resolve(admin("org.details", wrong)), /ein|dbas/);
    assert.deepEqual((await call("/organization")).body.organization, shown);
  });

  test("requestedByUserId is a user, even for tokens created on the command line", async () => {
    const userId = await newUser(world.service, organization, { role: "administrator", email: "first@example.com" });
    const named = await newUser(world.service, organization, { role: "bookkeeper", email: "named@example.com" });
    const input = { name: "Command line", kind: "readWrite", scopes: [], allowlist: ["127.0.0.1"] };
    const byDefault = (await admin("token.create", input)) as { token: string };
    const byName = (await admin("token.create", { ...input, creator: "Named@example.com" })) as { token: string };
    for (const [token, creator] of [
      [byDefault.token, userId],
      [byName.token, named],
    ] as const) {
      const { url, body } = paymentRequest(organization);
      const requested = await call(url, body, token);
      assert.equal(requested.body.requestedByUserId, creator, requested.text);
      assert.equal((await call(`/users/${requested.body.requestedByUserId}`)).status, 200);
    }
    await assert.rejects(Promise.resolve(admin("token.create", { ...input, creator: "nobody@example.com" })));
  });

  test("a token without a creator cannot request payments, since its requester could be the approver", async () => {
    const { token } = await world.service.database.transaction((tx) =>
      createToken(world.service, tx, {
        organizationId: organization.organizationId,
        name: "old",
        kind: "readWrite",
        allowlist: ["127.0.0.1"],
        actor: operator,
      }),
    );
    const { url, body } = paymentRequest(organization, { idempotencyKey: "old" });
    for (const each of [url, `${url}/preview`]) {
      const refused = await call(each, body, token);
      assert.deepEqual([refused.status, refused.body.errors?.errorCode], [403, "requesterUnknown"], each);
    }
    const transfer = {
      sourceAccountId: organization.accountId,
      destinationAccountId: await organization.newAccount(),
      amount: 1,
    };
    assert.equal((await call("/request-transfer", transfer, token)).body.errors.errorCode, "requesterUnknown");
    assert.equal((await call("/accounts", undefined, token)).status, 200);
  });

  test("a preview has an operation of its own; the parameter of older clients gives the same and is not documented", async () => {
    const document = JSON.stringify(await servedApi(world.app));
    assert.ok(!document.includes("preview=true") && !/"name":"preview"/.test(document));
    for (const request of [payment(organization), paymentRequest(organization)]) {
      const { url, body } = { ...request, body: { ...request.body, idempotencyKey: "previewed" } };
      const [own, older] = [await call(`${url}/preview`, body), await call(`${url}?preview=true`, body)];
      assert.deepEqual([own.status, own.body.preview], [200, true], own.text);
      assert.deepEqual(older.body, own.body);
      assert.equal((await call(`${url}?preview=`, body)).status, 400);
      // The key was not used up, and nothing was made that the duplicate guard would find.
      const made = await call(url, body);
      assert.deepEqual([made.status, made.headers["idempotent-replayed"]], [200, undefined], made.text);
    }
  });

  test("what this service does not have is an empty list in the family's shape, and an item is not found", async () => {
    const readOnly = await organization.newToken({ kind: "readOnly" });
    const other = await organization.newToken({ kind: "custom", scopes: ["sendMoney"] });
    for (const [url, body] of [
      ["/cards", { cards: [], page: {} }],
      [`/account/${organization.accountId}/cards`, { cards: [] }],
      ["/credit", { accounts: [] }],
      // The clients of this API family read an array.
      ["/safes", []],
    ] as const) {
      const answer = await call(`${url}?limit=500&status=active`, undefined, readOnly);
      assert.deepEqual([answer.status, answer.body], [200, body], url);
      assert.equal((await call(url, undefined, other)).body.errors.errorCode, "tokenNotInScope", url);
      assert.equal((await call(url, {})).body.errors.errorCode, "methodNotAllowed", url);
    }
    for (const url of [
      "/cards/1",
      "/safes/1",
      "/safes/1/document",
      "/account/01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10/cards",
    ])
      assert.equal((await call(url, undefined, readOnly)).status, 404, url);
  });

  test("an invite has inviteId as well as id, and its notes reach the recipient", async () => {
    const notes = "For the July photo shoot.\nQuestions: ask Cora.";
    const invited = await call("/recipients/invites", {
      name: "Marta Lindqvist",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach"],
      requireTaxDocument: false,
      sendEmail: true,
      notes,
    });
    const { id } = invited.body;
    assert.equal(invited.body.inviteId, id);
    assert.equal((await call(`/recipients/invites/${id}`)).body.inviteId, id);
    assert.equal((await call("/recipients/invites")).body.invites[0].inviteId, id);
    assert.equal((await call(`/invites/${id}`)).body.notes, notes);
    const [mail] = (await call("/sandbox/emails?order=desc")).body.emails;
    const { text } = (await call(`/sandbox/emails/${mail.id}`)).body;
    assert.match(text, /For the July photo shoot\.[\s\S]*Questions: ask Cora\./);
  });

  test("a test delivery is signed with both secrets during a rotation", async (t) => {
    const receiver = await openReceiver(t);
    const created = await call("/webhooks", { url: `${receiver.origin}/hook` });
    const rotated = await call(`/webhooks/${created.body.id}/rotate-secret`, {});
    assert.equal((await call(`/webhooks/${created.body.id}/verify`, {})).status, 204);
    const { headers, body } = receiver.requests[0] ?? assert.fail("nothing arrived");
    const signature = String(headers["mercury-signature"]);
    const at = /t=(\d+)/.exec(signature)?.[1];
    for (const { secret } of [created.body, rotated.body])
      assert.ok(signature.includes(createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")));
  });

  test("the address of a check also has the state as a separate member", async () => {
    const { url, body } = payment(organization, { paymentMethod: "check" });
    const paid = await call(url, body);
    assert.deepEqual([paid.body.details.address.state, paid.body.details.address.region], ["NY", "NY"]);
  });

  test("older clients may create and edit categories under their earlier paths, with the same keys", async () => {
    const visible = { visibleForCardSpend: true, visibleForReimbursements: false, visibleForOther: true };
    const body = { name: "Older", ...visible, idempotencyKey: "older" };
    const created = await call("/categories/create", body);
    assert.equal(created.status, 201, created.text);
    const again = await call("/categories", body);
    assert.deepEqual([again.headers["idempotent-replayed"], again.body.id], ["true", created.body.id]);
    const edited = await call(`/categories/${created.body.id}/edit`, { name: "Newer" });
    assert.deepEqual([edited.status, edited.body], [200, { id: created.body.id, name: "Newer", ...visible }]);
  });

  test("an empty list of emails counts as absent, for clients that always send one", async () => {
    const created = await call("/recipients", { name: "Empty list", emails: [], email: "one@client.example" });
    assert.deepEqual(created.body.emails, ["one@client.example"], created.text);
  });

  test("older clients may send paymentMethods and defaultForBenefitOf of a recipient", async () => {
    const legacy = { paymentMethods: ["ach"], defaultForBenefitOf: "Someone" };
    const created = await call("/recipients", { name: "Legacy", emails: [], ...legacy });
    assert.equal(created.status, 200, created.text);
    const changed = await call(`/recipient/${created.body.id}`, { nickname: "Leg", ...legacy });
    assert.equal(changed.status, 200, changed.text);
  });

  test("the error for an invalid ID or choice says what is valid", async () => {
    const messageOf = async (url: string, body: unknown, method: "POST" | "PATCH" = "POST") => {
      const answer = await inject(world.app, organization.token, { method, url, body });
      assert.equal(answer.status, 400, answer.text);
      return answer.body.errors.fields[0].message as string;
    };
    const { url, body } = payment(organization);
    assert.match(await messageOf(url, { ...body, recipientId: "1" }), /id .* such as 01/);
    assert.match(await messageOf(url, { ...body, paymentMethod: "pigeon" }), /ach, check, domesticWire/);
    const invite = { name: "M", contactEmail: "m@m.example", requireTaxDocument: false, sendEmail: false };
    assert.match(
      await messageOf("/recipients/invites", { ...invite, paymentMethods: ["pigeon"] }),
      /ach, check, domesticWire/,
    );
    const paid = (await call(url, { ...body, amount: 3 })).body.id;
    assert.match(await messageOf(`/transaction/${paid}`, { categoryId: "7" }, "PATCH"), /id .* such as 01/);
    const purposes = { ...body, amount: 4, purpose: { simple: { category: "fun" } } };
    assert.match(await messageOf(url, purposes), /employee, landlord, vendor/);
    const unknownRecipient = await call("/recipients/invites", {
      ...invite,
      paymentMethods: ["ach"],
      recipientId: organization.accountId,
    });
    assert.match(unknownRecipient.body.errors.fields[0].message, /GET \/recipients/);
    await assert.rejects(
      Promise.resolve(admin("token.create", { name: "x", kind: "custom", scopes: ["fly"], allowlist: [] })),
      /fetchDepositoryAccounts, /,
    );
  });

  test("a payment changes what is in flight, then the balance, for endpoints that name the event", async (t) => {
    const { origin: url } = await openReceiver(t);
    const accountId = await organization.newAccount("Balance");
    await organization.deposit(accountId, 500_00n);
    await call("/webhooks", { url, eventTypes: ["checkingAccount.balance.updated"] });
    const fanOut = async () => {
      while ((await runWebhookFanOut(world.service)) > 0);
    };
    const { id } = (
      await inject(world.app, organization.token, payment({ ...organization, accountId }, { amount: 20 }))
    ).body;
    await fanOut();
    await inject(world.app, organization.token, { method: "POST", url: `/sandbox/transactions/${id}/settle` });
    await fanOut();
    const { events } = (await call(`/events?resourceType=checkingAccount&resourceId=${accountId}`)).body;
    assert.deepEqual(
      events.map(({ mergePatch }: { mergePatch: unknown }) => mergePatch),
      [
        { availableBalance: 480, currentBalance: 500, inFlightBalance: 20 },
        { currentBalance: 480, inFlightBalance: 0 },
      ],
    );
  });

  test("415 is documented for every route with a body, and no two paths are ambiguous", () => {
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(operations))
        if (["post", "put", "patch"].includes(method)) {
          const name = responses["default"]?.$ref?.split("/").at(-1) ?? "";
          assert.match(errors[name]?.description ?? "", /`unsupportedMediaType`/, `${method} ${path}`);
        }
    const isVariable = (part: string | undefined) => part?.startsWith("{") === true;
    const all = Object.keys(paths).map((path) => path.split("/"));
    const ambiguous = all.flatMap((parts, index) =>
      all
        .slice(index + 1)
        .filter((other) => {
          if (parts.length !== other.length) return false;
          const pairs = parts.map((part, at) => [part, other[at]] as const);
          if (pairs.some(([a, b]) => !isVariable(a) && !isVariable(b) && a !== b)) return false;
          const wider = pairs.filter(([a, b]) => isVariable(a) && !isVariable(b)).length;
          const narrower = pairs.filter(([a, b]) => !isVariable(a) && isVariable(b)).length;
          return wider > 0 === narrower > 0;
        })
        .map((other) => `${parts.join("/")} ${other.join("/")}`),
    );
    assert.deepEqual(ambiguous, []);
  });

  test("every scope is needed by some route", () => {
    const opened = new Set(world.app.api.routeTable.map(({ scope }) => scope));
    assert.deepEqual(
      scopeCatalog.filter(({ name }) => !opened.has(name)),
      [],
    );
  });
});
