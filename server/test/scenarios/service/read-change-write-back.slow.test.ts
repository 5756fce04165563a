import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { attach } from "../../kit/operations/attachment-fixtures.ts";
import { type ContractOperation, operationsOf, readContract } from "../../kit/operations/contract-operations.ts";
import { type Everything, type Given, memberOf, openEverything } from "../../kit/operations/everything.ts";
import { fixtures } from "../../kit/operations/fixtures.ts";
import { servedApi } from "../../kit/service/contract-document.ts";
import { inject } from "../../kit/service/full-app.ts";
import { browse } from "../../kit/worlds/people.ts";

type Json = Readonly<Record<string, unknown>>;

/** Routes whose path is that of one thing, but that do not update a resource, and why. */
const notUpdates: Readonly<Record<string, string>> = {
  completeInvite: "the payee answers an invite",
  verifyDeposits: "the payee enters the amounts of two deposits",
  readNotification: "marks it as read, without a body",
  setApproverLimit: "adds to a list, or changes an entry, without its path",
  chooseNotificationPreference: "changes an entry of a list, without its path",
  changeOwnName: "names are part of the session, which is read in another form",
  setSessionChatChannel: "replaces a channel, whose URL is never shown",
  setOrganizationChatChannel: "replaces a channel, whose URL is never shown",
  changeTokenLimits: "limits are read with the list of tokens, with what is left of them",
  renamePasskey: "a name is all that can be changed, and the list is read in another form",
};

/** They add a resource to the list that GET reads. Its items have their own paths. */
const additions = [
  "addBankConnection",
  "addPasskey",
  "commentOnRequest",
  "commentOnTransaction",
  "createApprovalBatch",
  "createCategory",
  "createCategoryRule",
  "createCustomer",
  "createInvoice",
  "createRecipient",
  "createRecipientInvite",
  "createRecurringPayment",
  "createSavedView",
  "createStatement",
  "createToken",
  "createTransaction",
  "createWebhook",
  "inviteUser",
  "openAccount",
  "requestPaymentUndo",
  "requestTransferMoney",
  "uploadInvoiceAttachment",
  "uploadRecipientAttachment",
  "uploadRequestAttachment",
  "uploadTransactionAttachment",
  "uploadTreasuryStatement",
];

/** They act on what GET reads, and why they do not update it. */
const actions: Readonly<Record<string, string>> = {
  completeInvite: "the payee answers an invite, once",
  connectAgent: "allows what GET shows",
  verifyDeposits: "the payee enters the amounts of two deposits, once",
  startAccountValidation: "begins what GET then shows",
  chooseNotificationPreference: "sets one entry of a list by its name",
  setApproverLimit: "sets one entry of a list by its user and account",
  savePaymentFileDraft: "saves the file of the caller, from another form",
  setSessionChatChannel: "replaces the only one, in another form",
  setOrganizationChatChannel: "replaces the only one, in another form",
  signIn: "begins a session, which GET then shows",
  setUp: "works once, for a database without organizations",
};

/** Lists of resources that are not read one by one. */
const lists: Readonly<Record<string, { readonly list: string; readonly items: string; readonly id: string }>> = {
  "/categories/{categoryId}": { list: "/categories", items: "categories", id: "categoryId" },
  "/categories/{categoryId}/edit": { list: "/categories", items: "categories", id: "categoryId" },
  "/category-rules/{ruleId}": { list: "/category-rules", items: "rules", id: "ruleId" },
  "/saved-views/{viewId}": { list: "/saved-views", items: "views", id: "viewId" },
};

/**
 * Decision P5: the body of an update may be a copy of the resource. Every operation that updates one is found in the API
 * documents: a new one must accept a copy, or say here why it is none.
 */
describe("read, change a member, write back", () => {
  let all: Everything;
  let operations: readonly ContractOperation[];
  before(async () => {
    all = await openEverything();
    operations = operationsOf(readContract(await servedApi(all.world.app)));
  });
  after(() => all.close());

  const isUpdate = ({ operationId, method, path, body, responses }: ContractOperation): boolean => {
    if (body === undefined || operationId in notUpdates) return false;
    if (method === "PATCH" || method === "PUT") return true;
    const reads = operations.find((operation) => operation.method === "GET" && operation.path === path);
    const shown = (answers: ContractOperation["responses"]) => JSON.stringify(answers["200"]);
    // Of one thing, or of the only thing that its path reads.
    const isSingle = reads !== undefined && shown(reads.responses) === shown(responses);
    return method === "POST" && (path.endsWith("}") || path in lists || isSingle);
  };
  const updates = () => operations.filter(isUpdate);

  /** A resource to update, and how to read and to write it. */
  async function resourceOf(operation: ContractOperation) {
    const { operationId, method, audience } = operation;
    const given: Given = { ...all.ids, ...(await fixtures[operationId]?.(all)) };
    const cookie = given["cookie"] ?? (await all.session());
    const fill = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
    async function send(verb: "GET" | ContractOperation["method"], url: string, body?: Json) {
      const caller =
        audience === "people"
          ? { cookie, "sec-fetch-site": "same-origin" }
          : { authorization: `Bearer ${all.organization.token}` };
      const answer = await all.world.app.api.inject({
        method: verb,
        url,
        remoteAddress: "127.0.0.1",
        headers: { ...caller, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() };
    }
    const listed = lists[operation.path];
    return {
      given,
      async read(): Promise<Json> {
        const { status, body, text } = await send("GET", fill(listed?.list ?? operation.path));
        assert.equal(status, 200, text);
        const items: readonly Json[] = listed === undefined ? [body] : body[listed.items];
        return items.find((item) => listed === undefined || item["id"] === given[listed.id]) ?? assert.fail(text);
      },
      write: (body: Json) => send(method, fill(operation.path), body),
    };
  }

  const writableOf = ({ body }: ContractOperation) => new Set(Object.keys(body?.schema.properties ?? {}));
  const readOnlyOf = (operation: ContractOperation, read: Json) =>
    Object.keys(read).filter((name) => !writableOf(operation).has(name));

  test("works for every resource that can be updated", async () => {
    const names = updates().map(({ operationId }) => operationId);
    for (const name of ["updateRecipient", "updateCustomer", "updateInvoice", "updateWebhook", "editCategory"])
      assert.ok(names.includes(name), name);
    assert.ok(names.length > 15, names.join());
    for (const operation of updates()) {
      const { operationId } = operation;
      const { given, read, write } = await resourceOf(operation);
      const first = await read();
      const unchanged = await write(first);
      assert.ok(unchanged.status < 300, `${operationId}, a copy: ${unchanged.status} ${unchanged.text}`);
      const before = await read();
      const example = Object.entries(operation.body?.examples[0] ?? {}).filter(
        ([name]) => !["idempotencyKey", "version", "resendOpenInvoices", "checkInfo"].includes(name),
      );
      const change = Object.fromEntries(example.map(([name, value]) => [name, memberOf(given, name, value)]));
      const changed = await write({ ...before, ...change });
      assert.ok(changed.status < 300, `${operationId}, a changed copy: ${changed.status} ${changed.text}`);
      const after = await read();
      // Waits for a second person instead.
      if (changed.status === 202) continue;
      for (const [name, value] of Object.entries(after).filter(([name]) => !(name in change)))
        if (writableOf(operation).has(name) && !["version", "email", "emails"].includes(name))
          assert.deepEqual(value, before[name], `${operationId} changed ${name}`);
    }
  });

  test("a copy for an invalid id is refused before anything is read", async () => {
    const byToken = updates().filter(({ path, audience }) => path.includes("{") && audience === "tokens");
    assert.ok(byToken.length > 5);
    for (const operation of byToken) {
      const { operationId, method, path } = operation;
      const copy = await (await resourceOf(operation)).read();
      const url = path.replaceAll(/\{\w+\}/g, "x");
      const { status, body } = await inject(all.world.app, all.organization.token, { method, url, body: copy });
      assert.deepEqual([status, body.errors.errorCode], [400, "invalidRequest"], operationId);
      const [field] = body.errors.fields;
      assert.ok(path.includes(`{${field.path}}`), `${operationId} names ${field.path}`);
    }
  });

  test("names each read-only member that differs, and changes nothing", async () => {
    for (const operation of updates()) {
      const { read, write } = await resourceOf(operation);
      const before = await read();
      for (const name of readOnlyOf(operation, before)) {
        for (const wrong of ["something else", null, [1], { url: "x" }]) {
          if (JSON.stringify(wrong) === JSON.stringify(before[name])) continue;
          const { status, text, body } = await write({ ...before, [name]: wrong });
          assert.equal(status, 400, `${operation.operationId} with ${name}: ${text}`);
          assert.deepEqual(
            body.errors.fields.map(({ path }: { path: string }) => path),
            [name],
            operation.operationId,
          );
        }
      }
      const twice = await write({ ...before, surprise: 1 });
      assert.equal(twice.body.errors?.fields[0].path, "surprise", `${operation.operationId} ${twice.text}`);
      assert.deepEqual(await read(), before, operation.operationId);
    }
  });

  test("a repeat with its key gets the first response, although the resource has changed since", async () => {
    const keyed = updates().filter((operation) => writableOf(operation).has("idempotencyKey"));
    assert.ok(keyed.length > 8);
    for (const operation of keyed) {
      const { operationId } = operation;
      const { given, read, write } = await resourceOf(operation);
      const [name, value] =
        Object.entries(operation.body?.examples[0] ?? {}).find(
          ([member]) => member !== "version" && member !== "accountId",
        ) ?? assert.fail(operationId);
      const idempotencyKey = `copy ${operationId}`;
      const copy: Json & { readonly id?: unknown } = {
        ...(await read()),
        [name]: memberOf(given, name, value),
        idempotencyKey,
      };
      const first = await write(copy);
      assert.ok(first.status < 300, `${operationId}: ${first.text}`);
      const again = await write(copy);
      assert.equal(again.headers["idempotent-replayed"], "true", `${operationId}: ${again.text}`);
      assert.equal(again.text, first.text, operationId);
      const { id: _, ...other } = copy;
      const reused = await write(other);
      assert.equal(reused.body.errors?.errorCode, "idempotencyKeyReused", `${operationId}: ${reused.text}`);
    }
  });

  test("a recipient with everything is written back: an old address, international details, and files with new links", async () => {
    const address = {
      address1: "12 Foundry Row",
      city: "Portland",
      postalCode: "97209",
    };
    const where = { ...address, region: "OR", country: "US" };
    const details = { accountNumber: "123456789012", routingNumber: "021000021" };
    const { id } = await all.call({
      url: "/recipients",
      body: {
        name: "Blue Ridge Supplies LLC",
        emails: ["billing@blueridge.example", "ap@blueridge.example"],
        electronicRoutingInfo: { ...details, electronicAccountType: "businessChecking" },
        domesticWireRoutingInfo: { ...details, address: where },
        checkInfo: { address: where },
        address,
      },
    });
    const url = `/recipient/${id}`;
    const abroad = { iban: "DE89370400440532013000", swiftCode: "COBADEFFXXX", bankName: "Commerzbank" };
    const set = await browse(all.world.app, {
      url: `${url}/international-details`,
      body: abroad,
      cookie: await all.session(),
    });
    assert.ok(set.status < 300, set.text);
    await attach(all, `recipient/${id}`);
    // Links contain the time.
    const before = await all.call({ url });
    all.world.clock.set(plusMs(all.world.clock.now(), MINUTE_MS));
    const masked = await all.organization.newToken({ kind: "custom", scopes: ["editRecipients"] });
    const copies = [
      [all.organization.token, before],
      // This token reads account numbers without their first digits, in the response to an update.
      [masked, (await inject(all.world.app, masked, { url, body: {} })).body],
    ] as const;
    for (const [token, copy] of copies) {
      const changed = await inject(all.world.app, token, { url, body: { ...copy, nickname: "Blue Ridge" } });
      assert.deepEqual([changed.status, changed.body.nickname], [200, "Blue Ridge"], changed.text);
      const withLinks = ({ attachments, ...rest }: Json) => ({ ...rest, attachments: Object(attachments).length });
      assert.deepEqual(withLinks(await all.call({ url })), withLinks({ ...before, nickname: "Blue Ridge" }));
    }
  });

  test("a POST where GET reads has a PATCH, or adds to a list, or acts on what it reads", () => {
    const has = (method: string, path: string) =>
      operations.some((operation) => operation.method === method && operation.path === path);
    const without = operations.filter(
      ({ method, path }) => method === "POST" && has("GET", path) && !has("PATCH", path),
    );
    assert.deepEqual(
      without.map(({ operationId }) => operationId).toSorted(),
      [...additions, ...Object.keys(actions)].toSorted(),
    );
  });

  test("PATCH works wherever POST updates, and keeps what is omitted", async () => {
    const posts = updates().filter(({ method }) => method === "POST");
    for (const post of posts) {
      // The path of an earlier version of this API family.
      if (post.path.endsWith("/edit")) continue;
      const patch = operations.find(({ method, path }) => method === "PATCH" && path === post.path);
      assert.ok(patch, `PATCH ${post.path}`);
      const { read, write } = await resourceOf(patch);
      const before = await read();
      const needed = "version" in before ? { version: before["version"] } : {};
      const { status, text } = await write(needed);
      assert.equal(status, 200, `${patch.operationId} ${text}`);
      const after = await read();
      for (const name of writableOf(patch))
        if (name !== "version") assert.deepEqual(after[name], before[name], `${patch.operationId} ${name}`);
    }
  });
});
