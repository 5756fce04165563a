import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { scopeCatalog } from "#records/identity/scopes.ts";
import { inTurns, long } from "../../kit/faults/random.ts";
import { pdf } from "../../kit/files/sample-files.ts";
import {
  answerChecker,
  type ContractOperation,
  operationsOf,
  readContract,
} from "../../kit/operations/contract-operations.ts";
import { type Everything, type Given, memberOf, openEverything } from "../../kit/operations/everything.ts";
import { calledElsewhere, fixtures, listQueries, newItems } from "../../kit/operations/fixtures.ts";
import { invalidRequests } from "../../kit/operations/invalid-requests.ts";
import { assertNumbers, assertOffsets, assertPages } from "../../kit/operations/list-pages.ts";
import { servedApi } from "../../kit/service/contract-document.ts";
import { formOf } from "../../kit/service/upload.ts";

/**
 * Law 36: every operation of the OpenAPI documents, called as documented, answers as documented: with valid and invalid
 * requests, with each kind of token, at both prefixes. An operation that cannot be called without a fixture fails.
 */
const writeScopes = new Set<string | undefined>(
  scopeCatalog.filter(({ kind }) => kind === "write").map(({ name }) => name),
);
const PREFIXES = ["", "/api/v1"] as const;

interface Call {
  readonly path: string;
  readonly query?: string | undefined;
  readonly body: unknown;
  readonly key?: string;
}
type Caller = { readonly token: string } | { readonly cookie: string };

describe("every operation", () => {
  let all: Everything;
  let operations: readonly ContractOperation[];
  let check: ReturnType<typeof answerChecker>;
  let readOnly: string;
  const custom = new Map<string, string>();
  before(async () => {
    all = await openEverything();
    const contract = readContract(await servedApi(all.world.app));
    operations = operationsOf(contract);
    check = answerChecker(contract);
    readOnly = await all.organization.newToken({ kind: "readOnly" });
  });
  after(() => all.close());

  /** A token with exactly the operation's scope. */
  async function customToken({ "x-required-scope": scope = "fetchOrganization" }: ContractOperation): Promise<string> {
    const token = custom.get(scope) ?? (await all.organization.newToken({ kind: "custom", scopes: [scope as never] }));
    custom.set(scope, token);
    return token;
  }

  const isUpload = ({ requestBody }: ContractOperation) => "multipart/form-data" in (requestBody?.content ?? {});

  /** What an upload needs in addition to the file. */
  const fieldsOf = ({ requestBody }: ContractOperation) =>
    (requestBody?.content["multipart/form-data"]?.schema?.required ?? []).filter((name) => name !== "file");

  /** A small file, in the form of an upload. */
  const payloadOf = (operation: ContractOperation, body: unknown) => {
    if (isUpload(operation)) return formOf(pdf(), "invoice.pdf", Object(body));
    if (body === undefined) return { headers: {} };
    return {
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    };
  };

  async function send(operation: ContractOperation, caller: Caller, { path, query, body, key }: Call) {
    const { method } = operation;
    const { headers, body: payload } = payloadOf(operation, body);
    const answer = await all.world.app.api.inject({
      method,
      url: query === undefined ? path : `${path}?${query}`,
      remoteAddress: "127.0.0.1",
      headers: {
        ...("token" in caller
          ? { authorization: `Bearer ${caller.token}` }
          : { cookie: caller.cookie, "sec-fetch-site": "same-origin" }),
        ...headers,
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson && answer.body !== "" ? answer.json() : undefined,
    };
  }

  /** Advances of the clock continue until it is at its target: what happens on the way can take several calls. */
  async function sendUntilThere(operation: ContractOperation, caller: Caller, call: Call) {
    let answer = await send(operation, caller, call);
    for (let at = ""; answer.body?.errors?.errorCode === "clockOnItsWay"; ) {
      check(operation, answer);
      const { now, to } = answer.body.errors;
      assert.ok(now > at, `the clock stays at ${now}`);
      at = now;
      answer = await send(operation, caller, { ...call, body: { to } });
    }
    return answer;
  }

  /** The operation's path and documented example, with values by the names of parameters and members. */
  function filledIn(operation: ContractOperation, given: Given, example = operation.body?.examples[0]) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
    const members = Object.entries(example ?? {}).filter(([name]) => name !== "idempotencyKey");
    const body = example && Object.fromEntries(members.map(([name, value]) => [name, memberOf(given, name, value)]));
    if (isUpload(operation))
      return { path, body: Object.fromEntries(fieldsOf(operation).map((name) => [name, given[name] ?? ""])) };
    const isOptional = operation.requestBody?.required === false;
    return { path, body: body ?? (operation.body === undefined || isOptional ? undefined : {}) };
  }

  /** A call that succeeds. */
  async function validCall(operation: ContractOperation, example?: Readonly<Record<string, unknown>>) {
    const given: Given = { ...all.ids, ...(await fixtures[operation.operationId]?.(all)) };
    for (const { name } of operation.parameters.filter((parameter) => parameter.in === "path"))
      assert.ok(given[name], `${operation.operationId} needs {${name}}: add a fixture in server/test/kit/operations`);
    return { ...filledIn(operation, given, example), cookie: given["cookie"] ?? (await all.session()) };
  }

  /** A call that is refused before the service looks for what it names, so that nothing has to be prepared. */
  async function refusedCall(operation: ContractOperation) {
    const unknown = Object.fromEntries(operation.parameters.map(({ name }) => [name, all.organization.accountId]));
    return { ...filledIn(operation, { ...unknown, ...all.ids }), cookie: await all.session() };
  }

  /** The callers of the first and of the second request. */
  async function callersOf(operation: ContractOperation, cookie: string): Promise<readonly Caller[]> {
    if (operation.audience !== "tokens") return [{ cookie }, { cookie }];
    return [{ token: await customToken(operation) }, { token: all.organization.token }];
  }

  const takesKey = ({ parameters }: ContractOperation) => parameters.some(({ name }) => name === "Idempotency-Key");
  const isRead = ({ method }: ContractOperation) => method === "GET";
  const callable = () => operations.filter(({ operationId }) => !(operationId in calledElsewhere));

  test("with a read-only token, answers reads and refuses everything else", async () => {
    const some = inTurns("law 36, which operations", 3);
    for (const operation of some(callable(), 0).filter(({ audience }) => audience !== "everyone")) {
      const scope = operation["x-required-scope"];
      const mayRead =
        operation.audience === "tokens" && (scope === undefined ? isRead(operation) : !writeScopes.has(scope));
      const call = await (mayRead ? validCall(operation) : refusedCall(operation));
      const answer = await send(operation, { token: readOnly }, call);
      check(operation, answer);
      assert.equal(answer.status < 300, mayRead, `${operation.operationId} → ${answer.status} ${answer.text}`);
      if (!mayRead) assert.equal(answer.status, 403, operation.operationId);
    }
  });

  test("refuses invalid requests at both prefixes, naming the field", async () => {
    let refused = 0;
    const some = inTurns("law 36, which operations get invalid requests", 2);
    // Forms of uploads are refused by law 32.
    for (const operation of some(operations, 0).filter((candidate) => !isUpload(candidate))) {
      const { cookie, ...valid } = await refusedCall(operation);
      const [, caller = assert.fail()] = await callersOf(operation, cookie);
      for (const invalid of invalidRequests(operation, valid, long)) {
        const prefix = PREFIXES[refused % 2] ?? "";
        const answer = await send(operation, caller, { ...invalid, path: prefix + invalid.path });
        const where = `${operation.operationId} with ${invalid.name}: ${answer.text.slice(0, 300)}`;
        assert.equal(answer.status, 400, where);
        check(operation, answer);
        if (invalid.names !== undefined) {
          const named = answer.body.errors.fields.map((field: { path: string }) => field.path);
          assert.ok(
            named.some((path: string) => path.startsWith(invalid.names ?? "")),
            where,
          );
        }
        refused += 1;
      }
    }
    assert.ok(refused > (long ? 300 : 150), `${refused} requests`);
  });

  test("ignores empty query parameters of reads", async () => {
    for (const operation of callable().filter(isRead)) {
      const names = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
      if (names.length === 0) continue;
      const { cookie, ...call } = await validCall(operation);
      const [, caller = assert.fail()] = await callersOf(operation, cookie);
      const [without, empty] = [undefined, names.map((name) => `${name}=`).join("&")];
      const texts = [];
      for (const query of [without, empty]) texts.push((await send(operation, caller, { ...call, query })).text);
      assert.equal(texts[1], texts[0], `${operation.operationId}?${empty}`);
    }
  });

  /** The list of an operation, and how to add to it. */
  async function listOf(operation: ContractOperation) {
    const { operationId } = operation;
    const { cookie, path } = await validCall(operation);
    const [, caller = assert.fail()] = await callersOf(operation, cookie);
    const add = newItems[operationId];
    assert.ok(add, `${operationId} is a list: say in server/test/kit/operations how to add an item`);
    const read = async (paging: string) => {
      const query = [listQueries[operationId], paging].filter(Boolean).join("&");
      const answer = await send(operation, caller, { path, query, body: undefined });
      assert.equal(answer.status, 200, `${operationId}?${query} → ${answer.text}`);
      check(operation, answer);
      return answer.body;
    };
    return { read, add: () => add(all) };
  }
  const listsBy = (parameter: string) =>
    callable().filter(({ parameters }) => parameters.some(({ name }) => name === parameter));

  for (const order of ["asc", "desc"] as const)
    test(`pages of every list, ${order}, contain each item once, in order, while items are added`, async () => {
      const lists = listsBy("start_after");
      assert.ok(lists.length > 10);
      for (const [index, operation] of lists.entries()) {
        // Half of the lists in each order; all of them in both with --long.
        if (!long && (index % 2 === 0) !== (order === "asc")) continue;
        const { read, add } = await listOf(operation);
        const cursors = new Set(operation.parameters.map(({ name }) => name));
        await assertPages(operation.operationId, {
          read: (paging) => read(`order=${order}&${paging}`),
          add,
          cursors,
        });
      }
    });

  test("pages by offset and by number, in both orders, miss no item while items are added", async () => {
    const [byOffset, byNumber] = [listsBy("offset"), listsBy("cursor")];
    assert.ok(byOffset.length > 0 && byNumber.length > 0);
    for (const operation of byOffset) await assertOffsets(operation.operationId, await listOf(operation));
    for (const operation of byNumber) await assertNumbers(operation.operationId, await listOf(operation));
  });

  // Last, because the routes of the sandbox move the clock.
  test("answers valid requests at both prefixes, with every kind of token that may call it", async () => {
    const some = inTurns("law 36, which operations are called", 2);
    for (const [at, operation] of some(callable(), 0).entries()) {
      const { operationId } = operation;
      const first = await validCall(operation);
      const idempotencyKey = `law 36 ${operationId}`;
      for (const [index, prefix] of PREFIXES.entries()) {
        // Both prefixes reach the same route, so one of the two is enough where a second call has to be prepared.
        if (!long && !takesKey(operation) && !isRead(operation) && index !== at % PREFIXES.length) continue;
        // With a key, the second call repeats the first one, with the key in the header instead of the body.
        const isFirst = index === 0 || !long;
        const call = isFirst || takesKey(operation) || isRead(operation) ? first : await validCall(operation);
        const caller = (await callersOf(operation, call.cookie))[index] ?? assert.fail();
        const keyed = !takesKey(operation)
          ? {}
          : index === 0
            ? { body: { ...Object(call.body), idempotencyKey } }
            : { key: idempotencyKey };
        const answer = await sendUntilThere(operation, caller, { ...call, ...keyed, path: prefix + call.path });
        assert.ok(answer.status < 300, `${operationId} ${call.path} → ${answer.status} ${answer.text.slice(0, 400)}`);
        check(operation, answer);
        if (takesKey(operation))
          assert.equal(answer.headers["idempotent-replayed"], index === 0 ? undefined : "true", operationId);
      }
    }
  });

  test("accepts every other documented example", async () => {
    const some = inTurns("law 36, which examples are tried", 3);
    for (const operation of some(callable(), 0))
      for (const example of operation.body?.examples.slice(1) ?? []) {
        const call = await validCall(operation, example);
        const [caller] = await callersOf(operation, call.cookie);
        const answer = await sendUntilThere(operation, caller ?? assert.fail(), call);
        assert.ok(answer.status < 300, `${operation.operationId} ${JSON.stringify(example)} → ${answer.text}`);
        check(operation, answer);
      }
  });
});
