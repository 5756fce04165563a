import type { Static } from "typebox";
import { Type } from "typebox";
import { Nullable, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import {
  type AuthorizationRequest,
  type Caller,
  createToken,
  grantAccess,
  readAuthorization,
  refusedUrlOf,
  unlimited,
} from "#records/identity";
import { refusePeople } from "../people-refusals.ts";
import { personOf } from "../person.ts";
import { refuseBeyond, requireMaker } from "./manage-tokens.ts";
import { limitFields, limitsOfBody } from "./token-schemas.ts";

export const PackedRequest = Type.String({
  minLength: 1,
  maxLength: 8_000,
  description: "What the application asks for, as the page of the dashboard gets it.",
});

export const ConnectionSchema = object(
  {
    clientName: Type.String({ description: "How the application calls itself." }),
    returnsTo: Type.String({ description: "Where the browser goes afterward: the application's host." }),
    resource: Type.String({ description: "The server for which the access is." }),
    refusedTo: Type.String({ description: "Where the browser goes if the user does not connect the application." }),
  },
  { title: "AgentConnection", description: "An application that asks to connect as an agent." },
);

export const ConnectSchema = object(
  {
    request: PackedRequest,
    ...limitFields,
    expiresAt: Type.Optional(Nullable(Timestamp("When the access ends; null = never."))),
    idempotencyKey: IdempotencyKey,
  },
  { title: "ConnectAgentRequest" },
);
export type ConnectBody = Static<typeof ConnectSchema>;

export const ConnectedSchema = object(
  {
    tokenId: Uuid("The token of the kind `agent` that the application may use."),
    redirectTo: Type.Optional(
      Type.String({
        description: "Where the browser goes next, with a code for the application. Only in the first response.",
      }),
    ),
  },
  { title: "ConnectedAgent" },
);
type Connected = Static<typeof ConnectedSchema>;

/** What an application asks for. Refuses with `agentConnectionInvalid`. */
export function connectionOf(service: Service, packed: string): AuthorizationRequest {
  const request = readAuthorization(service, packed);
  if ("problem" in request) throw refusePeople("agentConnectionInvalid", { details: { problem: request.problem } });
  return request;
}

export const renderAgentConnection = (service: Service, request: AuthorizationRequest) => ({
  clientName: request.clientName,
  returnsTo: new URL(request.redirectUri).host,
  resource: request.resource,
  refusedTo: refusedUrlOf(service, request),
});

/**
 * Connects an application for a user: it gets a token of the kind `agent` with the limits that the user chooses, which can do no
 * more than the user, and is on the page of tokens. Refuses with `agentConnectionInvalid`, `invalidRequest`, `beyondOwnRights`.
 */
export function connectAgent(
  service: Service,
  { caller, body, key }: { readonly caller: Caller; readonly body: ConnectBody; readonly key: string | undefined },
): Promise<Answer<Connected>> {
  const { organizationId, userId } = personOf(caller);
  const request = connectionOf(service, body.request);
  const limits = limitsOfBody(body, unlimited);
  const show = (connected: Connected) => {
    refuseBeyond({ scopes: caller.scopes, permissions: caller.person?.permissions ?? new Set() }, { kind: "agent" });
    return connected;
  };
  const instruction = { organizationId, operation: "connectAgent", key, body, show };
  return idempotently<Connected>(service, instruction, async (tx) => {
    refuseBeyond(await requireMaker(tx, organizationId, userId), { kind: "agent" });
    const { tokenId } = await createToken(service, tx, {
      organizationId,
      name: request.clientName,
      kind: "agent",
      limits,
      ...(body.expiresAt ? { expiresAt: new Date(body.expiresAt) } : {}),
      actor: actorOf(caller),
    });
    const redirectTo = await grantAccess(service, tx, { organizationId, tokenId, request });
    return { statusCode: 200, body: { tokenId }, once: { redirectTo } };
  });
}
