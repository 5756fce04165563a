import type { Api } from "#kernel/http/api.ts";
import { refuseHttp } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";

const VALID_MS = 180 * 24 * 3_600_000;

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. 404 without a contact. */
export function securityTextRoute(app: Api, { config: { securityContact, publicUrl } }: Service): void {
  app.get("/.well-known/security.txt", { config: { scope: "public" }, schema: { hide: true } }, (request, reply) => {
    if (securityContact === undefined)
      throw refuseHttp("routeNotFound", { details: { method: request.method, path: request.url.slice(0, 200) } });
    const expires = new Date(Date.now() + VALID_MS).toISOString();
    const canonical = `${publicUrl}/.well-known/security.txt`;
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`, `Canonical: ${canonical}`, ""];
    return reply.type("text/plain; charset=utf-8").serializer(String).send(lines.join("\n"));
  });
}
