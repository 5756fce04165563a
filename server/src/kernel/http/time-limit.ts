import type { FastifyInstance } from "fastify";

/** How long a complete request may take to arrive. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** The same for uploads: 32 MB over a slow connection. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Node.js has one time limit for all requests, which is that of uploads. The bodies of all other requests are limited
 * here, with the same outcome.
 */
export function registerTimeLimit(app: FastifyInstance, timeoutMs: number = REQUEST_TIMEOUT_MS): void {
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
      const clear = () => clearTimeout(timer);
      raw.once("end", clear).once("close", clear);
    }
    done(null, payload);
  });
}
