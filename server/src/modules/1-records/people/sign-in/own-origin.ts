import type { FastifyRequest } from "fastify";
import type { Config } from "#kernel/process/config.ts";
import { refusePeople } from "../people-refusals.ts";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** The origins of this service's own pages: its public address and its listen address. */
function ownOrigins(
  request: FastifyRequest,
  { publicUrl, host }: Pick<Config, "publicUrl" | "host">,
): readonly string[] {
  const listening = request.server.server.address();
  const port = typeof listening === "object" && listening !== null ? listening.port : undefined;
  const name = host.includes(":") ? `[${host}]` : host;
  const isLocal = [...LOOPBACK, "0.0.0.0", "[::]"].includes(name);
  const names = isLocal ? [name, ...LOOPBACK] : [name];
  return [new URL(publicUrl).origin, ...(port === undefined ? [] : names.map((name) => `http://${name}:${port}`))];
}

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Rejects cross-site request forgery, in addition to the cookie's SameSite attribute: a request with effects must state
 * by Origin, or else by Sec-Fetch-Site, that it comes from this service's own pages. `mustSay` is false if no session
 * exists yet: then only a foreign origin is rejected.
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  config: Pick<Config, "publicUrl" | "host">,
  { mustSay }: { mustSay: boolean },
): void {
  if (isSafe(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const own = ownOrigins(request, config);
  const isOwn =
    origin === undefined ? site === "same-origin" || (site === undefined && !mustSay) : own.includes(origin);
  if (!isOwn) throw refusePeople("crossOriginRefused", { details: { expected: own[0] } });
}
