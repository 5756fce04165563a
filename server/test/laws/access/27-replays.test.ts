import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { createToken, revokeToken } from "#records/identity";
import { newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { batchCalls } from "../../kit/batches/batch-calls.ts";
import { openReplies } from "../../kit/databases/idempotent-replies.ts";
import { inTurns } from "../../kit/faults/random.ts";
import { customerBody, invoiceContent, makeInvoice } from "../../kit/invoicing/invoices.ts";
import { connectionRequest } from "../../kit/operations/people-fixtures.ts";
import { newRecurring, recurringBody } from "../../kit/recurring/recurring-world.ts";
import { servedApi, withoutReferences } from "../../kit/service/contract-document.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { openWebhookSink, type WebhookSink } from "../../kit/service/webhook-sink.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

interface Call {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly replayed: boolean;
}
type Send = (call: Call, key: string) => Promise<Answer>;

interface Post {
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly schema: { readonly properties?: object } } };
  };
}

const ACCOUNT_NUMBER = "771234567890123";
const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
const bankDetails = {
  electronicRoutingInfo: {
    accountNumber: ACCOUNT_NUMBER,
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
    address,
  },
};
/** Routes with a key that tokens may not call. */
const byPeople =
  /^\/(tokens|oauth|recurring-payments|saved-views|approvals|approval-batches|transaction\/\{transactionId\}\/comments)/;
const REFUSED =
  /^(authenticationRequired|tokenRevoked|sessionEnded|tokenNotInScope|notPermitted|personNeeded|ipNotWhitelisted|paymentLimitExceeded|beyondOwnRights|stepUpNeeded|userLocked|tokenNeeded|savedViewPageClosed|mayNotAnswer|mayNotChangeBatch|mayNotWithdraw)$/;

/** Secrets that only a first response may show: tokens, webhook secrets, and invite links. */
const secretsOf = (text: string): readonly string[] =>
  [...text.matchAll(/secret-token:[\w:-]+|secret-token%3A[\w%-]+|whsec_[\w+/=]+|\/invite\/[\w-]{30,}/g)]
    .map(([found]) => found.replace("/invite/", ""))
    .filter((found) => !/^[0-9a-f-]{36}$/.test(found));

/**
 * Law 27: knowing an idempotency key reveals nothing. Every POST that takes a key is made once by a caller with all
 * permissions and then repeated by others: each gets what their own first call would return, and never a secret.
 */
describe("replays show no more than a first call would", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let receiver: WebhookSink;
  let admin: TestPerson;
  let adminCookie: string;
  let made = 0;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    receiver = await openWebhookSink();
    admin = await newPerson(world, organization.organizationId);
    adminCookie = await provedIn(world.app, admin);
  });
  after(async () => {
    receiver.close();
    await world.close();
  });

  const withToken =
    (token: string): Send =>
    async ({ url, body }, key) => {
      const answer = await inject(world.app, token, { method: "POST", url, body: { ...body, idempotencyKey: key } });
      return { ...answer, body: answer.body ?? {}, replayed: "idempotent-replayed" in answer.headers };
    };
  const withCookie =
    (cookie: string): Send =>
    async ({ url, body }, key) => {
      const answer = await browse(world.app, { url, body: { ...body, idempotencyKey: key }, cookie });
      return { ...answer, body: answer.body ?? {}, replayed: "idempotent-replayed" in answer.headers };
    };
  const byOwner: Send = (call, key) => withToken(organization.token)(call, key);

  async function make(url: string, body: object): Promise<string> {
    const answer = await byOwner({ url, body: { ...body } }, `made-${++made}`);
    assert.ok(answer.status < 300, `${url} ${answer.text}`);
    return String(answer.body["id"]);
  }
  const newInvite = () => ({
    name: "Marta Lindqvist",
    contactEmail: `marta-${++made}@lindqvist.example`,
    paymentMethods: ["ach"],
    requireTaxDocument: false,
    sendEmail: false,
  });
  const newRecipient = () => make("/recipients", { name: `Payee ${++made}`, emails: [], ...bankDetails });
  const newWebhook = () => make("/webhooks", { url: receiver.url });
  const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
  const newPayment = async () => ({
    recipientId: await newRecipient(),
    amount: 10,
    paymentMethod: "ach",
  });
  const newRule = async () => ({
    name: `Rule ${++made}`,
    categoryId: await make("/categories", { name: `Category ${++made}`, ...flags }),
    conditions: { text: "rent" },
  });
  const transfer = async () => ({
    sourceAccountId: organization.accountId,
    destinationAccountId: await organization.newAccount(),
    amount: 10,
  });
  const words = () => ({ text: `Words ${++made}` });
  async function newRequest(): Promise<string> {
    const answer = await byOwner(
      { url: `${account()}/request-send-money`, body: await newPayment() },
      `requested-${++made}`,
    );
    return String(answer.body["requestId"]);
  }
  const account = () => `/account/${organization.accountId}`;

  /** One new call of every POST that takes a key, different each time, so that every caller can make a first call. */
  const calls: Readonly<Record<string, () => Promise<Call>>> = {
    ...batchCalls(() => ({ world, organization })),
    "/recipients": async () => ({
      url: "/recipients",
      body: { name: `Payee ${++made}`, emails: [], ...bankDetails },
    }),
    "/recipient/{recipientId}": async () => ({
      url: `/recipient/${await newRecipient()}`,
      body: { nickname: "Nick" },
    }),
    "/account/{accountId}/transactions": async () => ({ url: `${account()}/transactions`, body: await newPayment() }),
    "/transaction/{transactionId}/cancel": async () => {
      const id = await make(`${account()}/transactions`, await newPayment());
      return { url: `/transaction/${id}/cancel`, body: {} };
    },
    "/transfer": async () => ({ url: "/transfer", body: await transfer() }),
    "/account/{accountId}/request-send-money": async () => ({
      url: `${account()}/request-send-money`,
      body: await newPayment(),
    }),
    "/bank-connections/{bankConnectionId}/test": async () => {
      const own = { ...organization, accountId: await organization.newAccount() };
      const { connectionId } = await newFolderConnection(world.service, own);
      return { url: `/bank-connections/${connectionId}/test`, body: {} };
    },
    "/request-transfer": async () => ({ url: "/request-transfer", body: await transfer() }),
    "/categories": async () => ({ url: "/categories", body: { name: `Category ${++made}`, ...flags } }),
    "/categories/create": async () => ({ url: "/categories/create", body: { name: `Category ${++made}`, ...flags } }),
    "/categories/{categoryId}/edit": async () => {
      const id = await make("/categories", { name: `Category ${++made}`, ...flags });
      return { url: `/categories/${id}/edit`, body: { name: `Renamed ${++made}` } };
    },
    "/categories/{categoryId}": async () => {
      const id = await make("/categories", { name: `Category ${++made}`, ...flags });
      return { url: `/categories/${id}`, body: { name: `Renamed ${++made}` } };
    },
    "/account/{accountId}/statements": async () => ({
      url: `/account/${organization.accountId}/statements`,
      body: { startsOn: "2026-11-01", endsOn: `2026-11-${(++made % 9) + 10}` },
    }),
    "/category-rules": async () => ({ url: "/category-rules", body: await newRule() }),
    "/category-rules/{ruleId}": async () => ({
      url: `/category-rules/${await make("/category-rules", await newRule())}`,
      body: { version: 1, name: `Renamed ${++made}` },
    }),
    "/category-rules/apply": async () => {
      // One runs at a time.
      await runUntilIdle(world.app.jobs);
      return { url: "/category-rules/apply", body: { since: `20${10 + (++made % 90)}-01-01` } };
    },
    "/transactions/categorize": async () => ({
      url: "/transactions/categorize",
      body: { transactionIds: [await make(`${account()}/transactions`, await newPayment())], categoryId: null },
    }),
    "/webhooks": async () => ({ url: "/webhooks", body: { url: receiver.url } }),
    "/webhooks/{webhookEndpointId}": async () => ({
      url: `/webhooks/${await newWebhook()}`,
      body: { status: "paused" },
    }),
    "/webhooks/{webhookEndpointId}/verify": async () => ({ url: `/webhooks/${await newWebhook()}/verify`, body: {} }),
    "/webhooks/{webhookEndpointId}/rotate-secret": async () => ({
      url: `/webhooks/${await newWebhook()}/rotate-secret`,
      body: {},
    }),
    "/webhooks/{webhookEndpointId}/resend": async () => ({
      url: `/webhooks/${await newWebhook()}/resend`,
      body: { from: "2026-01-01T00:00:00.000Z" },
    }),
    "/recipients/invites": async () => ({ url: "/recipients/invites", body: newInvite() }),
    "/recipients/invites/{inviteId}/resend": async () => ({
      url: `/recipients/invites/${await make("/recipients/invites", newInvite())}/resend`,
      body: {},
    }),
    "/ar/customers": async () => ({ url: "/ar/customers", body: { ...customerBody, name: `Customer ${++made}` } }),
    "/ar/customers/{customerId}": async () => ({
      url: `/ar/customers/${(await makeInvoice(world, organization)).customerId}`,
      body: { ...customerBody, name: `Customer ${++made}`, resendOpenInvoices: false },
    }),
    "/ar/invoices": async () => ({
      url: "/ar/invoices",
      body: {
        ...invoiceContent,
        customerId: (await makeInvoice(world, organization)).customerId,
        destinationAccountId: organization.accountId,
      },
    }),
    "/ar/invoices/{invoiceId}": async () => {
      const { id, invoiceNumber } = await makeInvoice(world, organization);
      return { url: `/ar/invoices/${id}`, body: { ...invoiceContent, invoiceNumber } };
    },
    "/ar/invoices/{invoiceId}/cancel": async () => ({
      url: `/ar/invoices/${(await makeInvoice(world, organization)).id}/cancel`,
      body: {},
    }),
    "/sandbox/accounts/{accountId}/deposit": async () => ({
      url: `/sandbox/accounts/${organization.accountId}/deposit`,
      body: { amount: ++made, name: "Acme" },
    }),
    "/recurring-payments": async () => ({ url: "/recurring-payments", body: recurringBody(organization) }),
    "/recurring-payments/{recurringPaymentId}": async () => ({
      url: `/recurring-payments/${(await newRecurring(world, organization)).id}`,
      body: { ...recurringBody(organization, { amount: ++made }), version: 1 },
    }),
    "/sandbox/accounts": async () => ({
      url: "/sandbox/accounts",
      body: { name: `Reserve ${++made}`, kind: "savings" },
    }),
    "/saved-views": async () => ({
      url: "/saved-views",
      body: { page: "transactions", name: `View ${++made}`, query: "status=failed", isShared: false },
    }),
    "/approvals/{requestId}/comments": async () => ({
      url: `/approvals/${await newRequest()}/comments`,
      body: words(),
    }),
    "/approvals/{requestId}/question": async () => ({
      url: `/approvals/${await newRequest()}/question`,
      body: words(),
    }),
    "/approvals/{requestId}/answer": async () => {
      const asked = `/approvals/${await newRequest()}`;
      const answer = await browse(world.app, { url: `${asked}/question`, body: words(), cookie: adminCookie });
      assert.equal(answer.status, 201, answer.text);
      return { url: `${asked}/answer`, body: words() };
    },
    "/transaction/{transactionId}/comments": async () => {
      const id = await make(`${account()}/transactions`, await newPayment());
      return { url: `/transaction/${id}/comments`, body: words() };
    },
    "/transaction/{transactionId}/undo": async () => {
      const id = await make(`${account()}/transactions`, await newPayment());
      const settled = { url: `/sandbox/transactions/${id}/settle`, body: {} };
      assert.equal((await inject(world.app, organization.token, settled)).status, 200);
      return { url: `/transaction/${id}/undo`, body: { reason: "duplicate" } };
    },
    "/tokens": async () => ({ url: "/tokens", body: { name: `Token ${++made}`, kind: "readWrite", allowlist: [] } }),
    "/oauth/authorization": async () => {
      const request = await connectionRequest(world.app);
      return { url: "/oauth/authorization", body: { request } };
    },
  };

  const newCustom = async (scopes: readonly string[], allowlist = ["127.0.0.1"]) =>
    withToken(await organization.newToken({ kind: "custom", scopes: [...scopes] as never, allowlist }));

  /** Callers with fewer rights than the first one, named by what they lack. The same for every route, to save time. */
  async function newLesserCallers(): Promise<Readonly<Record<string, Send>>> {
    const { organizationId } = organization;
    const revoked = await world.service.database.transaction(async (tx) => {
      const { token, tokenId } = await createToken(world.service, tx, {
        organizationId,
        name: "revoked",
        kind: "readWrite",
        allowlist: ["127.0.0.1"],
        actor: operator,
      });
      await revokeToken(world.service, tx, { organizationId, tokenId, actor: operator });
      return token;
    });
    const person = async (rights: Parameters<typeof newPerson>[2]) =>
      withCookie(await provedIn(world.app, await newPerson(world, organizationId, rights)));
    const locked = await newPerson(world, organizationId);
    const lockedCookie = await signedIn(world.app, locked);
    const done = await browse(world.app, {
      method: "POST",
      url: `/users/${locked.userId}/lock`,
      cookie: adminCookie,
    });
    assert.ok(done.status < 300, done.text);
    return {
      "a token without the route's scope": await newCustom(["fetchOrganization"]),
      "a token with a limit of one cent": withToken(await organization.newToken({ limits: { perPaymentMinor: 1n } })),
      "a revoked token": withToken(revoked),
      "another administrator": await person({}),
      "a viewer": await person({ role: "viewer" }),
      "a user who may only manage tokens": await person({ role: "custom", customPermissions: ["manageTokens"] }),
      "a locked user": withCookie(lockedCookie),
    };
  }

  let lesserCallers: ReturnType<typeof newLesserCallers> | undefined;
  /** And callers that differ by the scope of the route. */
  async function others(scope = "fetchOrganization"): Promise<Readonly<Record<string, Send>>> {
    lesserCallers ??= newLesserCallers();
    return {
      "a token with the route's scope only": await newCustom([scope]),
      "a token without the address on its allowlist": await newCustom([scope], ["192.0.2.1"]),
      ...(await lesserCallers),
    };
  }

  test("every POST that takes a key is tested here", async () => {
    const { paths } = withoutReferences<{ readonly paths: Readonly<Record<string, { readonly post?: Post }>> }>(
      await servedApi(world.app),
    );
    // A preview takes the payment's body, with its key, and stores nothing (law 31).
    const keyed = Object.entries(paths).filter(
      ([path, { post }]) =>
        !path.endsWith("/preview") &&
        Object.keys(post?.requestBody?.content["application/json"]?.schema.properties ?? {}).includes("idempotencyKey"),
    );
    assert.deepEqual(keyed.map(([path]) => path).sort(), Object.keys(calls).sort());
  });

  const someOthers = inTurns("law 27, which callers", 3);
  for (const [place, path] of Object.keys(calls).entries())
    test(path, async () => {
      const newCall = calls[path] ?? assert.fail();
      // Two paths of one operation share its keys.
      const key = `known ${path}`;
      const first: Send = byPeople.test(path) ? withCookie(adminCookie) : byOwner;
      const call = await newCall();
      const original = await first(call, key);
      assert.ok(original.status < 300, original.text);
      const secrets = secretsOf(original.text);
      const hasSecret =
        ["/tokens", "/oauth/authorization", "/webhooks", "/recipients/invites"].includes(path) ||
        path.endsWith("/rotate-secret");
      assert.equal(secrets.length > 0, hasSecret || path.endsWith("invites/{inviteId}/resend"), original.text);

      const again = await first(call, key);
      assert.deepEqual([again.status, again.replayed], [original.status, true]);
      if (secrets.length === 0) assert.equal(again.text, original.text, "without a secret: identical, byte for byte");
      assert.deepEqual(secretsOf(again.text), [], "even its first caller does not get a secret again");

      const route = world.app.api.routeTable.find(
        ({ method, url }) => method === "POST" && url.replaceAll(/:(\w+)/g, "{$1}") === path,
      );
      const scope = route?.scope === "person" || route?.scope === "anyToken" ? undefined : route?.scope;
      for (const [who, send] of someOthers(Object.entries(await others(scope)), place)) {
        const own = await send(await newCall(), `own-${++made}`);
        const replay = await send(call, key);
        const context = `${who}: own ${own.status} ${own.text}, replay ${replay.status} ${replay.text}`;
        assert.deepEqual(secretsOf(replay.text), [], context);
        for (const secret of secrets) assert.ok(!replay.text.includes(secret), context);
        if (own.status >= 400) {
          const code = (answer: Answer) => (answer.body["errors"] as { errorCode: string } | undefined)?.errorCode;
          assert.match(String(code(own)), REFUSED, context);
          assert.deepEqual([replay.status, code(replay)], [own.status, code(own)], context);
          continue;
        }
        assert.deepEqual([replay.status, replay.replayed], [original.status, true], context);
        assert.equal(replay.text.includes(ACCOUNT_NUMBER), own.text.includes(ACCOUNT_NUMBER), context);
        const mine = (own.body["allowedActions"] ?? []) as readonly string[];
        for (const action of (replay.body["allowedActions"] ?? []) as readonly string[])
          assert.ok(mine.includes(action), context);
      }
    });

  test("no stored response holds a secret", async () => {
    const replies = await openReplies(world.service, organization.organizationId);
    assert.ok(replies.length > 20);
    for (const { operation, body } of replies) assert.deepEqual(secretsOf(body), [], operation);
  });
});
