import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { errorCodesOf, servedApi, withoutReferences } from "../../kit/service/contract-document.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

/** The only POST routes for tokens that take no idempotency key, and why. */
const BY_HAND = "simulates the clock, the bank, or a person: a second call is intended";
const PREVIEW = "writes nothing";
const withoutKey: Readonly<Record<string, string>> = {
  "/account/{accountId}/transactions/preview": PREVIEW,
  "/account/{accountId}/request-send-money/preview": PREVIEW,
  "/sandbox/clock/advance": BY_HAND,
  "/sandbox/clock/reset": BY_HAND,
  "/sandbox/bank/run": BY_HAND,
  "/sandbox/transactions/{transactionId}/settle": BY_HAND,
  "/sandbox/transactions/{transactionId}/fail": BY_HAND,
  "/sandbox/transactions/{transactionId}/block": BY_HAND,
  "/sandbox/transactions/{transactionId}/return": BY_HAND,
  "/sandbox/treasury/yield": BY_HAND,
  "/sandbox/request-send-money/{requestId}/approve": BY_HAND,
  "/sandbox/request-send-money/{requestId}/reject": BY_HAND,
};

type Example = Readonly<Record<string, unknown>>;
interface Body {
  readonly schema: { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  readonly example?: Example;
  readonly examples?: Readonly<Record<string, { readonly value: Example }>>;
}
interface Post {
  readonly parameters?: readonly { readonly name: string }[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly "application/json"?: Body } };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: Post }>>;
  readonly components: { readonly responses: Readonly<Record<string, unknown>> };
}

const isUpload = ({ requestBody }: Post): boolean =>
  requestBody !== undefined && requestBody.content["application/json"] === undefined;

const NOBODY = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 3, on every POST that a token may make: it takes a key in the body or in the header, and honors it. */
describe("every POST takes a key", () => {
  let contract: Contract;
  let posts: readonly (readonly [path: string, post: Post])[];
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
    contract = withoutReferences(await servedApi(world.app));
    const { paths } = contract;
    posts = Object.entries(paths).flatMap(([path, { post }]) =>
      // Uploads are tested by law 32.
      post?.security.some((way) => "bearer" in way) && !isUpload(post) ? [[path, post] as const] : [],
    );
  });

  const send = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    inject(world.app, organization.token, { method: "POST", url, body, headers });
  const exampleOf = ({ requestBody }: Post): Example => {
    const body = requestBody?.content["application/json"];
    return body?.example ?? Object.values(body?.examples ?? {})[0]?.value ?? {};
  };

  test("in the contract, except for routes listed with a reason", () => {
    const takesKey = ([, { requestBody, parameters = [] }]: readonly [string, Post]) =>
      parameters.some(({ name }) => name === "Idempotency-Key") &&
      requestBody?.content["application/json"]?.schema.properties?.["idempotencyKey"] !== undefined;
    assert.ok(posts.length > 20);
    assert.deepEqual(
      posts.filter((post) => !takesKey(post)).map(([path]) => path),
      Object.keys(withoutKey),
    );
    const cancel = posts.find(([path]) => path === "/transaction/{transactionId}/cancel")?.[1];
    assert.equal(cancel?.requestBody?.required, false, "a key is enough");
    for (const [path, post] of posts.filter(takesKey))
      for (const code of ["idempotencyKeyReused", "conflictingIdempotencyKeys"])
        assert.ok(errorCodesOf(contract, post).includes(code), `${path}: ${code}`);
  });

  test("every route refuses two different keys, and none requires a key", async () => {
    for (const [path, post] of posts.filter(([path]) => !(path in withoutKey))) {
      const url = path.replaceAll(/\{\w+\}/g, NOBODY);
      const { idempotencyKey: _, ...example } = exampleOf(post);
      const two = await send(url, { ...example, idempotencyKey: "one" }, { "idempotency-key": "two" });
      assert.equal(two.body.errors?.errorCode, "conflictingIdempotencyKeys", `${path} ${two.text}`);
      for (const idempotencyKey of [null, ""]) {
        const none = await send(url, { ...example, idempotencyKey }, { "idempotency-key": "" });
        assert.ok(!none.text.includes("idempotencyKey"), `${path} ${none.text}`);
      }
    }
  });

  test("executes each change once and repeats its answer", async (t) => {
    const receiver = await openReceiver(t);
    const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const category = await send("/categories", { name: "Office", ...flags });
    const webhook = await send("/webhooks", { url: `${receiver.origin}/hook` });
    const paid = await inject(world.app, organization.token, payment(organization));
    const invite = await send("/recipients/invites", {
      name: "Marta Lindqvist",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach"],
      requireTaxDocument: false,
      sendEmail: true,
    });
    const mails = async () =>
      (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body.emails.length;
    const before = await mails();
    const recipient = `/recipient/${organization.recipientId}`;
    const cases: readonly (readonly [url: string, body: object, other?: object])[] = [
      [recipient, { nickname: "First" }, { nickname: "Second" }],
      [`/categories/${category.body.id}`, { name: "First" }, { name: "Second" }],
      [`/webhooks/${webhook.body.id}`, { status: "paused" }, { status: "active" }],
      [`/webhooks/${webhook.body.id}/verify`, {}, { eventType: "transaction.updated" }],
      [`/transaction/${paid.body.id}/cancel`, {}],
      [`/recipients/invites/${invite.body.id}/resend`, {}],
    ];
    for (const [url, body, other] of cases) {
      const first = await send(url, { ...body, idempotencyKey: "once" });
      assert.ok(first.status < 300 && !("idempotent-replayed" in first.headers), `${url} ${first.text}`);
      const again = await send(url, body, { "idempotency-key": "once" });
      // The link of an invite is in the first response only (law 27).
      const same = ({ text, body }: typeof first) =>
        body?.onboardingUrl ? { ...body, id: "", inviteId: "", onboardingUrl: "", allowedActions: [] } : text;
      assert.deepEqual(
        [again.status, same(again), again.headers["idempotent-replayed"]],
        [first.status, same(first), "true"],
      );
      if (other === undefined) continue;
      const reused = await send(url, { ...other, idempotencyKey: "once" });
      assert.deepEqual([reused.status, reused.body.errors.differs], [409, Object.keys(other)[0]], url);
    }
    assert.equal(receiver.requests.length, 1, "one test event");
    assert.equal(await mails(), before + 1, "one more mail");
    const patched = await inject(world.app, organization.token, {
      method: "PATCH",
      url: recipient,
      body: { nickname: "Second", idempotencyKey: "once" },
    });
    assert.equal(patched.status, 409, "PATCH is the same operation");
    assert.equal((await inject(world.app, organization.token, { url: recipient })).body.nickname, "First");
  });
});
