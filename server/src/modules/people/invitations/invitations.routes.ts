import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { idParams, object, Uuid } from "../../../kernel/http/schemas.ts";
import { actorOf } from "../../audit/index.ts";
import { callerOf } from "../../identity/index.ts";
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
} from "../people-schemas.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf, requireStepUp } from "../person.ts";
import { withinSecretOf } from "../secret-text.ts";
import { requireOwnOrigin } from "../sign-in/own-origin.ts";
import { originOf } from "../sign-in/sign-in.routes.ts";
import { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "../users/waiting-change.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { type InvitationOutcome, inviteByPerson, resendInvitation } from "./invitation-changes.ts";
import { openInvitations } from "./invitations.queries.ts";
import { withdrawInvitation } from "./invitations.ts";

const tags = ["Users"];

/** The invitation, which never shows its link, or 202 and the change that waits. */
const answer = (reply: FastifyReply, outcome: InvitationOutcome) =>
  "waiting" in outcome
    ? reply.code(202).send(renderWaiting(outcome.waiting))
    : reply.code(201).send(renderInvitation(outcome.invitation));

/** How people come into the organization. */
export function invitationRoutes(app: Api, service: PeopleService): void {
  inviteRoute(app, service);
  resendRoute(app, service);
  openInvitationRoutes(app, service);
  acceptRoute(app, service);
}

function inviteRoute(app: Api, service: PeopleService): void {
  app.post(
    "/users/invitations",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "emailTaken", "beyondOwnRights", "tooManyControlChanges"],
      },
      schema: {
        operationId: "inviteUser",
        summary: "Invite somebody",
        description: `They get an email with a link that works once, for seven days. Nobody else sees the link. Inviting an address again ends its earlier link. Inviting somebody to do more than read ${TAKES_TWO} Needs a recent proof of who you are (POST /session/step-up).`,
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
        response: { 201: InvitationSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const invitee = { ...request.body, customPermissions: request.body.customPermissions ?? [] };
      const outcome = await service.database.transaction((tx) =>
        inviteByPerson(service, tx, { organizationId, invitee, actor: actorOf(caller), caller: { userId } }),
      );
      return answer(reply, outcome);
    },
  );
}

function resendRoute(app: Api, service: PeopleService): void {
  app.post(
    "/users/invitations/:invitationId/resend",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "emailTaken", "beyondOwnRights", "tooManyControlChanges"],
      },
      schema: {
        operationId: "resendInvitation",
        summary: "Invite somebody again",
        description: `Sends a new email with a new link to the same address, good for seven days from now. The former link ends. Where the invitation was made before there was a second person, sending it again ${TAKES_TWO} Needs a recent proof of who you are (POST /session/step-up).`,
        tags,
        params: idParams("invitationId", "The open invitation."),
        response: { 201: InvitationSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const outcome = await service.database.transaction((tx) =>
        resendInvitation(service, tx, {
          organizationId,
          invitationId: request.params.invitationId,
          actor: actorOf(caller),
          caller: { userId },
        }),
      );
      return answer(reply, outcome);
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
        description: "Those still open, newest first. Nobody but the person invited sees the link.",
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
        within: withinSecretOf("body", "secret"),
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
            organizationId: Uuid("The organization joined."),
            email: Type.String({ description: "The e-mail address to sign in with." }),
          }),
        },
      },
    },
    async (request) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      return acceptInvitation(service, { ...request.body, origin: originOf(request, service.config) });
    },
  );
}
