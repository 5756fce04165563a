import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { findSetupCode } from "../../../src/administration/setup/setup.ts";
import { MINUTE_MS, plusMs } from "../../../src/kernel/clock/clock.ts";
import { withoutReferences } from "../../kit/service/contract-document.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { pdf } from "../../kit/worlds/files.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { mailedLink } from "../../kit/worlds/two-people.ts";

/**
 * Clients are generated from the OpenAPI file: every example in it must be accepted, and every answer must have exactly
 * the documented shape.
 */
interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly "application/json": Body } };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
}
type Example = Readonly<Record<string, unknown>>;
interface Body {
  readonly schema?: Schema;
  readonly example?: Example;
  readonly examples?: Readonly<Record<string, { readonly value: Example }>>;
}

interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const examplesOf = ({ requestBody }: Operation): readonly Example[] => {
  const body = requestBody?.content["application/json"];
  return [...(body?.example ? [body.example] : []), ...Object.values(body?.examples ?? {}).map((named) => named.value)];
};
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** A domain that passkeys can belong to. */
const PAGE = { origin: "http://localhost:8080", rpId: "localhost" };

describe("the contract holds", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let contract: Contract;
  let receiver: Server;
  let ids: Record<string, string>;
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, validateFormats: true }));

  before(async () => {
    receiver = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    world = await openWorld("embedded database", { publicUrl: PAGE.origin });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    // The document that clients get.
    contract = withoutReferences((await inject(world.app, organization.token, { url: "/openapi.json" })).body);
    ajv.addSchema(contract, "contract");
    ids = await someOfEach();
  });
  after(async () => {
    await world.close();
    receiver.close();
  });

  const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  /** One resource of each type, by the name of its ID in paths and bodies. */
  async function someOfEach(): Promise<Record<string, string>> {
    const paid = await inject(world.app, organization.token, payment(organization, { amount: 11 }));
    const webhook = await inject(world.app, organization.token, { url: "/webhooks", body: { url: hook() } });
    const category = await inject(world.app, organization.token, {
      url: "/categories",
      body: { name: "Travel", visibleForCardSpend: true, visibleForReimbursements: false, visibleForOther: true },
    });
    const events = await inject(world.app, organization.token, { url: "/events" });
    await newUser(world.service, organization, { email: "approver@example.com" });
    const sourceAccountId = organization.accountId;
    const destinationAccountId = await organization.newAccount("Other");
    const person = await newPerson(world, organization.organizationId);
    return {
      userId: person.userId,
      cookie: await provedIn(world.app, person),
      accountId: organization.accountId,
      sourceAccountId,
      destinationAccountId,
      transferRequestId: await newTransferRequest(5, destinationAccountId),
      recipientId: organization.recipientId,
      transactionId: paid.body.id,
      link: await newLink(paid.body.id),
      requestId: await newRequest(12),
      webhookEndpointId: webhook.body.id,
      categoryId: category.body.id,
      eventId: events.body.events[0].id,
      inviteId: await newInvite(),
      emailId: (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body.emails[0].id,
    };
  }

  /** The last part of the link of an attached file. */
  async function newLink(transactionId: string): Promise<string> {
    const url = `/transaction/${transactionId}/attachments`;
    const { body } = await inject(world.app, organization.token, { url, ...formOf(pdf()) });
    return String(body.url.split("/").at(-1));
  }

  async function newRequest(amount: number): Promise<string> {
    const asked = await inject(world.app, organization.token, paymentRequest(organization, { amount }));
    return asked.body.requestId;
  }

  async function newInvite(): Promise<string> {
    const body = {
      name: "Marta Lindqvist",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach", "internationalWire"],
      requireTaxDocument: false,
      sendEmail: false,
    };
    return (await inject(world.app, organization.token, { url: "/recipients/invites", body })).body.id;
  }

  async function newTransferRequest(
    amount: number,
    destinationAccountId = ids["destinationAccountId"],
  ): Promise<string> {
    const body = { sourceAccountId: organization.accountId, destinationAccountId, amount };
    return (await inject(world.app, organization.token, { url: "/request-transfer", body })).body.requestId;
  }

  /** Each type of request has one ID. */
  const pathOf = (path: string): string =>
    path
      .replace("/request-transfer/{requestId}", `/request-transfer/${ids["transferRequestId"]}`)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "unknown");

  /** The example with this test's IDs instead of the document's. */
  const withIds = (example: Example): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, name === "url" ? hook() : (ids[name] ?? value)]),
    );

  const namesOf = (response: Response | undefined) =>
    Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
  /** The headers that clients act on. */
  const headersToTell = (headers: Readonly<Record<string, unknown>>) =>
    Object.keys(headers).filter((name) => /^(ratelimit-|retry-after|idempotent-)/.test(name));

  function assertShape(path: string, method: string, answer: Awaited<ReturnType<typeof inject>>): void {
    const where = `${method.toUpperCase()} ${path} → ${answer.status}`;
    const responses = contract.paths[path]?.[method]?.responses ?? {};
    const promised = responses[String(answer.status)];
    // The headers about the caller's rate are described once for each route: with 429.
    const tooMany = contract.components.responses[responses["429"]?.$ref?.split("/").at(-1) ?? ""];
    const described = [promised, tooMany].flatMap(namesOf);
    if (answer.status < 300)
      assert.deepEqual(
        headersToTell(answer.headers).filter((name) => !described.includes(name)),
        [],
        `${where}: headers missing from the contract`,
      );
    if (answer.body === undefined) return;
    assert.ok(promised, `${where} is not in the contract`);
    // A URI fragment (RFC 6901 §6): slashes inside a step are ~1, and other special characters are percent-encoded.
    const steps = ["paths", path, method, "responses", String(answer.status)].map((step) =>
      encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    const response = promised.$ref ?? `#/${steps.join("/")}`;
    const validate = ajv.compile({ $ref: `contract${response}/content/application~1json/schema` });
    assert.ok(validate(answer.body), `${where}: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`);
  }

  test("every GET route answers in its documented shape", async () => {
    let asked = 0;
    for (const [path, methods] of Object.entries(contract.paths)) {
      if (!methods["get"] || path === "/metrics") continue;
      const answer = await ask(methods["get"], { url: pathOf(path) });
      assert.equal(answer.status, 200, `GET ${path}: ${answer.text}`);
      assertShape(path, "get", answer);
      asked += 1;
    }
    assert.ok(asked > 15);
  });

  test("an empty parameter is ignored on a GET route and refused on a write route", async () => {
    let asked = 0;
    for (const [path, methods] of Object.entries(contract.paths)) {
      const { parameters = [] } = methods["get"] ?? {};
      const names = parameters.filter((one) => one.in === "query").map((one) => one.name);
      if (!methods["get"] || names.length === 0) continue;
      const query = names.map((name) => `${name}=`).join("&");
      const [without, empty] = [pathOf(path), `${pathOf(path)}?${query}`];
      const told = async (url: string) => (await ask(methods["get"] as Operation, { url })).text;
      assert.equal(await told(empty), await told(without), empty);
      asked += names.length;
    }
    assert.ok(asked > 50, `${asked} parameters`);
    const { url, body } = payment(organization, { amount: 12 });
    const preview = await inject(world.app, organization.token, { url: `${url}?preview=`, body });
    assert.deepEqual([preview.status, preview.body.errors.fields[0].path], [400, "preview"]);
  });

  test("every example body is accepted and answered in its documented shape", async () => {
    let sent = 0;
    for (const [path, methods] of Object.entries(contract.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        for (const [index, example] of examplesOf(operation).entries()) {
          // Recreates what an earlier example used up.
          ids = { ...ids, ...(await freshFor(path, index)) };
          if (path === "/setup") {
            assertShape(path, method, await setUpAnother(example));
            continue;
          }
          const call = { method: method.toUpperCase() as "POST", url: pathOf(path), body: withIds(example) };
          await assertRefusesUnknownParameter(operation, call);
          const answer = await ask(operation, call);
          assert.ok(answer.status < 300, `${method.toUpperCase()} ${path} ${JSON.stringify(example)} → ${answer.text}`);
          assertShape(path, method, answer);
          sent += 1;
        }
      }
    }
    assert.ok(sent > 15, `${sent} examples`);
  });

  /** A route without a preview must not execute the command when a caller requests one. */
  async function assertRefusesUnknownParameter(
    operation: Operation,
    call: { method: "POST"; url: string; body: unknown },
  ) {
    const { status, body, text } = await ask(operation, { ...call, url: `${call.url}?preview2=true` });
    assert.equal(status, 400, `${call.method} ${call.url}?preview2=true → ${text}`);
    assert.deepEqual(body.errors.fields, [{ path: "preview2", message: "is not a known field" }]);
  }

  /** A service that is not set up yet. */
  async function setUpAnother(example: Example) {
    const empty = await openWorld("embedded database");
    try {
      const { code } = (await findSetupCode({ ...empty.service, machineClock: empty.clock })) ?? {};
      const answer = await browse(empty.app, { url: "/setup", body: { ...example, code } });
      assert.equal(answer.status, 201, answer.text);
      return answer;
    } finally {
      await empty.close();
    }
  }

  /** Called with the token, or as a user if the operation is for users only. */
  async function ask(
    { security = [] }: Operation,
    call: { method?: "POST"; url: string; body?: unknown },
  ): Promise<Awaited<ReturnType<typeof inject>>> {
    const forPeople = security.length > 0 && security.every((way) => "session" in way);
    if (!forPeople) return inject(world.app, organization.token, call);
    return browse(world.app, { ...call, cookie: ids["cookie"] });
  }

  /** What an operation on users needs: a new user, halfway through the flow if the operation completes it. */
  async function freshPerson(path: string): Promise<Record<string, string>> {
    const person = await newPerson(world, organization.organizationId);
    const fresh = { userId: person.userId, email: person.email, password: PASSWORD };
    const admin = await provedIn(world.app, await newPerson(world, organization.organizationId));
    if (path.startsWith("/users/{userId}")) return { ...fresh, cookie: admin };
    if (path === "/users/invitations") return { cookie: admin, email: `new-${person.email}` };
    if (path === "/invitations/accept") {
      const body = { email: `x-${person.email}`, firstName: "A", lastName: "B", role: "viewer" };
      await browse(world.app, { url: "/users/invitations", body, cookie: admin });
      const link = await mailedLink(world.app, organization.token, body.email);
      return { secret: link.split("#")[1] ?? "", password: "three herons above the weir" };
    }
    if (path.startsWith("/session/passkey")) return freshPasskey(path, await provedIn(world.app, person));
    if (path === "/session/totp-enrolment/confirm") {
      const cookie = await provedIn(world.app, person);
      const started = await browse(world.app, { method: "POST", url: "/session/totp-enrolment", cookie });
      return { cookie, code: codeNow(world, started.body.secret) };
    }
    if (path !== "/session/totp" && path !== "/session/recovery-code")
      return { ...fresh, cookie: await signedIn(world.app, person) };
    const { secret, recoveryCodes } = await turnOnSecondFactor(world, person);
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    const begun = await browse(world.app, { url: "/session", body: { email: person.email, password: PASSWORD } });
    const code = path === "/session/totp" ? codeNow(world, secret) : (recoveryCodes[0] ?? "");
    return { signIn: begun.body.signIn, code };
  }

  /** An authenticator's answer: to create a passkey, or to sign in with the passkey it created. */
  async function freshPasskey(path: string, cookie: string): Promise<Record<string, string>> {
    const begun = await browse(world.app, { method: "POST", url: "/session/passkeys/options", cookie });
    const authenticator = createAuthenticator(PAGE);
    const { transports: _, ...made } = authenticator.make(begun.body);
    if (path === "/session/passkeys") return { cookie, ...made };
    const body = { name: "Laptop", transports: [], ...made };
    const added = await browse(world.app, { url: "/session/passkeys", body, cookie });
    const options = await browse(world.app, { method: "POST", url: "/session/passkey/options" });
    return { cookie, passkeyId: added.body.id, ...authenticator.sign(options.body.challenge) };
  }

  /** A user who may manage rules, has a recent step-up, and can set a limit for another user. */
  async function freshManager(): Promise<Record<string, string>> {
    const { userId } = await newPerson(world, organization.organizationId);
    return { userId, cookie: await provedIn(world.app, await newPerson(world, organization.organizationId)) };
  }

  /** An open request, and a user who may decide it. */
  async function freshDecision(path: string): Promise<Record<string, string>> {
    // With a step-up, because the examples together may reach the amount that requires it.
    const cookie = await provedIn(world.app, await newPerson(world, organization.organizationId));
    if (path.startsWith("/request-send-money/")) return { cookie, requestId: await newRequest(14) };
    return { cookie, transferRequestId: await newTransferRequest(5) };
  }

  /** A payment that the bank can still change, for the sandbox routes: pending, or sent for a return. */
  async function freshFor(path: string, index: number): Promise<Record<string, string>> {
    if (path.startsWith("/sandbox/request-send-money/")) return { requestId: await newRequest(13) };
    if (/^\/(session|users|invitations)/.test(path)) return freshPerson(path);
    if (/^\/(tokens$|approval-rules|approver-limits|organization\/settings)/.test(path)) return freshManager();
    if (/^\/request-(send-money|transfer)\/\{requestId\}\//.test(path)) return freshDecision(path);
    if (path === "/invites/{inviteId}") return { inviteId: await newInvite() };
    if (!path.startsWith("/sandbox/transactions/")) return {};
    const amount = 1_000 + path.length + index / 100;
    const made = await inject(world.app, organization.token, payment(organization, { amount }));
    if (path.endsWith("/return"))
      await inject(world.app, organization.token, {
        method: "POST",
        url: `/sandbox/transactions/${made.body.id}/settle`,
      });
    return { transactionId: made.body.id };
  }

  test("every field, parameter, and response is described", () => {
    const bare: string[] = [];
    const look = (schema: unknown, where: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties = {}, items, anyOf = [] } = schema as Schema;
      for (const [name, member] of Object.entries(properties)) {
        const says = [member, ...(member.anyOf ?? [])].some((one) => one.description || one.$ref);
        if (!says) bare.push(`${where}.${name}`);
        look(member, `${where}.${name}`);
      }
      look(items, `${where}[]`);
      for (const one of anyOf) look(one, where);
    };
    const visit = (value: unknown, where: string): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [name, member] of Object.entries(value)) {
        if (name === "schema" || where.endsWith("/schemas")) look(member, `${where}/${name}`);
        visit(member, `${where}/${name}`);
      }
    };
    visit(contract, "");
    assert.deepEqual(bare, []);
  });

  test("documents the headers that clients act on: keys, replays, and when to retry", async () => {
    const path = "/categories/{categoryId}";
    const call = { url: pathOf(path), body: { name: "Trips", idempotencyKey: "told" } };
    await inject(world.app, organization.token, call);
    const again = await inject(world.app, organization.token, call);
    assert.ok(headersToTell(again.headers).includes("idempotent-replayed"));
    assertShape(path, "post", again);
    for (const [path, methods] of Object.entries(contract.paths))
      for (const operation of Object.values(methods)) {
        const body = operation.requestBody?.content["application/json"];
        const takesKey = body?.schema?.properties?.["idempotencyKey"] !== undefined;
        const told = operation.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false;
        assert.equal(told, takesKey, path);
      }
    for (const [name, response] of Object.entries(contract.components.responses))
      assert.equal(namesOf(response).includes("retry-after"), /^Refused(429|503)-/.test(name), name);
  });

  test("every refusal has the common error shape and a listed code", async () => {
    const refusals = [
      await inject(world.app, organization.token, payment(organization, { amount: -1 })),
      await inject(world.app, organization.token, payment(organization, { amount: 999_999_999.99 })),
      await inject(world.app, "secret-token:nonsense", { url: "/accounts" }),
      await inject(world.app, await organization.newToken({ kind: "readOnly" }), payment(organization)),
    ];
    assert.deepEqual(
      refusals.map((refusal) => refusal.status),
      [400, 400, 401, 403],
    );
    for (const refusal of refusals.slice(0, 2)) assertShape("/account/{accountId}/transactions", "post", refusal);
    assertShape("/accounts", "get", refusals[2] as (typeof refusals)[0]);
    assertShape("/account/{accountId}/transactions", "post", refusals[3] as (typeof refusals)[0]);
  });
});
