import { randomUUID } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { CommandRefused } from "../action.ts";
import { agentApi } from "./agent-api.ts";
import { createMcpServer } from "./mcp-server.ts";

export interface HttpOptions {
  /** The service, which is also the authorization server. */
  readonly serviceUrl: string;
  readonly host: string;
  readonly port: number;
  /** How clients reach this server, with its path: the audience of access tokens. */
  readonly resource: string;
}

/** A conversation of one client. It belongs to the token with which it began. */
interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly tokenId: string;
  /** Of the latest request: an access token is renewed during a session. */
  token: string;
  usedAtMs: number;
}

const SESSIONS_MAX = 200;
const IDLE_MS = 30 * MINUTE_MS;
const PATH = "/mcp";
const METADATA = "/.well-known/oauth-protected-resource";

/**
 * Streamable HTTP for agents, with OAuth (ADR 0128): a resource server (RFC 9728) whose authorization server is the service.
 * It accepts only access tokens whose audience it is, and asks the service about each of them with every request.
 */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const sessions = new Map<string, Session>();
  const server = createServer((request, response) => {
    handle(options, sessions, request, response).catch(() => {
      if (!response.headersSent) reply(response, 500, { error: "The request failed because of a bug." });
      else response.end();
    });
  });
  server.requestTimeout = MINUTE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

async function handle(
  options: HttpOptions,
  sessions: Map<string, Session>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (!isOwnOrigin(request, options)) return reply(response, 403, { error: "Pages of other sites may not call this." });
  if (path === METADATA || path === `${METADATA}${PATH}`) return reply(response, 200, metadataOf(options));
  if (path !== PATH) return reply(response, 404, { error: `The protocol is at ${PATH}.` });
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) return unauthorized(response, options, undefined);
  const bearer = await askAbout(options, token);
  if ("status" in bearer) return reply(response, bearer.status, { error: bearer.sentence });
  if ("refused" in bearer) return unauthorized(response, options, bearer.refused);
  const session = sessionOf(options, sessions, request, { token, tokenId: bearer.tokenId });
  if (session === undefined) return reply(response, 404, { error: "There is no such session. Initialize a new one." });
  await (await session).transport.handleRequest(request, response);
}

/** Browsers name the page that calls; a page of another site must not (DNS rebinding). Other clients name none. */
function isOwnOrigin({ headers: { origin } }: IncomingMessage, { resource }: HttpOptions): boolean {
  return origin === undefined || origin === new URL(resource).origin;
}

const metadataOf = ({ resource, serviceUrl }: HttpOptions) => ({
  resource,
  authorization_servers: [serviceUrl],
  scopes_supported: ["agent"],
  bearer_methods_supported: ["header"],
  resource_name: "Bursar",
});

function unauthorized(response: ServerResponse, { resource }: HttpOptions, refused: string | undefined): void {
  const { origin, pathname } = new URL(resource);
  const metadata = `resource_metadata="${origin}${METADATA}${pathname}"`;
  const error = refused === undefined ? "" : `, error="invalid_token"`;
  response.setHeader("www-authenticate", `Bearer ${metadata}, scope="agent"${error}`);
  reply(response, 401, { error: refused ?? "Connect with OAuth first." });
}

type Asked =
  | { readonly tokenId: string }
  | { readonly refused: string }
  | { readonly status: number; readonly sentence: string };

/** Whether the service knows the token, and whether it is for this server. */
async function askAbout({ serviceUrl, resource }: HttpOptions, token: string): Promise<Asked> {
  if (!/^[!-~]+$/.test(token)) return { refused: "This is not a token of Bursar." };
  try {
    const self = await agentApi(
      () => ({ url: serviceUrl, token }),
      () => undefined,
    ).get("/token");
    return self["audience"] === resource && typeof self["tokenId"] === "string"
      ? { tokenId: self["tokenId"] }
      : { refused: "This token is for another server." };
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return error.body === undefined ? { status: 503, sentence: error.message } : { refused: error.message };
  }
}

/** The session that the request names, if it is the token's own, or a new one. Undefined if there is none of that name. */
function sessionOf(
  options: HttpOptions,
  sessions: Map<string, Session>,
  request: IncomingMessage,
  { token, tokenId }: { readonly token: string; readonly tokenId: string },
): Promise<Session> | Session | undefined {
  const named = request.headers["mcp-session-id"];
  if (named === undefined) return openSession(options, sessions, { token, tokenId });
  const session = typeof named === "string" ? sessions.get(named) : undefined;
  if (session === undefined || session.tokenId !== tokenId) return undefined;
  session.token = token;
  session.usedAtMs = performance.now();
  return session;
}

async function openSession(
  { serviceUrl }: HttpOptions,
  sessions: Map<string, Session>,
  { token, tokenId }: { readonly token: string; readonly tokenId: string },
): Promise<Session> {
  endOld(sessions);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (sessionId) => void sessions.set(sessionId, session),
    onsessionclosed: (sessionId) => void sessions.delete(sessionId),
  });
  const session: Session = { transport, tokenId, token, usedAtMs: performance.now() };
  await createMcpServer(() => ({ url: serviceUrl, token: session.token })).connect(transport);
  return session;
}

/** Ends idle sessions, and the one that was unused for longest if there are too many. */
function endOld(sessions: Map<string, Session>): void {
  const now = performance.now();
  const byUse = [...sessions].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
  for (const [at, [sessionId, { transport, usedAtMs }]] of byUse.entries()) {
    if (now - usedAtMs < IDLE_MS && byUse.length - at < SESSIONS_MAX) return;
    sessions.delete(sessionId);
    void transport.close();
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
