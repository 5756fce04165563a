import type { FastifyRequest } from "fastify";
import { beginTrace, isTracing, remoteSpanOf, type TraceSpan, withinSpan } from "../telemetry/spans.ts";
import type { Api } from "./api.ts";
import type { CallerFacts } from "./request-log.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request's span, if it is sampled. */
    span: TraceSpan | undefined;
  }
}

/** Machines ask for these all the time, and learn nothing from a trace. */
const UNTRACED: readonly (string | undefined)[] = ["/healthz", "/readyz", "/metrics"];

/** A span for each request, in the trace of its caller if the caller has one. Call before anything that asks the database. */
export function traceRequests(api: Api, callerOf: (request: FastifyRequest) => CallerFacts | undefined): void {
  api.decorateRequest("span", undefined);
  if (!isTracing()) return;
  api.addHook("onRequest", (request, _reply, done) => {
    const { method, headers, routeOptions, id } = request;
    const { url: route } = routeOptions;
    if (UNTRACED.includes(route)) return withinSpan(undefined, done);
    request.span = beginTrace(route === undefined ? method : `${method} ${route}`, "requests", {
      kind: "server",
      remote: remoteSpanOf(headers["traceparent"], headers["tracestate"]),
      attributes: { "http.request.method": method, "http.route": route, "bursar.request_id": id },
    });
    withinSpan(request.span, done);
  });
  // Reading a body leaves the request's asynchronous context.
  api.addHook("preHandler", (request, _reply, done) => withinSpan(request.span, done));
  api.addHook("onResponse", (request, reply, done) => {
    const { span } = request;
    if (span !== undefined) {
      const caller = callerOf(request);
      span.set({
        "http.response.status_code": reply.statusCode,
        "bursar.organization_id": request.organizationId,
        "bursar.caller.kind": caller?.kind,
        "bursar.caller.id": caller?.id,
        // A refusal is about the request; only what this service could not do has failed.
        "error.type": reply.statusCode >= 500 ? String(reply.statusCode) : undefined,
      });
      span.end();
    }
    done();
  });
}
