import type { FastifyRequest } from "fastify";
import type { Config } from "../../../kernel/process/config.ts";
import { refusePeople } from "../people-refusals.ts";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Where this service's own pages come from: its public address, and the one it listens on. */
function ownOrigins(
  request: FastifyRequest,
  { publicUrl, host }: Pick<Config, "publicUrl" | "host">,
): readonly string[] {
  const listening = request.server.server.address();
  const port = typeof listening === "object" && listening !== null ? listening.port : undefined;
  const name = host.includes(":") ? `[${host}]` : host;
  const isLocal = [...LOOPBACK, "0.0.0.0", "[::]"].includes(name);
  const names = isLocal ? [name, ...LOOPBACK] : [name];
  return [new URL(publicUrl).origin, ...(port === undefined ? [] : names.map((one) => `http://${one}:${port}`))];
}

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Refuses what another site's page makes a browser send (cross-site request forgery), beside the cookie's SameSite: a request
 * that changes something must say by Origin, or without one by Sec-Fetch-Site, that it comes from this service's own pages.
 * `mustSay` is false where no session is at stake yet: then only a foreign origin is refused.
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
