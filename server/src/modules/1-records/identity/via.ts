import type { FastifyRequest } from "fastify";
import type { TokenKind } from "./scopes.ts";

/**
 * Through which program an agent calls the API: `bursar mcp` names itself and its client in this header. It is a claim, and
 * nothing is decided by it; that a token is an agent's is a fact.
 */
const HEADER = "bursar-via";

/** `mcp claude-desktop/1.4.0`: the way, the client's name, and its version. */
const FORM = /^mcp [A-Za-z0-9][A-Za-z0-9 ._()-]{0,58}\/[A-Za-z0-9][A-Za-z0-9.+_-]{0,28}$/;

/** For audit rows and reviews: absent if the request comes from no agent. A header of another form is ignored. */
export function viaOf({ headers }: FastifyRequest, kind: TokenKind): { readonly via?: string } {
  const claimed = headers[HEADER];
  if (typeof claimed === "string" && FORM.test(claimed)) return { via: claimed };
  return kind === "agent" ? { via: "agent" } : {};
}
