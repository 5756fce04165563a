import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A document in both forms in which it is sent, made once. */
export interface ServedDocument {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** Weak, because both forms have it (RFC 9110 §8.8.1). */
  readonly tag: string;
}

export function servedDocument(document: unknown): ServedDocument {
  const plain = Buffer.from(JSON.stringify(document));
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { plain, compressed: gzipSync(plain), tag: `W/"${digest}"` };
}

/** It changes with the version only: clients keep it for a while, and then ask whether it is still the same. */
const KEPT = "public, max-age=300";

/** Sends the document, compressed if the client can read that, or 304 if the client has it. */
export function sendDocument(
  { plain, compressed, tag }: ServedDocument,
  { headers }: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
): FastifyReply {
  reply.header("cache-control", KEPT).header("etag", tag).header("vary", "accept-encoding");
  if (hasTag(headers["if-none-match"], tag)) return reply.code(304).send();
  reply.type("application/json; charset=utf-8");
  return acceptsGzip(headers["accept-encoding"])
    ? reply.header("content-encoding", "gzip").send(compressed)
    : reply.send(plain);
}

/** RFC 9110 §13.1.2: compared weakly. */
const hasTag = (sent: string | undefined, tag: string): boolean =>
  sent?.split(",").some((name) => name.trim() === "*" || `W/${name.trim().replace(/^W\//, "")}` === tag) === true;

/** RFC 9110 §12.5.3: named, and not with the weight zero. */
const acceptsGzip = (sent: string | string[] | undefined): boolean =>
  String(sent ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase().split(";"))
    .some(([name, weight = ""]) => (name === "gzip" || name === "*") && !/^\s*q=0(\.0*)?\s*$/.test(weight));
