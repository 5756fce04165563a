import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createClient, type List } from "@bursar/sdk";
import { methodNames } from "@bursar/sdk/method-names";
import { pdf } from "../../kit/files/sample-files.ts";
import { type ContractOperation, operationsOf, readContract } from "../../kit/operations/contract-operations.ts";
import { type Everything, type Given, memberOf, openEverything } from "../../kit/operations/everything.ts";
import { calledElsewhere, fixtures, listQueries, newItems } from "../../kit/operations/fixtures.ts";

/** Every method of the client library, called with the document's example, as law 36 calls every operation. */
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../api/openapi.json"), "utf8"));
const names = methodNames(document);
const operations = operationsOf(readContract(document)).filter(({ operationId }) => !(operationId in calledElsewhere));

type Method = (...values: readonly unknown[]) => List<unknown, unknown> | Promise<unknown>;
type Page = Readonly<Record<string, unknown>>;

describe("every method of the client library", () => {
  let all: Everything;
  let methods: Readonly<Record<string, Readonly<Record<string, Method>>>>;
  before(async () => {
    all = await openEverything();
    const baseUrl = await all.world.app.api.listen({ host: "127.0.0.1", port: 0 });
    const bursar: unknown = createClient({ baseUrl, token: all.organization.token, retryDelayMs: 10 });
    methods = bursar as typeof methods;
  });
  after(() => all.close());

  async function argumentsOf(operation: ContractOperation): Promise<readonly unknown[]> {
    const { operationId, path, parameters, requestBody, body } = operation;
    const given: Given = { ...all.ids, ...(await fixtures[operationId]?.(all)) };
    const values = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => given[name] ?? "");
    if (parameters.some((parameter) => parameter.in === "query")) return values;
    const form = requestBody?.content["multipart/form-data"]?.schema;
    if (form !== undefined) {
      const others = (form.required ?? []).filter((name) => name !== "file").map((name) => [name, given[name]]);
      const file = new File([new Uint8Array(pdf())], "invoice.pdf", { type: "application/pdf" });
      return [...values, { ...Object.fromEntries(others), file }];
    }
    const members = Object.entries(body?.examples[0] ?? {}).filter(([name]) => name !== "idempotencyKey");
    const filled = Object.fromEntries(members.map(([name, value]) => [name, memberOf(given, name, value)]));
    // A body without members, or one that may be left out, has no argument or an optional one.
    return requestBody === undefined || members.length === 0 ? values : [...values, filled];
  }

  const methodOf = ({ operationId }: ContractOperation): Method => {
    const { resource = "", method = "" } = names.get(operationId) ?? {};
    return methods[resource]?.[method] ?? assert.fail(`no method for ${operationId}`);
  };

  test("returns what the service answers, in the form of its type", async () => {
    const seen = { object: 0, text: 0, file: 0, nothing: 0 };
    for (const operation of operations) {
      const call = methodOf(operation);
      let result: unknown;
      try {
        result = await call(...(await argumentsOf(operation)));
      } catch (error) {
        // Advancing the clock takes several calls; the first is answered so.
        if (Object(error).errorCode === "clockOnItsWay") continue;
        assert.fail(`${operation.operationId}: ${String(error)}`);
      }
      if (result === undefined) seen.nothing += 1;
      else if (result instanceof Blob) {
        assert.ok(result.size > 0, operation.operationId);
        seen.file += 1;
      } else if (typeof result === "string") {
        assert.ok(result.length > 0, operation.operationId);
        seen.text += 1;
      } else {
        assert.equal(typeof result, "object", operation.operationId);
        seen.object += 1;
      }
      const contents = Object.keys(
        Object(Object.entries(operation.responses).find(([status]) => /^20/.test(status))?.[1]).content ?? {},
      );
      if (contents[0] === "application/json") assert.equal(typeof result, "object", operation.operationId);
    }
    assert.ok(seen.object > 100 && seen.text > 5 && seen.file > 5 && seen.nothing > 5, JSON.stringify(seen));
  });

  test("iterates every list in both directions", async () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === "end_before"));
    assert.ok(lists.length > 20);
    for (const operation of lists) {
      const add = newItems[operation.operationId];
      for (let item = 0; item < 3; item += 1) await add?.(all);
      const values = await argumentsOf(operation);
      const call = methodOf(operation);
      const query = { ...Object.fromEntries(new URLSearchParams(listQueries[operation.operationId])), order: "asc" };
      const page = Object((await call(...values, query)) as Page);
      const [items = assert.fail(operation.operationId)] = Object.values(page).filter((member) =>
        Array.isArray(member),
      );
      const forward = await idsOf(call(...values, { ...query, limit: 2 }));
      assert.deepEqual(forward, items.map(idOf), operation.operationId);
      assert.ok(forward.length > 1, `${operation.operationId} has ${forward.length} items`);
      const backward = await idsOf(call(...values, { ...query, limit: 2, end_before: forward.at(-1) }));
      assert.deepEqual(backward, forward.slice(0, -1).toReversed(), operation.operationId);
    }
  });
});

/** The cursor of an item. */
const idOf = (item: unknown): string => {
  const { id, requestId, userId } = Object(item) as Readonly<Record<string, string>>;
  return id ?? requestId ?? userId ?? assert.fail(`no ID in ${JSON.stringify(item)}`);
};

async function idsOf(list: ReturnType<Method>): Promise<readonly string[]> {
  const ids: string[] = [];
  // Operations that return pages are lists.
  for await (const item of list as List<unknown, unknown>) ids.push(idOf(item));
  return ids;
}
