import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ContractOperation, operationsOf, readContract } from "../../kit/operations/contract-operations.ts";
import { type Everything, type Given, memberOf, openEverything } from "../../kit/operations/everything.ts";
import { fixtures } from "../../kit/operations/fixtures.ts";
import { servedApi } from "../../kit/service/contract-document.ts";

type Json = Readonly<Record<string, unknown>>;

/** Routes whose path is that of one thing, but that do not update a resource, and why. */
const notUpdates: Readonly<Record<string, string>> = {
  completeInvite: "the payee answers an invite",
  readNotification: "marks it as read, without a body",
  renamePasskey: "a passkey has one member to change",
};

/** Lists of resources that are not read one by one. */
const lists: Readonly<Record<string, { readonly list: string; readonly items: string; readonly id: string }>> = {
  "/categories/{categoryId}": { list: "/categories", items: "categories", id: "categoryId" },
  "/categories/{categoryId}/edit": { list: "/categories", items: "categories", id: "categoryId" },
  "/category-rules/{ruleId}": { list: "/category-rules", items: "rules", id: "ruleId" },
  "/saved-views/{viewId}": { list: "/saved-views", items: "views", id: "viewId" },
};

/** Read-only members whose value another resource or a person decides, so that a copy with a key can be repeated. */
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
    const reads = operations.find((one) => one.method === "GET" && one.path === path);
    const shown = (one: ContractOperation["responses"]) => JSON.stringify(one["200"]);
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
    async function send(wanted: "GET" | ContractOperation["method"], url: string, body?: Json) {
      const caller =
        audience === "people"
          ? { cookie, "sec-fetch-site": "same-origin" }
          : { authorization: `Bearer ${all.organization.token}` };
      const answer = await all.world.app.api.inject({
        method: wanted,
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
      assert.ok(readOnlyOf(operation, first).length > 0, operationId);
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
        Object.entries(operation.body?.examples[0] ?? {}).find(([one]) => one !== "version" && one !== "accountId") ??
        assert.fail(operationId);
      const idempotencyKey = `copy ${operationId}`;
      const copy = { ...(await read()), [name]: memberOf(given, name, value), idempotencyKey };
      const first = await write(copy);
      assert.ok(first.status < 300, `${operationId}: ${first.text}`);
      const again = await write(copy);
      assert.equal(again.headers["idempotent-replayed"], "true", `${operationId}: ${again.text}`);
      assert.equal(again.text, first.text, operationId);
      const other = await write({ ...copy, [name]: "something else" });
      assert.equal(other.body.errors?.errorCode, "idempotencyKeyReused", `${operationId}: ${other.text}`);
    }
  });

  test("PATCH works wherever a token's POST updates, and keeps what is omitted", async () => {
    const posts = updates().filter(({ method, audience }) => method === "POST" && audience === "tokens");
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
