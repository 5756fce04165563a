import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object } from "#kernel/http/schemas.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import {
  type PeopleService,
  personOf,
  renderWaiting,
  requireStepUp,
  TAKES_TWO,
  WaitingChangeSchema,
} from "#records/people";
import { listLinks } from "../links/links.queries.ts";
import type { ProviderReach } from "../provider/reach.ts";
import { callbackUrl } from "../provider/relying-party.ts";
import { proposeSignOn, readSignOn } from "./change-provider.ts";
import { ChangeSignOnSchema, LinkSchema, SignOnSchema } from "./sign-on-schemas.ts";
import { proposeUnlink } from "./unlink.ts";

const tags = ["Single sign-on"];

async function show(service: PeopleService, organizationId: OrganizationId): Promise<Static<typeof SignOnSchema>> {
  const { settings, version } = await readSignOn(service.database, organizationId);
  const { secretId, emailDomains, roleMappings, breakGlassUsers, ...plain } = settings;
  const { publicUrl } = service.config;
  return {
    ...plain,
    emailDomains: [...emailDomains],
    roleMappings: roleMappings.map(({ value, role, customPermissions }) => ({
      value,
      role,
      customPermissions: [...customPermissions],
    })),
    breakGlassUsers: [...breakGlassUsers],
    hasClientSecret: secretId !== null,
    version,
    redirectUri: callbackUrl(service),
    logoutUri: `${publicUrl}/sso/logout/${organizationId}`,
    scimUrl: `${publicUrl}/scim/v2`,
  };
}

/** What the organization's provider is, and what it decides: for administrators. */
export function signOnSettingsRoutes(app: Api, service: PeopleService, reach: ProviderReach): void {
  const access = { scope: "person", permission: "manageOrganization" } as const;
  app.get(
    "/sso/settings",
    {
      config: access,
      schema: {
        operationId: "getSingleSignOn",
        summary: "Get single sign-on",
        description: "The organization's identity provider, the roles that it gives, and who must use it.",
        tags,
        response: { 200: SignOnSchema },
      },
    },
    (request) => show(service, callerOf(request).organizationId),
  );
  app.post(
    "/sso/settings",
    {
      config: {
        ...access,
        refusals: [
          "stepUpNeeded",
          "providerNotUsable",
          "providerUnreachable",
          "breakGlassNeeded",
          "signOnNotTried",
          "tooManyControlChanges",
        ],
        updates: {
          schema: SignOnSchema,
          patch: "patchSingleSignOn",
          read: (request) => show(service, callerOf(request).organizationId),
        },
      },
      schema: {
        operationId: "changeSingleSignOn",
        summary: "Change single sign-on",
        description: `Omitted members keep their values. The provider is asked whether it is one. Every change ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
        tags,
        body: {
          ...ChangeSignOnSchema,
          examples: [
            {
              enabled: true,
              name: "Okta",
              issuer: "https://example.okta.com",
              clientId: "0oa1b2c3d4",
              clientSecret: "a secret of the provider",
              emailDomains: ["example.com"],
            },
          ],
        },
        response: { 200: SignOnSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const { clientSecret, breakGlassUsers, ...body } = request.body;
      const waiting = await proposeSignOn(service, reach, {
        organizationId,
        userId,
        actor: actorOf(caller),
        // UUIDs, as the schema says; the change checks whose they are.
        settings: { ...body, ...(breakGlassUsers && { breakGlassUsers: breakGlassUsers as UserId[] }) },
        clientSecret,
      });
      if (waiting !== undefined) return reply.code(202).send(renderWaiting(waiting));
      return show(service, organizationId);
    },
  );
  linkRoutes(app, service);
}

function linkRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/sso/links",
    {
      config: { scope: "person", permission: "manageUsers" },
      schema: {
        operationId: "listIdentityLinks",
        summary: "List linked users",
        description: "Users who have signed in with the provider, oldest first; at most 1,000.",
        tags,
        response: {
          200: object({ links: Type.Array(LinkSchema, { description: "The links." }) }, { title: "IdentityLinkList" }),
        },
      },
    },
    async (request) => {
      const rows = await listLinks(service.database, callerOf(request).organizationId);
      return {
        links: rows.map((row) => ({
          userId: row.user_id,
          issuer: row.issuer,
          subject: row.subject,
          linkedAt: row.linked_at.toISOString(),
        })),
      };
    },
  );
  app.delete(
    "/sso/links/:userId",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "tooManyControlChanges"],
      },
      schema: {
        operationId: "removeIdentityLink",
        summary: "Unlink a user from the provider",
        description: `For a user who has a new account at the provider: the account that has their address there is linked at the next sign-in. It ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
        tags,
        params: idParams("userId", "The user."),
        response: { 204: Type.Null({ description: "Unlinked." }), 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId: proposer } = personOf(caller);
      const { userId } = request.params;
      const waiting = await proposeUnlink(service, { organizationId, proposer, actor: actorOf(caller), userId });
      return waiting === undefined ? reply.code(204).send(null) : reply.code(202).send(renderWaiting(waiting));
    },
  );
}
