import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { findSetupCode } from "#administration/setup/setup.ts";
import {
  answerChecker,
  type Contract,
  type ContractOperation,
  operationsOf,
  readContract,
} from "../../kit/operations/contract-operations.ts";
import { servedApi } from "../../kit/service/contract-document.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { browse } from "../../kit/worlds/people.ts";

/**
 * Clients are generated from the OpenAPI documents, so they must say everything. Law 36 calls every operation; this is
 * the rest: completeness, descriptions, headers, and the setup, which works once.
 */
interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Routes without a description: what browsers load, and the documents themselves. */
const PAGES = [
  "/",
  "/.well-known/security.txt",
  "/dashboard",
  "/dashboard/*",
  "/dashboard/assets/*",
  "/dashboard/icon.svg",
  "/docs",
  "/docs/*",
  "/docs/installation.json",
  "/invite/*",
  "/openapi-dashboard.json",
  "/openapi.json",
  "/pay/*",
];
/** Routes whose form is a standard's: OpenID Connect, SCIM 2.0, and OAuth 2.1. */
const ofStandards = (path: string): boolean =>
  /^\/scim\/v2\/|^\/sso\/(callback|logout)|^\/oauth\/(authorize|register|revoke|token)$|^\/\.well-known\/oauth-/.test(
    path,
  );
/** Routes without a description, because they never succeed: items of lists that are always empty. */
const ABSENT = ["/cards/{cardId}", "/safes/{safeRequestId}", "/safes/{safeRequestId}/document"];
/** Public routes that the dashboard calls before there is a session. */
const SIGN_IN = /^\/(session|setup|invitations|sso)(\/|$)/;

describe("the contract holds", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let contract: Contract;
  let operations: readonly ContractOperation[];
  let check: ReturnType<typeof answerChecker>;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    // The documents that clients get.
    contract = readContract(await servedApi(world.app));
    operations = operationsOf(contract);
    check = answerChecker(contract);
  });
  after(() => world.close());

  const operation = (id: string) => operations.find(({ operationId }) => operationId === id) ?? assert.fail(id);

  test("a service that is not set up yet is set up with the documented example", async () => {
    const empty = await openWorld();
    try {
      const { code } = (await findSetupCode({ ...empty.service, machineClock: empty.clock })) ?? {};
      const [example] = operation("setUp").body?.examples ?? [];
      const answer = await browse(empty.app, { url: "/setup", body: { ...example, code } });
      assert.equal(answer.status, 201, answer.text);
      check(operation("setUp"), answer);
    } finally {
      await empty.close();
    }
  });

  /** The service's routes in the form of the documents, without the HEAD that Fastify adds to each GET. */
  const routes = () =>
    world.app.api.routeTable
      .filter(({ method }) => method !== "HEAD")
      .map(({ method, url, scope }) => ({ method, scope, path: url.replaceAll(/:(\w+)/g, "{$1}") }));

  test("every route is in one of the two documents, except for pages and items that never exist", async () => {
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    const missing = routes().filter(({ method, path }) => !documented.includes(`${method} ${path}`));
    const unexplained = missing.map(({ path }) => path).filter((path) => !ofStandards(path));
    assert.deepEqual(unexplained.sort(), [...PAGES, ...ABSENT].sort());
    // An operation in both is refused by servedApi.
    assert.equal(documented.length, routes().length - missing.length, "and no other operation");
    for (const { method, path } of missing.filter((route) => ABSENT.includes(route.path))) {
      const url = path.replaceAll(/\{\w+\}/g, organization.accountId);
      const { status, body } = await inject(world.app, organization.token, { url });
      assert.deepEqual([method, status, body.errors.errorCode], ["GET", 404, "resourceNotFound"], path);
    }
  });

  test("what a token may call is in openapi.json, what only users may call is in the other document", async () => {
    const forDashboard = operationsOf(readContract((await browse(world.app, { url: "/openapi-dashboard.json" })).body));
    const isThere = (method: string, path: string) =>
      forDashboard.some((operation) => operation.method === method && operation.path === path);
    for (const { method, path, scope } of routes())
      if (scope === "public") assert.ok(!isThere(method, path) || SIGN_IN.test(path), `${method} ${path}`);
      else assert.equal(isThere(method, path), scope === "person", `${method} ${path}`);
    for (const path of ["/session", "/setup", "/invitations/accept"]) assert.ok(isThere("POST", path), path);
  });

  test("every field, parameter, and response is described", () => {
    const bare: string[] = [];
    const look = (schema: unknown, where: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties = {}, items, anyOf = [] } = schema as Schema;
      for (const [name, member] of Object.entries(properties)) {
        const says = [member, ...(member.anyOf ?? [])].some(
          (alternative) => alternative.description || alternative.$ref,
        );
        if (!says) bare.push(`${where}.${name}`);
        look(member, `${where}.${name}`);
      }
      look(items, `${where}[]`);
      for (const alternative of anyOf) look(alternative, where);
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

  test("documents the headers that clients act on: keys, replays, when to retry, and the caller's rate", async () => {
    const { url, body } = { url: "/categories", body: { name: "Trips", idempotencyKey: "documented" } };
    const visible = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const call = { url, body: { ...body, ...visible } };
    await inject(world.app, organization.token, call);
    const again = await inject(world.app, organization.token, call);
    const sent = Object.keys(again.headers).filter((name) => /^(ratelimit-|retry-after|idempotent-)/.test(name));
    assert.ok(sent.includes("idempotent-replayed"));
    const { responses } = operation("createCategory");
    // The headers about the caller's rate are described once: in the introduction.
    const introduced = contract.info.description.toLowerCase().match(/ratelimit-[a-z]+/g) ?? [];
    const described = [responses["201"], responses["default"]]
      .map((response) => (response?.$ref === undefined ? response : responseNamed(response.$ref)))
      .flatMap(headersOf);
    described.push(...introduced);
    assert.deepEqual(
      sent.filter((name) => !described.includes(name)),
      [],
    );
    for (const { path, parameters, body: documented, "x-preview": isPreview = false } of operations) {
      // A preview takes the body of its payment, and writes nothing that a key could protect.
      const takesKey = !isPreview && documented?.schema.properties?.["idempotencyKey"] !== undefined;
      assert.equal(
        parameters.some(({ name }) => name === "Idempotency-Key"),
        takesKey,
        path,
      );
    }
    // Refusals that waiting resolves are among those of the default response.
    const [probes, others] = [true, false].map((isProbe) =>
      operations
        .filter(({ tags }) => tags.includes("Operations") === isProbe)
        .map(({ responses }) => responses["default"]),
    );
    assert.deepEqual(new Set(probes), new Set([undefined]), "probes and metrics have none");
    const defaults = new Set(others?.map((response) => response?.$ref?.split("/").at(-1)));
    assert.ok(!defaults.has(undefined), "every other operation has one");
    for (const [name, response] of Object.entries(contract.components.responses))
      assert.equal(headersOf(response).includes("retry-after"), defaults.has(name), name);
  });

  const responseNamed = (reference = "") => contract.components.responses[reference.split("/").at(-1) ?? ""];
  const headersOf = (response: { readonly headers?: object } | undefined) =>
    Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());

  test("every refusal has the common error shape and a listed code", async () => {
    const send = operation("createTransaction");
    const readOnly = await organization.newToken({ kind: "readOnly" });
    for (const [token, more, status] of [
      [organization.token, { amount: -1 }, 400],
      [organization.token, { amount: 999_999_999.99 }, 400],
      ["secret-token:nonsense", {}, 401],
      [readOnly, {}, 403],
    ] as const) {
      const answer = await inject(world.app, token, payment(organization, more));
      assert.equal(answer.status, status, answer.text);
      check(send, answer);
    }
  });
});
