import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import {
  AbortError,
  ApiError,
  AuthenticationError,
  answerInfo,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RequestInfo,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@bursar/sdk";
import { openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { openSdkWorld } from "../../kit/sdk/sdk-world.ts";
import { freePort } from "../../kit/service/free-port.ts";

/** The TypeScript client against the service: packages/sdk. */
const { organization, url, port, client } = await openSdkWorld();
const { accountId, recipientId } = organization;
const bursar = client();
const payment = { recipientId, amount: 12.34, paymentMethod: "ach" } as const;
const unknownId = "01970000-0000-7000-8000-00000000ffff";

/** The error that a call ends with. */
async function errorOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  return assert.fail("it did not fail");
}

/** A server that answers each request as the next of these; the last one answers the rest. */
async function openStub(t: TestContext, ...answers: readonly RequestListener[]) {
  const requests: { readonly key: string | undefined; readonly requestId: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const header = (name: string) => request.headersDistinct[name]?.[0];
    requests.push({ key: header("idempotency-key"), requestId: header("x-request-id") });
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port always has an address.
  const { port: own } = server.address() as AddressInfo;
  return { requests, client: client({ baseUrl: `http://127.0.0.1:${own}` }) };
}

const answer =
  (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const hangUp: RequestListener = (request) => void request.socket.resetAndDestroy();
const stayTheSame: RequestListener = () => undefined;

describe("a client of the service", () => {
  it("pays a recipient, and finds the payment again", async () => {
    const paid = await bursar.payments.createTransaction(accountId, { ...payment, externalMemo: "Invoice 42" });
    assert.deepEqual([paid.amount, paid.status, paid.counterpartyId], [-12.34, "pending", recipientId]);
    assert.equal((await bursar.transactions.get(paid.id)).externalMemo, "Invoice 42");
    assert.equal((await bursar.transactions.update(paid.id, { note: "Checked" })).note, "Checked");
    assert.match(answerInfo(paid)?.requestId ?? "", /^[0-9a-f]{32}$/);
    assert.equal(answerInfo(paid)?.isReplay, false);
  });

  it("takes the base URL with and without the API's prefix", async () => {
    for (const baseUrl of [url, `${url}/`, `${url}/api/v1`, `${url}/api/v1/`])
      assert.equal((await client({ baseUrl }).token.get()).kind, "readWrite");
  });

  it("does not send a token over a network in plain text unless it is allowed to", () => {
    for (const baseUrl of ["http://bursar.example.com", "ftp://127.0.0.1", "bursar.example.com"])
      assert.throws(() => client({ baseUrl }), TypeError);
    client({ baseUrl: "http://bursar.internal", allowHttp: true });
    client({ baseUrl: "https://bursar.example.com" });
  });

  it("does not follow a redirect with the token", async (t) => {
    const target = await openStub(t, answer(200, { accounts: [], page: {} }));
    const stub = await openStub(t, answer(307, {}, { location: `${url}/api/v1/accounts` }));
    const error = await errorOf(stub.client.accounts.list());
    assert.ok(error instanceof ConnectionError);
    assert.match(error.message, /redirects to another address/);
    assert.deepEqual([stub.requests.length, target.requests.length], [1, 0]);
  });

  it("refuses an ID that would lead to another route", async () => {
    for (const id of ["", ".", ".."]) await assert.rejects(bursar.recipients.delete(id), TypeError);
    await assert.rejects(bursar.recipients.get("../accounts"), ValidationError);
  });

  it("uploads and downloads a file, and reads texts", async () => {
    const paid = await bursar.payments.createTransaction(accountId, { ...payment, amount: 1.01 });
    const file = new File(["Invoice 7\n"], "invoice.txt", { type: "text/plain" });
    const uploaded = await bursar.transactions.uploadAttachment(paid.id, { file, attachmentType: "bill" });
    const link = new URL(uploaded.url).pathname.split("/").at(-1) ?? "";
    assert.equal(await (await bursar.attachments.download(link)).text(), "Invoice 7\n");
    assert.match(await bursar.transactions.export({ status: ["pending"] }), /^\W*"?\w+/);
    await bursar.transactions.deleteAttachment(paid.id, uploaded.attachmentId);
    assert.deepEqual((await bursar.transactions.listAttachments(paid.id)).attachments, []);
  });
});

describe("a list", () => {
  it("is iterated in both directions, whatever the size of its pages", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Listed ${index}`);
    for (const name of names) await bursar.recipients.create({ name, emails: [] });
    const namesOf = async (query: Parameters<typeof bursar.recipients.list>[0]) => {
      const found: string[] = [];
      for await (const { name } of bursar.recipients.list({ search: "Listed", ...query })) found.push(name);
      return found;
    };
    for (const limit of [1, 3, 7, 1_000]) assert.deepEqual(await namesOf({ limit }), names);
    assert.deepEqual(await namesOf({ limit: 2, order: "desc" }), names.toReversed());
    const { recipients } = await bursar.recipients.list({ search: "Listed" });
    const [last, third] = [recipients.at(-1)?.id ?? "", recipients[3]?.id ?? ""];
    assert.deepEqual(await namesOf({ limit: 2, end_before: last }), names.slice(0, -1).toReversed(), "backward");
    assert.deepEqual(await namesOf({ limit: 2, start_after: third }), names.slice(4));
  });

  it("has one page for each request, and can be left early", async () => {
    const seen: string[] = [];
    const counting = client({ onRequest: ({ url: requested }) => void seen.push(requested) });
    for await (const page of counting.recipients.list({ search: "Listed", limit: 5 }).pages())
      assert.ok(page.recipients.length <= 5);
    assert.equal(seen.length, 2);
    for await (const { id } of counting.recipients.list({ search: "Listed", limit: 1 })) if (id !== "") break;
    assert.equal(seen.length, 3);
  });

  it("ends instead of reading one page without end", async (t) => {
    const stub = await openStub(t, answer(200, { accounts: [{ id: "a" }], page: { nextPage: "a" } }));
    const read = async () => {
      for await (const account of stub.client.accounts.list()) assert.equal(account.id, "a");
    };
    await assert.rejects(read, /the same page twice/);
    assert.equal(stub.requests.length, 2);
  });
});

describe("an error", () => {
  it("is of the family of its status, with its code and the request ID", async () => {
    const readOnly = client({ token: await organization.newToken({ kind: "readOnly", allowlist: [] }) });
    const key = "used-for-another-payment";
    await bursar.payments.createTransaction(accountId, { ...payment, amount: 2.01, idempotencyKey: key });
    const send = (amount: number, own = {}) =>
      bursar.payments.createTransaction(accountId, { ...payment, amount, ...own });
    const cases = [
      [() => bursar.recipients.get("no-id"), ValidationError, "invalidRequest", 400],
      [() => send(2.01), ValidationError, "duplicatePayment", 400],
      [() => client({ token: "no token" }).accounts.list(), AuthenticationError, "noTokenInDBButMaybeMalformed", 401],
      [() => readOnly.payments.createTransaction(accountId, payment), PermissionError, "tokenNotInScope", 403],
      [() => bursar.recipients.get(unknownId), NotFoundError, "resourceNotFound", 404],
      [() => send(3.01, { idempotencyKey: key }), ConflictError, "idempotencyKeyReused", 409],
    ] as const;
    for (const [call, Family, code, status] of cases) {
      const error = await errorOf(call());
      assert.ok(error instanceof Family && error instanceof ApiError, `${code}: ${String(error)}`);
      assert.deepEqual([error.errorCode, error.status, error.mayHaveSucceeded], [code, status, false]);
      assert.equal(error.details["requestId"], error.requestId);
    }
  });

  it("narrows its details by the code", async () => {
    const error = await errorOf(bursar.payments.createTransaction(accountId, { ...payment, amount: 999_999_999 }));
    assert.ok(error instanceof ValidationError && error.errorCode === "insufficientFunds");
    assert.equal(typeof error.details["availableBalance"], "number");
    assert.match(error.message, /does not cover/);
  });

  it("names another server that answered, and does not repeat that", async (t) => {
    for (const text of ["<html>Sign in to the hotel's network</html>", ""]) {
      const stub = await openStub(t, (_request, response) => void response.end(text));
      const error = await errorOf(stub.client.recipients.create({ name: "Globex" }));
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /answered, but not as Bursar does/);
      assert.equal(stub.requests.length, 1);
    }
  });
});

describe("a request that fails", () => {
  const unavailable = answer(
    503,
    { errors: { errorCode: "serviceUnavailable", message: "Later" } },
    { "retry-after": "0" },
  );

  it("is sent again with the same key and request ID, until it is answered", async (t) => {
    const stub = await openStub(t, hangUp, unavailable, answer(502), answer(200, { id: "paid" }));
    const paid = await stub.client.payments.createTransaction(accountId, payment);
    assert.equal(paid.id, "paid");
    const [first, ...others] = stub.requests;
    assert.match(first?.key ?? "", /^[0-9a-f]{32}$/);
    assert.deepEqual(others, [first, first, first]);
  });

  it("keeps a key of the caller, in the body or the options, and takes no two", async (t) => {
    const stub = await openStub(t, answer(200));
    await stub.client.payments.createTransaction(accountId, payment, { idempotencyKey: "mine" });
    assert.equal(stub.requests[0]?.key, "mine");
    for (const idempotencyKey of ["", "with a space", "ключ"])
      await assert.rejects(stub.client.payments.createTransaction(accountId, payment, { idempotencyKey }), TypeError);
    const own = { ...payment, amount: 55.5, idempotencyKey: "номер 42 🧾" };
    const paid = await bursar.payments.createTransaction(accountId, own);
    const again = await bursar.payments.createTransaction(accountId, own);
    assert.deepEqual([again.id, answerInfo(again)?.isReplay], [paid.id, true]);
    const both = stub.client.payments.createTransaction(
      accountId,
      { ...payment, idempotencyKey: "mine" },
      { idempotencyKey: "yours" },
    );
    await assert.rejects(both, TypeError);
  });

  it("ends with an error that has the key to check, and says that it may have succeeded", async (t) => {
    for (const [fault, Family] of [
      [hangUp, ConnectionError],
      [answer(502), ServerError],
      [unavailable, ServerError],
    ] as const) {
      const stub = await openStub(t, fault);
      const error = await errorOf(stub.client.payments.createTransaction(accountId, payment, { maxRetries: 2 }));
      assert.ok(error instanceof Family);
      assert.deepEqual([stub.requests.length, error.mayHaveSucceeded], [3, true]);
      assert.equal(error.idempotencyKey, stub.requests[0]?.key);
      assert.equal(error.requestId, stub.requests[0]?.requestId);
      assert.equal(error.operation, "POST /account/{accountId}/transactions");
    }
  });

  it("may have succeeded if it is refused after an attempt without an answer", async (t) => {
    const refusal = answer(401, { errors: { errorCode: "tokenRevoked", message: "Revoked" } });
    const stub = await openStub(t, hangUp, refusal);
    const error = await errorOf(stub.client.payments.createTransaction(accountId, payment));
    assert.ok(error instanceof AuthenticationError && error.errorCode === "tokenRevoked");
    assert.equal(error.mayHaveSucceeded, true);
    const alone = await openStub(t, refusal);
    const refused = await errorOf(alone.client.payments.createTransaction(accountId, payment));
    assert.ok(refused instanceof AuthenticationError && !refused.mayHaveSucceeded);
  });

  it("has not succeeded if nothing listens there", async () => {
    const error = await errorOf(
      client({ baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 1 }).payments.createTransaction(
        accountId,
        payment,
      ),
    );
    assert.ok(error instanceof ConnectionError && !error.mayHaveSucceeded);
  });

  it("is not repeated if that could do something twice: a POST without a key", async (t) => {
    const stub = await openStub(t, hangUp);
    await errorOf(stub.client.sandbox.runBank());
    assert.equal(stub.requests.length, 1);
    const limited = await openStub(
      t,
      answer(429, { errors: { errorCode: "rateLimited" } }, { "retry-after": "0" }),
      answer(200),
    );
    await limited.client.sandbox.runBank();
    assert.equal(limited.requests.length, 2, "what was not handled is sent again");
  });

  it("is not repeated if the service says so, or requests a long pause", async (t) => {
    const never = await openStub(t, answer(503, {}, { "x-should-retry": "false" }));
    assert.ok((await errorOf(never.client.accounts.list())) instanceof ServerError);
    const later = await openStub(t, answer(429, {}, { "retry-after": "3600" }));
    const error = await errorOf(later.client.accounts.list());
    assert.ok(error instanceof RateLimitError);
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.deepEqual([never.requests.length, later.requests.length], [1, 1]);
  });

  it("times out in each attempt, also while the body arrives", async (t) => {
    const half: RequestListener = (_request, response) => void response.writeHead(200).write('{"accounts"');
    for (const fault of [stayTheSame, half]) {
      const stub = await openStub(t, fault);
      const error = await errorOf(stub.client.accounts.list({}, { timeoutMs: 50, maxRetries: 1 }));
      assert.ok(error instanceof TimeoutError && error instanceof ConnectionError);
      assert.deepEqual([stub.requests.length, error.mayHaveSucceeded], [2, false]);
    }
  });

  it("ends when its signal is aborted: before it is sent, while it is sent, and in a pause", async (t) => {
    const reason = new Error("closed");
    const early = await openStub(t, answer(200));
    const before = await errorOf(early.client.recipients.create({ name: "A" }, { signal: AbortSignal.abort(reason) }));
    assert.ok(before instanceof AbortError && !before.mayHaveSucceeded && before.cause === reason);
    assert.equal(early.requests.length, 0);

    for (const fault of [stayTheSame, answer(503, {}, { "retry-after": "50" })]) {
      const controller = new AbortController();
      const stub = await openStub(t, (request, response) => {
        setTimeout(() => controller.abort(reason), 50);
        fault(request, response);
      });
      const during = await errorOf(stub.client.recipients.create({ name: "A" }, { signal: controller.signal }));
      assert.ok(during instanceof AbortError && during.mayHaveSucceeded && during.cause === reason);
      assert.equal(during.idempotencyKey, stub.requests[0]?.key);
    }
  });

  it("pays once if the connection is cut anywhere, and the answer says so", async () => {
    const link = await openFaultyLink(port);
    const through = client({ baseUrl: `http://127.0.0.1:${link.port}` });
    try {
      for (const after of [0, 40, 400, 10_000]) {
        link.fail("cut", after);
        const healing = setTimeout(() => link.heal(), 60);
        const amount = 100 + after / 100;
        const paid = await through.payments.createTransaction(accountId, { ...payment, amount }, { maxRetries: 50 });
        clearTimeout(healing);
        link.heal();
        const { transactions } = await bursar.transactions.list({ amountMin: amount, amountMax: amount });
        assert.deepEqual(
          transactions.map(({ id }) => id),
          [paid.id],
        );
      }
    } finally {
      await link.close();
    }
  });
});

describe("hooks", () => {
  it("see every attempt, never the token, and may add headers", async () => {
    const seen: string[] = [];
    const requests: RequestInfo[] = [];
    const sent: Headers[] = [];
    const hooked = client({
      token: () => Promise.resolve(organization.token),
      headers: { "x-team": "payables" },
      onRequest: (request) => {
        requests.push(request);
        request.headers.set("traceparent", "00-01975c2e8f7a7c60b1f23c1d5a7e9b10-b1f23c1d5a7e9b10-01");
        seen.push(`request ${request.attempt}`);
      },
      onResponse: ({ status, durationMs }) => {
        assert.ok(durationMs >= 0);
        seen.push(`response ${status}`);
      },
      onRetry: ({ error, delayMs }) => {
        assert.ok(delayMs >= 0);
        seen.push(`retry after ${error.name}`);
      },
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers));
        return sent.length === 1 ? Promise.reject(new TypeError("cut")) : fetch(input, init);
      },
    });
    await hooked.accounts.list();
    assert.deepEqual(seen, ["request 1", "retry after ConnectionError", "request 2", "response 200"]);
    assert.deepEqual(
      requests.map(({ headers }) => headers.has("authorization")),
      [false, false],
    );
    for (const headers of sent) {
      assert.equal(headers.get("authorization"), `Bearer ${organization.token}`);
      assert.deepEqual([headers.get("x-team"), headers.has("traceparent")], ["payables", true]);
    }
  });

  it("end the call with what they throw, and send nothing if they throw before", async () => {
    let calls = 0;
    const hooked = client({
      onRequest: () => {
        throw new RangeError("not now");
      },
      fetch: (...of) => {
        calls += 1;
        return fetch(...of);
      },
    });
    await assert.rejects(hooked.accounts.get(accountId), RangeError);
    assert.equal(calls, 0);
  });
});
