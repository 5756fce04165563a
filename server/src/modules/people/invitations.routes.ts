import { Type } from "typebox";
import { type Api, callerOf } from "../../kernel/http/api.ts";
import { idParams, object, Timestamp, Uuid } from "../../kernel/http/schemas.ts";
import { actorOf } from "../audit/index.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { openInvitations } from "./invitations.queries.ts";
import { invite, resendInvitation, withdrawInvitation } from "./invitations.ts";
import type { OneTimeLink } from "./one-time-links.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import {
  CustomPermissions,
  Done,
  Email,
  InvitationSchema,
  Password,
  PersonName,
  Role,
  renderInvitation,
  Secret,
} from "./people-schemas.ts";
import type { PeopleService } from "./people-service.ts";
import { requireStepUp } from "./person.ts";
import { originOf } from "./sign-in.routes.ts";

const tags = ["Users"];

const LinkSchema = object({
  id: Uuid("The invitation's id."),
  link: Type.String({ description: "For the person invited, and nobody else." }),
  expiresAt: Timestamp("Until when it works."),
});
const renderLink = ({ invitationId, link, expiresAt }: OneTimeLink) => ({
  id: invitationId,
  link,
  expiresAt: expiresAt.toISOString(),
});

/** How people come into the organisation. */
export function invitationRoutes(app: Api, service: PeopleService): void {
  inviteRoutes(app, service);
  openInvitationRoutes(app, service);
  acceptRoute(app, service);
}

function inviteRoutes(app: Api, service: PeopleService): void {
  app.post(
    "/users/invitations",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "emailTaken", "beyondOwnRights"],
      },
      schema: {
        operationId: "inviteUser",
        summary: "Invite somebody",
        description:
          "They get an e-mail with a link that works once, for seven days. The answer has the link too, this once, for whoever would rather pass it on themselves. Inviting an address again ends its earlier link. Needs a recent proof of who you are (POST /session/step-up).",
        tags,
        body: {
          ...object({
            email: Email,
            firstName: PersonName("First name."),
            lastName: PersonName("Last name."),
            role: Role,
            customPermissions: Type.Optional(CustomPermissions),
          }),
          examples: [{ email: "grace@example.com", firstName: "Grace", lastName: "Hopper", role: "approver" }],
        },
        response: { 201: LinkSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const invitee = { ...request.body, customPermissions: request.body.customPermissions ?? [] };
      const made = await service.database.transaction((tx) =>
        invite(service, tx, { organizationId, invitee, actor: actorOf(caller), caller }),
      );
      return reply.code(201).send(renderLink(made));
    },
  );

  app.post(
    "/users/invitations/:invitationId/resend",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "emailTaken", "beyondOwnRights"],
      },
      schema: {
        operationId: "resendInvitation",
        summary: "Invite somebody again",
        description:
          "Sends a new e-mail with a new link, good for seven days from now. The former link ends. Needs a recent proof of who you are (POST /session/step-up).",
        tags,
        params: idParams("invitationId", "The open invitation."),
        response: { 201: LinkSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const made = await resendInvitation(service, caller, request.params.invitationId);
      return reply.code(201).send(renderLink(made));
    },
  );
}

function openInvitationRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/users/invitations",
    {
      config: { scope: "person", permission: "manageUsers", refusals: [] },
      schema: {
        operationId: "getInvitations",
        summary: "List invitations",
        description: "Those still open, newest first, without their links.",
        tags,
        response: {
          200: object({ invitations: Type.Array(InvitationSchema, { description: "The open invitations." }) }),
        },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const rows = await openInvitations(service.database, organizationId, service.machineClock.now());
      return { invitations: rows.map(renderInvitation) };
    },
  );

  app.post(
    "/users/invitations/:invitationId/withdraw",
    {
      config: { scope: "person", permission: "manageUsers", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "withdrawInvitation",
        summary: "Withdraw an invitation",
        description: "Its link stops working.",
        tags,
        params: idParams("invitationId", "The invitation."),
        response: { 204: Done("Withdrawn.") },
      },
    },
    async (request, reply) => {
      await withdrawInvitation(service, callerOf(request), request.params.invitationId);
      return reply.code(204).send(null);
    },
  );
}

function acceptRoute(app: Api, service: PeopleService): void {
  app.post(
    "/invitations/accept",
    {
      config: {
        scope: "public",
        refusals: ["invitationInvalid", "emailTaken", "tooManySignIns", "crossOriginRefused"],
      },
      schema: {
        operationId: "acceptInvitation",
        summary: "Use a one-time link",
        description:
          "With the part of the link behind `#` and a password of at least 12 characters. Then sign in. The link an operator makes for a user who lost their password works the same way: it also removes their second factor and passkeys, and ends their sessions. The one that was asked for with POST /session/forgotten ends their sessions and leaves the second factor.",
        tags,
        body: {
          ...object({
            secret: Secret("The part of the link behind `#`."),
            password: Password("The password to sign in with."),
          }),
          examples: [{ secret: "AZdcLo96fGCx8jwdWn6bEA…", password: "three herons above the weir" }],
        },
        response: {
          200: object({
            organizationId: Uuid("The organisation joined."),
            email: Type.String({ description: "The e-mail address to sign in with." }),
          }),
        },
      },
    },
    async (request) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      return acceptInvitation(service, { ...request.body, origin: originOf(request) });
    },
  );
}
