import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyTypeProvider,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from "fastify";
import type { Static, TSchema } from "typebox";
import type { Config } from "../process/config.ts";
import { type RowScope, withinScope } from "../sql/scope.ts";
import type { OrganizationId } from "../values/ids.ts";
import { isBug, replyWithError } from "./error-reply.ts";
import { refuseHttp, unavailable } from "./http-refusals.ts";
import { registerBodyParsing, stripApiPrefix } from "./parsing.ts";
import { createKnownRoutes, registerRouteNotFound } from "./route-not-found.ts";
import { REQUEST_TIMEOUT_MS, registerTimeLimit, UPLOAD_TIMEOUT_MS } from "./time-limit.ts";
import { answerUnreadable, refuseConnection } from "./unreadable-request.ts";
import { registerUploads } from "./uploads.ts";
import { registerValidation } from "./validation.ts";

/** Fastify's types for TypeBox schemas. */
export interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxProvider
>;

declare module "fastify" {
  interface FastifyRequest {
    /** The organization whose rows the request may access, once its caller is known (modules/1-records/identity). */
    organizationId: OrganizationId | undefined;
  }
  interface FastifyContextConfig {
    /** The scope of a route without a caller, taken from the request; no rows unless declared. */
    within?: (request: FastifyRequest) => RowScope | undefined;
    /** Says what the request of another route would do, with the same body, and writes nothing: it takes no key. */
    isPreview?: true;
    /** Codes of the refusals this route can give, in addition to those that any route can give. */
    refusals?: readonly string[];
  }
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * An HTTP server with the rules of every route: strict input, one error shape, and both path prefixes. `isExcused`
 * returns, for an error that looks like a bug, whether this node cannot serve at present.
 */
export function createApi(
  config: Config,
  log: FastifyBaseLogger | false,
  isExcused: () => Promise<boolean> = () => Promise.resolve(false),
): Api {
  const routes = createKnownRoutes();
  const app = Fastify({
    ...(log === false ? { logger: false } : { loggerInstance: log }),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests, because a child logger for each costs time; lines about a request include its id.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: ({ headers }) => clientsIdOf(headers["x-request-id"]) ?? randomUUID(),
    rewriteUrl: (request) => stripApiPrefix(request.url ?? "/"),
    // Some clients append a slash to every path.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // A client that sends an unreadable request line or headers gets the same error shape.
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
    // Bytes that are not HTTP get it, too; a request without a Host header is rejected below.
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, routes),
    http: { requireHostHeader: false, headersTimeout: REQUEST_TIMEOUT_MS },
    // app.ts rejects requests during shutdown in the standard error shape.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxProvider>();
  // Node.js answers an unknown Expect header with an empty 417; handle the request instead (RFC 9110 §10.1.1).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  // Node.js drops the connection of a CONNECT that nothing listens for.
  app.server.on("connect", ({ url = "" }, socket) => refuseConnection(socket, routes.refusalOf("CONNECT", url)));
  app.decorateRequest("organizationId", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const problem = hostProblem(request.raw);
    if (problem !== undefined) return done(refuseHttp("badRequest", { details: { problem } }));
    withinScope("none", done);
  });
  // In preHandler, because reading a body leaves the request's asynchronous context.
  app.addHook("preHandler", (request, _reply, done) => {
    withinScope(request.organizationId ?? request.routeOptions.config?.within?.(request) ?? "none", done);
  });
  registerTimeLimit(app);
  registerBodyParsing(app);
  registerUploads(app, config);
  registerValidation(app);
  // Each module builds its replies field by field; a compiled serializer would coerce values it does not expect.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) =>
    isBug(error)
      ? isExcused().then((excused) => replyWithError(excused ? unavailable(error) : error, request, reply))
      : replyWithError(error, request, reply),
  );
  registerRouteNotFound(app, routes);
  const isHttps = config.publicUrl.startsWith("https://");
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (isHttps) reply.header("strict-transport-security", "max-age=31536000");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
    done();
  });
  return app;
}

/** A client's own ID of its request is kept, so that both sides find it in their logs; audit rows contain it, too. */
const clientsIdOf = (sent: unknown): string | undefined =>
  typeof sent === "string" && /^[A-Za-z0-9][\w.:+=@~/-]{0,127}$/.test(sent) ? sent : undefined;

/** RFC 9112 §3.2 requires exactly one. Node.js keeps the first of several, and a proxy may have used another one. */
function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (count > 1) return "it has more than one Host header";
  return count === 0 && httpVersion === "1.1" ? "it has no Host header" : undefined;
}

/** The caller's organization, on routes that require a caller. */
export function organizationOf(request: FastifyRequest): OrganizationId {
  if (!request.organizationId) throw refuseHttp("internalError");
  return request.organizationId;
}
