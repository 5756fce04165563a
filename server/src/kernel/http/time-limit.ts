import type { FastifyInstance, FastifyRequest } from "fastify";

/** How long a complete request may take to arrive. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The same for uploads: 32 MB over a slow connection. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Node.js has one time limit for all requests, which is that of uploads. The bodies of all other requests are limited
 * here, with the same outcome.
 */
export function registerTimeLimit(app: FastifyInstance, timeoutMs: number = REQUEST_TIMEOUT_MS): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { raw } = request;
    if (request.routeOptions.config.upload !== true && !raw.complete) {
      const timer = setTimeout(() => {
        const error = Object.assign(new Error("The request did not arrive in time"), {
          code: "ERR_HTTP_REQUEST_TIMEOUT",
        });
        if (!app.server.emit("clientError", error, raw.socket)) raw.socket.destroy();
      }, timeoutMs);
      timer.unref();
      timers.set(request, timer);
    }
    done(null, payload);
  });
  // The body has arrived and been parsed, or the request was answered without it.
  const clear = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
    clearTimeout(timers.get(request));
    done();
  };
  app.addHook("preValidation", clear);
  app.addHook("onResponse", clear);
}
