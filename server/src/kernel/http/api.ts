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
import { type Scope, withinScope } from "../sql/scope.ts";
import type { OrganizationId } from "../values/ids.ts";
import { replyWithError } from "./error-reply.ts";
import { refuseHttp } from "./http-refusals.ts";
import { registerBodyParsing, stripApiPrefix } from "./parsing.ts";
import { registerRouteNotFound } from "./route-not-found.ts";
import { answerUnreadable, REQUEST_TIMEOUT_MS } from "./unreadable-request.ts";
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
    /** Whose rows the request may read and write, once its caller is known (modules/identity). */
    organizationId: OrganizationId | undefined;
  }
  interface FastifyContextConfig {
    /** Whose rows a route without a caller may read and write, taken from the request; nobody's unless stated. */
    within?: (request: FastifyRequest) => Scope | undefined;
    /** Codes of the refusals this route can give, in addition to those that any route can give. */
    refusals?: readonly string[];
  }
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/** An HTTP server with the rules every route lives under: strict input, one error shape, both path prefixes. */
export function createApi(config: Config, log: FastifyBaseLogger | false): Api {
  const app = Fastify({
    ...(log === false ? { logger: false } : { loggerInstance: log }),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests instead of a child for each: lines that tell of a request name its id themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => stripApiPrefix(request.url ?? "/"),
    // Clients that put a slash behind every path mean the same route.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // A client that sends an unreadable request line or headers gets the same error shape.
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
    // One that sends what is no request at all does, too; one that names no host is refused below.
    clientErrorHandler: answerUnreadable,
    http: { requireHostHeader: false },
    // app.ts refuses what comes while the service goes down, in the one error shape.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxProvider>();
  // Whatever else it expects than to be told to go on is no reason for Node.js to refuse it with an empty body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.decorateRequest("organizationId", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const problem = hostProblem(request.raw);
    if (problem !== undefined) return done(refuseHttp("badRequest", { details: { problem } }));
    withinScope("none", done);
  });
  // Only now, because reading a body leaves the request's asynchronous context.
  app.addHook("preHandler", (request, _reply, done) => {
    withinScope(request.organizationId ?? request.routeOptions.config?.within?.(request) ?? "none", done);
  });
  registerBodyParsing(app);
  registerValidation(app);
  // Replies are shaped by their module, field by field; a compiled serializer would coerce what it does not expect.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply));
  registerRouteNotFound(app);
  const isHttps = config.publicUrl.startsWith("https://");
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (isHttps) reply.header("strict-transport-security", "max-age=31536000");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-store");
    done();
  });
  return app;
}

/** RFC 9112 §3.2: exactly one. Node.js keeps the first of several, and a proxy in front may have gone by another one. */
function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (count > 1) return "it has more than one Host header";
  return count === 0 && httpVersion === "1.1" ? "it has no Host header" : undefined;
}

/** The organization of the caller, on routes that only a caller can open. */
export function organizationOf(request: FastifyRequest): OrganizationId {
  if (!request.organizationId) throw refuseHttp("internalError");
  return request.organizationId;
}
