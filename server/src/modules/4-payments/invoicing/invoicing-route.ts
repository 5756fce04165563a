import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type IdempotentResult, idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { sentBodyOf } from "#kernel/updates/updates.ts";
import { type Caller, callerOf } from "#records/identity";

/** What every route under /ar can refuse with, and more. */
export const planRefusals = (...more: readonly string[]): string[] => ["subscriptionRequired", ...more];

type KeyedBody = { readonly idempotencyKey?: string | null } | null;

/** A POST under /ar: its work runs once per key, and its response is the same every time. */
export async function answerOnce<Body>(
  service: Service,
  {
    request,
    reply,
    operation,
    target = {},
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    operation: string;
    /** The ids in the path. */
    target?: Readonly<Record<string, unknown>>;
  },
  work: (tx: Tx, caller: Caller) => Promise<Body>,
): Promise<Body> {
  const caller = callerOf(request);
  // Validated by the route's schema.
  const body = (request.body ?? null) as (KeyedBody & Readonly<Record<string, unknown>>) | null;
  const instruction = {
    organizationId: caller.organizationId,
    operation,
    key: idempotencyKeyOf(request, body),
    body: { ...target, ...sentBodyOf(request, body ?? {}) },
  };
  const answer = await idempotently<Body>(
    service,
    instruction,
    async (tx): Promise<IdempotentResult<Body>> => ({ statusCode: 200, body: await work(tx, caller) }),
  );
  if (answer.replayed) reply.header("idempotent-replayed", "true");
  return answer.body;
}

/** 200 with the JSON value null, as clients of this API family expect. */
export const sendNull = (reply: FastifyReply): FastifyReply => reply.type("application/json").send("null");

export const NullSchema = Type.Unsafe<null>({ const: null, title: "Nothing", description: "Always null: done." });
