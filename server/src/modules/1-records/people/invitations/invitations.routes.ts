import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { idParams, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
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
import { renderWaiting, TAKES_TWO, WaitingChangeSchema } from "../waiting-change.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { type InvitationOutcome, inviteByPerson, resendInvitation } from "./invitation-changes.ts";
import { mailDeliveriesOf } from "./invitation-delivery.ts";
import { receiveInvitationLink } from "./invitation-link.ts";
import { openInvitations } from "./invitations.queries.ts";
import { withdrawInvitation } from "./invitations.ts";

const tags = ["Users"];

/** The invitation, which never includes its link, or 202 and the waiting change. */
const answer = async (
  service: PeopleService,
  reply: FastifyReply,
  { caller, outcome }: { readonly caller: Caller; readonly outcome: InvitationOutcome },
) => {
  if ("waiting" in outcome) return reply.code(202).send(renderWaiting(outcome.waiting));
  const { invitation } = outcome;
  const delivery = (await mailDeliveriesOf(service, caller.organizationId, [invitation]))(invitation);
  return reply.code(201).send(renderInvitation(invitation, { delivery, caller }));
};

/** Routes to invite users. */
export function invitationRoutes(app: Api, service: PeopleService): void {
  inviteRoute(app, service);
  resendRoute(app, service);
  openInvitationRoutes(app, service);
  linkRoute(app, service);
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
        summary: "Invite a user",
        description: `The user receives an email with a link that works once, for seven days. Others see the link only if no mail server takes the email (POST …/link). Inviting an address again invalidates its earlier link. Inviting a user who may do more than read ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
        tags,
        body: {
          ...object({
            email: Email,
            firstName: PersonName("First name."),
            lastName: PersonName("Last name."),
            role: Role,
            customPermissions: Type.Optional(CustomPermissions),
          }),
          title: "InviteUserRequest",
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
      return answer(service, reply, { caller, outcome });
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
        summary: "Resend an invitation",
        description: `Sends a new email with a new link to the same address, valid for seven days. The former link stops working. If the invitation was created before a second user existed, resending it ${TAKES_TWO} Requires recent reauthentication (POST /session/step-up).`,
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
      return answer(service, reply, { caller, outcome });
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
        description: "Open invitations, newest first, and whether a mail server took their emails.",
        tags,
        response: {
          200: object(
            { invitations: Type.Array(InvitationSchema, { description: "The open invitations." }) },
            { title: "InvitationList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const rows = await openInvitations(service.database, organizationId, service.machineClock.now());
      const deliveryOf = await mailDeliveriesOf(service, organizationId, rows);
      return { invitations: rows.map((row) => renderInvitation(row, { delivery: deliveryOf(row), caller })) };
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

function linkRoute(app: Api, service: PeopleService): void {
  app.post(
    "/users/invitations/:invitationId/link",
    {
      config: {
        scope: "person",
        permission: "manageUsers",
        refusals: ["stepUpNeeded", "resourceNotFound", "invitationLinkNotOffered", "emailTaken", "beyondOwnRights"],
      },
      schema: {
        operationId: "receiveInvitationLink",
        summary: "Receive an invitation's link to hand it over",
        description:
          "A new link, shown once, if no mail server took the email; the former one stops working. Never for the user who sent the invitation. Everyone who manages users receives an email. Requires recent reauthentication (POST /session/step-up).",
        tags,
        params: idParams("invitationId", "The open invitation."),
        response: {
          201: object(
            {
              link: Type.String({ description: "The link, which works once." }),
              expiresAt: Timestamp("When it expires."),
            },
            { title: "InvitationLink" },
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { link, expiresAt } = await receiveInvitationLink(service, caller, request.params.invitationId);
      return reply.code(201).send({ link, expiresAt: expiresAt.toISOString() });
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
        summary: "Redeem a one-time link",
        description:
          "Takes the part of the link after `#` and a password of at least 12 characters. The user can then sign in. A link that an operator creates for a user who lost their password also removes the second factor and passkeys, and ends the user's sessions. A link requested with POST /session/forgotten ends the sessions and keeps the second factor.",
        // Part of signing in: the caller has no session yet.
        tags: ["Session"],
        body: {
          ...object({
            secret: Secret("The part of the link after `#`."),
            password: Password("The new password."),
          }),
          title: "AcceptInvitationRequest",
          examples: [{ secret: "AZdcLo96fGCx8jwdWn6bEA…", password: "three herons above the weir" }],
        },
        response: {
          200: object(
            {
              organizationId: Uuid("The organization joined."),
              email: Type.String({ description: "The email address for signing in." }),
            },
            { title: "AcceptedInvitation" },
          ),
        },
      },
    },
    async (request) => {
      requireOwnOrigin(request, service.config, { mustSay: false });
      return acceptInvitation(service, { ...request.body, origin: originOf(request, service.config) });
    },
  );
}
