import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object } from "#kernel/http/schemas.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf, findOrganization, revokeToken, scopeCatalog } from "#records/identity";
import { requireStepUp } from "../person.ts";
import { createTokenOf, listRenderedTokens } from "./manage-tokens.ts";
import { ApiTokenSchema, CreatedTokenSchema, NewTokenSchema, OfferedScopeSchema } from "./token-schemas.ts";

const tags = ["Token"];
const forManagers = { scope: "person", permission: "manageTokens" } as const;

/** Scopes of routes that refuse an organization without a plan: they would open nothing. */
const ofPlans: ReadonlySet<string> = new Set(["fetchInvoices", "modifyInvoices"]);

/** API tokens in the dashboard: create, list, revoke. A token cannot create tokens. */
export function managedTokenRoutes(app: Api, service: Service): void {
  listAndRevokeRoutes(app, service);

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
