import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** How an answer of the provider differs from an honest one. */
export interface Lie {
  /** Replaces claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish, with the client's secret, or not at all. */
  readonly signed?: "otherKey" | "secret" | "none";
  /** Replaces the answer of the token endpoint. */
  readonly answer?: { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };
  /** Replaces members of the discovery document. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** A provider that says what a test wants: for answers that no honest provider gives. */
export async function openLyingProvider() {
  const own = await generateKeyPair("RS256", { extractable: true });
  const other = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "1", alg: "RS256", use: "sig" }];
  const state: { lie: Lie; nonce: string; clientId: string; clientSecret: string; lastTokenRequest: URLSearchParams } =
    {
      lie: {},
      nonce: "",
      clientId: "",
      clientSecret: "",
      lastTokenRequest: new URLSearchParams(),
    };
  let issuer = "";

  const sign = async (payload: JWTPayload, signed: Lie["signed"]) => {
    if (signed === "none") {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(payload)}.`;
    }
    if (signed === "secret")
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(state.clientSecret));
    const key = signed === "otherKey" ? other.privateKey : own.privateKey;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(key);
  };
  const idToken = () => {
    const seconds = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: issuer,
      aud: state.clientId,
      sub: "grace",
      nonce: state.nonce,
      iat: seconds,
      exp: seconds + 300,
      auth_time: seconds,
      email: "grace@acme.example",
      email_verified: true,
      ...state.lie.claims,
    };
    return sign(claims as JWTPayload, state.lie.signed);
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    const json = (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (pathname === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
        ...state.lie.document,
      });
    if (pathname === "/keys") return json({ keys });
    state.lastTokenRequest = new URLSearchParams(await text(request));
    const { answer } = state.lie;
    response.statusCode = answer?.status ?? 200;
    for (const [name, value] of Object.entries(answer?.headers ?? {})) response.setHeader(name, value);
    if (answer !== undefined) return response.end(answer.body ?? "");
    return json({ access_token: "an access token", token_type: "Bearer", id_token: await idToken() });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return {
    issuer,
    register: async (client: Readonly<Record<string, unknown>>) => {
      state.clientId = String(client["client_id"]);
      state.clientSecret = String(client["client_secret"]);
    },
    logoutReceiver: `${issuer}/logout`,
    /** What it says from now on. */
    say: (lie: Lie) => {
      state.lie = lie;
    },
    /** The address to which it sends the browser back. */
    answerTo: (authorizationUrl: string, more: Readonly<Record<string, string>> = {}): URL => {
      const asked = new URL(authorizationUrl).searchParams;
      state.nonce = asked.get("nonce") ?? "";
      const back = new URL(asked.get("redirect_uri") ?? "");
      for (const [name, value] of Object.entries({ code: "a code", state: asked.get("state") ?? "", ...more }))
        back.searchParams.set(name, value);
      return back;
    },
    lastTokenRequest: () => state.lastTokenRequest,
    /** A logout token, honest but for the lie. */
    logoutToken: async ({ claims = {}, signed }: Lie = {}) => {
      const seconds = Math.floor(Date.now() / 1000);
      const payload: Record<string, unknown> = {
        iss: issuer,
        aud: state.clientId,
        sub: "grace",
        iat: seconds,
        exp: seconds + 120,
        jti: crypto.randomUUID(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...claims,
      };
      return sign(payload as JWTPayload, signed);
    },
    close: async () => void server.close(),
  };
}
