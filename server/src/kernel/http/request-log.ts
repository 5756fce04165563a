import type { FastifyRequest } from "fastify";
import type { Service } from "../process/service.ts";
import type { Api } from "./api.ts";

/** Who makes a request: never the credential itself. */
export interface CallerFacts {
  /** `token` or `user`. */
  readonly kind: string;
  readonly id: string;
}

export interface RequestLogOptions {
  /** The share of requests that get a line. Those that fail with 500 or more always do. */
  readonly share: number;
  /** The caller, once it is known. */
  readonly callerOf: (request: FastifyRequest) => CallerFacts | undefined;
  readonly random?: () => number;
}

/**
 * Writes one line for each request, when its response has left. It has the route's pattern instead of the path, and no
 * body, query, or header except the request's ID: these may contain account numbers and tokens.
 */
export function logRequests(
  api: Api,
  log: Pick<Service["log"], "info">,
  { share, callerOf, random = Math.random }: RequestLogOptions,
): void {
  api.addHook("onResponse", (request, reply, done) => {
    if (reply.statusCode >= 500 || share === 1 || random() < share) {
      const caller = callerOf(request);
      log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? "(none)",
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 100) / 100,
          callerKind: caller?.kind,
          callerId: caller?.id,
          organizationId: request.organizationId,
          requestId: request.id,
          traceId: request.span?.traceId,
          // The client has gone before the response was complete.
          ...(!reply.raw.writableFinished && { disconnected: true }),
        },
        "request",
      );
    }
    done();
  });
}
