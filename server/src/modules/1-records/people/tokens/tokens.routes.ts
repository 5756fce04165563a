import { Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf, findOrganization, revokeToken, scopeCatalog } from "#records/identity";
import { requireStepUp } from "../person.ts";
import { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "../waiting-change.ts";
import {
  ConnectedSchema,
  ConnectionSchema,
  ConnectSchema,
  connectAgent,
  connectionOf,
  PackedRequest,
  renderAgentConnection,
} from "./connect-agent.ts";
import { changeTokenLimits, createTokenOf, listRenderedTokens } from "./manage-tokens.ts";
import {
  ApiTokenSchema,
  CreatedTokenSchema,
  NewTokenSchema,
  OfferedScopeSchema,
  TokenLimitsBodySchema,
} from "./token-schemas.ts";

const tags = ["Token"];
const forManagers = { scope: "person", permission: "manageTokens" } as const;

/** Scopes of routes that refuse an organization without a plan: they would open nothing. */
const ofPlans: ReadonlySet<string> = new Set(["fetchInvoices", "modifyInvoices"]);

/** API tokens in the dashboard: create, list, revoke. A token cannot create tokens. */
export function managedTokenRoutes(app: Api, service: Service): void {
  listAndRevokeRoutes(app, service);
  limitsRoute(app, service);
  connectRoutes(app, service);

  app.post(
    "/tokens",
    {
      config: {
        ...forManagers,
        refusals: ["stepUpNeeded", "beyondOwnRights", "tooManyControlChanges"],
      },
      schema: {
        operationId: "createToken",
        summary: "Create an API token",
        description:
          "The first response contains the token; a replay of its key omits it, and a lost token must be revoked and created again. A token may do no more than its creator, who counts as the requester of its requests and cannot approve them. A token that can send payments without approval, or of the kind `provisioning`, is rejected with 401 `tokenAwaitsConfirmation` until a second user confirms it (GET /control-changes), if one is available. Requires recent reauthentication (POST /session/step-up).",
        tags,
        body: {
          ...NewTokenSchema,
          examples: [
            { name: "Payroll", kind: "custom", scopes: ["requestSendMoney", "fetchRecipients"] },
            { name: "Assistant", kind: "agent", limitPerPayment: 500, limitPerMonth: 20_000, paymentsPerDay: 20 },
            { name: "Statements", kind: "readOnly", expiresAt: "2027-12-31T23:59:59.999Z" },
          ],
        },
        response: { 200: CreatedTokenSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const key = idempotencyKeyOf(request, request.body);
      const answer = await createTokenOf(service, { caller, body: request.body, key });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function connectRoutes(app: Api, service: Service): void {
  app.get(
    "/oauth/authorization",
    {
      config: { ...forManagers, refusals: ["agentConnectionInvalid"] },
      schema: {
        operationId: "getAgentConnection",
        summary: "Get what an application asks for",
        description:
          "An application sent the browser here over OAuth and asks to connect as an agent. Nothing is allowed yet.",
        tags,
        querystring: object({ request: PackedRequest }),
        response: { 200: ConnectionSchema },
      },
    },
    (request) => renderAgentConnection(service, connectionOf(service, request.query.request)),
  );
  app.post(
    "/oauth/authorization",
    {
      config: { ...forManagers, refusals: ["stepUpNeeded", "agentConnectionInvalid", "beyondOwnRights"] },
      schema: {
        operationId: "connectAgent",
        summary: "Connect an application as an agent",
        description:
          "Creates a token of the kind `agent` with the chosen limits, which the application may use: it reads and requests payments, and nothing else. The browser then returns to the application with a code that works once, for a minute. Revoke the token to end the access. Requires recent reauthentication (POST /session/step-up).",
        tags,
        body: {
          ...ConnectSchema,
          examples: [
            { request: "cmVzcG9uc2VfdHlwZT1jb2Rl", limitPerPayment: 500, limitPerMonth: 20_000, paymentsPerDay: 20 },
          ],
        },
        response: { 200: ConnectedSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const key = idempotencyKeyOf(request, request.body);
      const answer = await connectAgent(service, { caller, body: request.body, key });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function limitsRoute(app: Api, service: Service): void {
  app.put(
    "/tokens/:tokenId/limits",
    {
      config: {
        ...forManagers,
        refusals: ["stepUpNeeded", "resourceNotFound", "beyondOwnRights", "tooManyControlChanges"],
      },
      schema: {
        operationId: "changeTokenLimits",
        summary: "Change the limits of an API token",
        description: `A limit that the body does not mention stays; null removes it. Tightening takes effect everywhere within a second. Raising or removing a limit, or adding accounts or recipients, ${TAKES_TWO} A limit that is added counts from then on, with what the limit per day has counted of the day. Requires recent reauthentication (POST /session/step-up).`,
        tags,
        params: idParams("tokenId", "The token."),
        body: {
          ...TokenLimitsBodySchema,
          examples: [{ limitPerPayment: 500, limitPerMonth: 20_000, paymentsPerDay: 20 }],
        },
        response: { 200: ApiTokenSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { tokenId } = request.params;
      const { apiToken, waiting } = await changeTokenLimits(service, { caller, tokenId, body: request.body });
      // 202: the limits have not changed yet; a second user must confirm them (ADR 0023).
      if (waiting !== undefined) return reply.code(202).send(renderWaiting(waiting));
      return present(apiToken, "limits that do not wait have changed");
    },
  );
}

function listAndRevokeRoutes(app: Api, service: Service): void {
  app.get(
    "/tokens",
    {
      config: forManagers,
      schema: {
        operationId: "listTokens",
        summary: "List API tokens",
        description:
          "All of the organization's tokens, including expired and revoked ones, newest first. Never their text.",
        tags,
        response: {
          200: object(
            {
              tokens: Type.Array(ApiTokenSchema, { description: "Every token." }),
              scopes: Type.Array(OfferedScopeSchema, { description: "Every scope a new token can be given." }),
            },
            { title: "ApiTokenList" },
          ),
        },
      },
    },
    async (request) => {
      const { organizationId, scopes } = callerOf(request);
      const isFree = (await findOrganization(service.database, organizationId))?.plan === "free";
      return {
        tokens: await listRenderedTokens(service, service.database, organizationId),
        scopes: scopeCatalog
          .filter(({ name }) => !isFree || !ofPlans.has(name))
          .map((scope) => ({ ...scope, mayGive: scopes.has(scope.name) })),
      };
    },
  );

  app.delete(
    "/tokens/:tokenId",
    {
      config: { ...forManagers, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "revokeToken",
        summary: "Revoke an API token",
        description: "Permanent; rejected everywhere within a second. Revoking it again changes nothing.",
        tags,
        params: idParams("tokenId", "The token."),
        response: { 204: Type.Null({ description: "Revoked." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { tokenId } = request.params;
      await service.database.transaction((tx) =>
        revokeToken(service, tx, { organizationId, tokenId, actor: actorOf(caller) }),
      );
      return reply.code(204).send(null);
    },
  );
}
