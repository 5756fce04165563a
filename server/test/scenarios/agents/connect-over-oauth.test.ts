/** Users connect agents over OAuth: the service is the authorization server, `bursar mcp --http` the resource server. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { serveOverHttp } from "#cli/mcp/serve-http.ts";
import { DAY_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { makeTokenText } from "#records/identity/tokens/token-text.ts";
import { passTime } from "../../kit/service/eventually.ts";
import { freePort } from "../../kit/service/free-port.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { agentOf } from "../../kit/worlds/agent.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";

const BACK = "http://127.0.0.1:9100/back";

describe("a user connects an agent over OAuth", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: TestPerson;
  let cookie: string;
  let base: string;
  let resource: string;
  let server: Awaited<ReturnType<typeof serveOverHttp>>;

  before(async () => {
    const [port, agentsPort] = [await freePort(), await freePort()];
    base = `http://127.0.0.1:${port}`;
    resource = `http://127.0.0.1:${agentsPort}/mcp`;
    world = await openWorld({ publicUrl: base });
    await world.app.api.listen({ host: "127.0.0.1", port });
    server = await serveOverHttp({ serviceUrl: base, host: "127.0.0.1", port: agentsPort, resource });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
    ada = await newPerson(world, organization.organizationId);
    cookie = await provedIn(world.app, ada);
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await world.close();
  });

  /** The page of the dashboard, as a user's browser gets to it and answers it. */
  async function consent(authorizeUrl: URL, limits: object = {}, given?: string) {
    // The clock that tests move is the machine's, too: a proof of identity lasts for minutes.
    const by = given ?? (await provedIn(world.app, ada));
    const toPage = await fetch(authorizeUrl, { redirect: "manual" });
    assert.equal(toPage.status, 303);
    const page = new URL(toPage.headers.get("location") ?? "", base);
    assert.equal(page.pathname, "/dashboard/connect");
    const request = page.searchParams.get("request") ?? "";
    const headers = { "sec-fetch-site": "same-origin" };
    const shown = await browse(world.app, { url: `/oauth/authorization?request=${request}`, cookie: by, headers });
    const answer = await browse(world.app, {
      url: "/oauth/authorization",
      body: { request, ...limits },
      cookie: by,
      headers,
    });
    return { shown, answer };
  }

  /** What a client of the SDK remembers. */
  function newProvider(): Omit<OAuthClientProvider, "tokens"> & {
    tokens(): OAuthTokens | undefined;
    readonly sentTo: URL[];
  } {
    let client: OAuthClientInformationMixed | undefined;
    let tokens: OAuthTokens | undefined;
    let verifier = "";
    const sentTo: URL[] = [];
    return {
      sentTo,
      redirectUrl: BACK,
      clientMetadata: { client_name: "Story Client", redirect_uris: [BACK], token_endpoint_auth_method: "none" },
      clientInformation: () => client,
      saveClientInformation: (information) => {
        client = information;
      },
      tokens: () => tokens,
      saveTokens: (saved) => {
        tokens = saved;
      },
      redirectToAuthorization: (url) => void sentTo.push(url),
      saveCodeVerifier: (saved) => {
        verifier = saved;
      },
      codeVerifier: () => verifier,
    };
  }

  test("the official client discovers, registers, asks the user, and works within the limits that the user chose", async () => {
    const provider = newProvider();
    const connect = async () => {
      const client = new Client({ name: "story-client", version: "2.0.0" });
      const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider });
      return { client, transport };
    };
    const first = await connect();
    await assert.rejects(first.client.connect(first.transport), UnauthorizedError);
    const [url] = provider.sentTo;
    assert.ok(url);
    const { shown, answer } = await consent(url, { limitPerPayment: 50, paymentsPerDay: 2 });
    const { refusedTo, ...asked } = shown.body;
    assert.deepEqual(asked, { clientName: "Story Client", returnsTo: "127.0.0.1:9100", resource });
    const refused = new URL(refusedTo);
    assert.equal(`${refused.origin}${refused.pathname}`, BACK);
    assert.deepEqual([refused.searchParams.get("error"), refused.searchParams.get("code")], ["access_denied", null]);
    assert.equal(refused.searchParams.get("state"), url.searchParams.get("state"));
    assert.equal(answer.status, 200, answer.text);
    const back = new URL(answer.body.redirectTo);
    assert.equal(`${back.origin}${back.pathname}`, BACK);
    assert.equal(back.searchParams.get("iss"), base);
    await first.transport.finishAuth(back.searchParams.get("code") ?? "");

    const { client, transport } = await connect();
    await client.connect(transport);
    const agent = agentOf(client);
    const limits = await agent.call("get_limits");
    assert.equal(limits.body.limits.paymentsPerDay.left, 2, limits.text);
    const { accountId, recipientId } = organization;
    const preview = await agent.call("preview_payment", { accountId, recipientId, amount: 50, paymentMethod: "ach" });
    const { previewId } = preview.body;
    const requested = await agent.call("request_payment", { previewId, amount: 50, recipientId });
    assert.equal(requested.body.request.status, "pendingApproval", requested.text);
    const dear = await agent.call("preview_payment", { accountId, recipientId, amount: 51, paymentMethod: "ach" });
    assert.match(dear.text, /^This token may move at most 50\.00 USD in one payment/);

    // The access token lasts a quarter of an hour; the client renews it without the user.
    const before = provider.tokens();
    world.clock.set(plusMs(world.clock.now(), 16 * MINUTE_MS));
    passTime(600);
    assert.equal((await agent.call("list_accounts")).isError, false);
    assert.notEqual(provider.tokens()?.access_token, before?.access_token);
    assert.notEqual(provider.tokens()?.refresh_token, before?.refresh_token);

    // It is on the page of tokens like any other, and revoked there.
    const listed = (await browse(world.app, { url: "/tokens", cookie })).body.tokens;
    const mine = listed.find(({ name }: { name: string }) => name === "Story Client");
    assert.deepEqual([mine.kind, mine.createdBy.id], ["agent", ada.userId]);
    assert.equal((await browse(world.app, { method: "DELETE", url: `/tokens/${mine.tokenId}`, cookie })).status, 204);
    passTime(600);
    await assert.rejects(client.listTools(), (error: Error) =>
      /Unauthorized|revoked|401/i.test(`${error.name} ${error.message}`),
    );
  });

  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const response = await fetch(`${base}${path}`, { method: "POST", body: new URLSearchParams(form) });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const register = async (body: object) => {
    const response = await fetch(`${base}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  /** A connection made by hand, with everything that an attacker could have copied. */
  async function connected() {
    const verifier = randomBytes(32).toString("base64url");
    const clientId = (await register({ client_name: "By hand", redirect_uris: [BACK] })).body["client_id"] ?? "";
    const parameters = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: BACK,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource,
      state: "00123",
    };
    const { answer } = await consent(new URL(`${base}/oauth/authorize?${new URLSearchParams(parameters)}`));
    assert.equal(answer.status, 200, answer.text);
    const back = new URL(answer.body.redirectTo);
    assert.equal(back.searchParams.get("state"), "00123");
    const code = back.searchParams.get("code") ?? "";
    const form = {
      grant_type: "authorization_code",
      code,
      client_id: clientId,
      redirect_uri: BACK,
      code_verifier: verifier,
      resource,
    };
    return { form, clientId, tokenId: answer.body.tokenId as string, parameters };
  }
  const problemOf = async (path: string, form: Readonly<Record<string, string>>) => (await post(path, form)).body.error;
  const statusAtMcp = async (token: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    });
    const response = await fetch(resource, { method: "POST", headers, body });
    await response.body?.cancel();
    return response.status;
  };

  test("a code needs its verifier, its client, and its address, works once, and its second use ends the access", async () => {
    const { form } = await connected();
    const other = (await register({ redirect_uris: [BACK] })).body["client_id"] ?? "";
    for (const [change, problem] of [
      [{ code_verifier: randomBytes(32).toString("base64url") }, "invalid_grant"],
      [{ code_verifier: "short" }, "invalid_grant"],
      [{ client_id: other }, "invalid_grant"],
      [{ redirect_uri: "http://127.0.0.1:9100/other" }, "invalid_grant"],
      [{ resource: "http://127.0.0.1:1/mcp" }, "invalid_target"],
      [{ code: `${form.code.slice(0, -2)}AA` }, "invalid_grant"],
      [{ code: "hello" }, "invalid_grant"],
      [{ client_id: "" }, "invalid_request"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
    ] as const)
      assert.equal(await problemOf("/oauth/token", { ...form, ...change }), problem, JSON.stringify(change));
    const issued = await post("/oauth/token", form);
    assert.deepEqual(
      [issued.status, issued.body.token_type, issued.body.expires_in, issued.body.scope],
      [200, "Bearer", 900, "agent"],
    );
    assert.equal(await statusAtMcp(issued.body.access_token), 200);
    assert.equal(await problemOf("/oauth/token", form), "invalid_grant");
    passTime(600);
    assert.equal(await statusAtMcp(issued.body.access_token), 401, "a stolen code ends the access, too");
  });

  test("a code expires within a minute", async () => {
    const { form } = await connected();
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    assert.equal(await problemOf("/oauth/token", form), "invalid_grant");
  });

  test("a refresh token works once, and a copy that is used ends the access", async () => {
    const { form, clientId, tokenId } = await connected();
    const { body: issued } = await post("/oauth/token", form);
    const refresh = (token: string) => ({ grant_type: "refresh_token", refresh_token: token, client_id: clientId });
    const renewed = await post("/oauth/token", refresh(issued.refresh_token));
    assert.equal(renewed.status, 200);
    passTime(600);
    assert.equal(await statusAtMcp(issued.access_token), 401, "the access token before it is no longer valid");
    assert.equal(await statusAtMcp(renewed.body.access_token), 200);
    assert.equal(await problemOf("/oauth/token", refresh(issued.refresh_token)), "invalid_grant");
    passTime(600);
    assert.equal(await statusAtMcp(renewed.body.access_token), 401);
    assert.equal(await problemOf("/oauth/token", refresh(renewed.body.refresh_token)), "invalid_grant");
    const listed = (await browse(world.app, { url: "/tokens", cookie })).body.tokens;
    assert.equal(listed.find((token: { tokenId: string }) => token.tokenId === tokenId).state, "revoked");
  });

  test("the server for agents accepts only access tokens that are for it", async () => {
    const agentToken = await organization.newToken({ kind: "agent", allowlist: [] });
    for (const token of [organization.token, agentToken, "hello", "secret-token:bursar_sandbox_ag_x"])
      assert.equal(await statusAtMcp(token), 401, token.slice(0, 30));
    const bare = await fetch(resource, { method: "POST" });
    assert.equal(bare.status, 401);
    const { origin } = new URL(resource);
    assert.match(
      bare.headers.get("www-authenticate") ?? "",
      new RegExp(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`),
    );
    const described = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
    const metadata = JSON.parse(await described.text());
    assert.deepEqual([metadata.resource, metadata.authorization_servers], [resource, [base]]);
    const foreign = await fetch(resource, { method: "POST", headers: { origin: "https://evil.example.com" } });
    assert.equal(foreign.status, 403);
    const elsewhere = await connected();
    assert.ok(elsewhere.parameters);
  });

  test("another token's session is not found", async () => {
    const { body: mine } = await post("/oauth/token", (await connected()).form);
    const { body: others } = await post("/oauth/token", (await connected()).form);
    const open = async (token: string, session?: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session && { "mcp-session-id": session }),
      };
      const body = session
        ? { jsonrpc: "2.0", id: 2, method: "tools/list" }
        : {
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
          };
      const response = await fetch(resource, { method: "POST", headers, body: JSON.stringify(body) });
      await response.body?.cancel();
      return response;
    };
    const session = (await open(mine.access_token)).headers.get("mcp-session-id") ?? "";
    assert.notEqual(session, "");
    assert.equal((await open(mine.access_token, session)).status, 200);
    assert.equal((await open(others.access_token, session)).status, 404);
  });

  test("a request that is not the application's own is refused, before anything is sent anywhere", async () => {
    const { parameters } = await connected();
    const refusedBy = async (change: Readonly<Record<string, string>>) => {
      const query = new URLSearchParams({ ...parameters, ...change });
      const { shown, answer } = await consent(new URL(`${base}/oauth/authorize?${query}`));
      assert.equal(shown.code, answer.code);
      return answer.code;
    };
    const [payload = "", code = ""] = parameters.client_id.split(".");
    const forged = Buffer.from(JSON.stringify(["Bursar", ["https://evil.example.com/"]])).toString("base64url");
    for (const change of [
      { client_id: `${forged}.${code}` },
      { client_id: payload },
      { client_id: "" },
      { redirect_uri: "https://evil.example.com/" },
      { redirect_uri: "http://127.0.0.1:9100/back/../evil" },
      { response_type: "token" },
      { code_challenge_method: "plain" },
      { code_challenge: "short" },
      { resource: "" },
      { resource: "javascript:alert(1)" },
    ])
      assert.equal(await refusedBy(change), "agentConnectionInvalid", JSON.stringify(change));
    // On the user's own machine, the port may be another one.
    const { answer } = await consent(
      new URL(
        `${base}/oauth/authorize?${new URLSearchParams({ ...parameters, redirect_uri: "http://127.0.0.1:9999/back" })}`,
      ),
    );
    assert.equal(answer.status, 200, answer.text);
    for (const uris of [
      ["javascript:alert(1)"],
      ["http://example.com/"],
      ["https://a@b.example/"],
      [],
      ["https://x.example/#y"],
      "https://x.example/",
    ])
      assert.equal((await register({ redirect_uris: uris })).body["error"], "invalid_client_metadata");
  });

  test("connecting needs the permission to manage tokens and a step-up, and is done once per key", async () => {
    const { parameters } = await connected();
    const url = new URL(`${base}/oauth/authorize?${new URLSearchParams(parameters)}`);
    const viewer = await provedIn(world.app, await newPerson(world, organization.organizationId, { role: "viewer" }));
    assert.equal((await consent(url, {}, viewer)).answer.code, "notPermitted");
    const first = await consent(url, { idempotencyKey: "connect-once" });
    const again = await consent(url, { idempotencyKey: "connect-once" });
    assert.deepEqual(again.answer.body, { tokenId: first.answer.body.tokenId }, "a replay has no code");
    assert.equal(again.answer.headers["idempotent-replayed"], "true");
  });

  test("guessed codes and tokens count as wrong credentials of their network, where real ones still work", async () => {
    const guess = () => makeTokenText({ mode: "sandbox", kind: "agent", organizationId: organization.organizationId });
    const from = (remoteAddress: string, url: string, form: Readonly<Record<string, string>>) =>
      world.app.api.inject({
        method: "POST",
        url,
        remoteAddress,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      });
    const attempts = [
      () => ({ url: "/oauth/token", form: { grant_type: "refresh_token", refresh_token: guess(), client_id: "any" } }),
      () => ({ url: "/oauth/token", form: { grant_type: "authorization_code", code: guess(), client_id: "any" } }),
      () => ({ url: "/oauth/revoke", form: { token: guess() } }),
    ];
    for (const [network, attempt] of attempts.entries()) {
      const address = `198.51.100.${network}`;
      const statuses: number[] = [];
      for (let n = 0; n < 65; n += 1) {
        const { url, form } = attempt();
        statuses.push((await from(address, url, form)).statusCode);
      }
      assert.equal(statuses.filter((status) => status === 429).length, 5, statuses.join(" "));
      const { form } = await connected();
      const real = await from(address, "/oauth/token", form);
      assert.equal(real.statusCode, 200, "a real code from the same network works");
    }
  });

  test("access and refresh tokens expire, and a client can end its access", async () => {
    const { form, clientId } = await connected();
    const { body: issued } = await post("/oauth/token", form);
    const { body: other } = await post("/oauth/token", (await connected()).form);
    assert.equal((await post("/oauth/revoke", { token: other.refresh_token })).status, 200);
    assert.equal((await post("/oauth/revoke", { token: "unknown" })).status, 200);
    passTime(600);
    assert.equal(await statusAtMcp(other.access_token), 401);
    world.clock.set(plusMs(world.clock.now(), 16 * MINUTE_MS));
    const expired = await inject(world.app, issued.access_token, { url: "/token" });
    assert.equal(expired.body.errors.errorCode, "tokenExpired");
    world.clock.set(plusMs(world.clock.now(), 30 * DAY_MS));
    assert.equal(
      await problemOf("/oauth/token", {
        grant_type: "refresh_token",
        refresh_token: issued.refresh_token,
        client_id: clientId,
      }),
      "invalid_grant",
    );
  });
});
