import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import { type CursorQuery, cursorParameters, OneOf, object, PageSchema } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf, KeyBodySchema } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Caller, callerOf } from "#records/identity";
import { createInvite } from "./create-invite.ts";
import { CreateInviteSchema, type Invite, InviteId, InviteSchema } from "./invite-schemas.ts";
import { inviteStatuses } from "./invite-states.ts";
import { resendInvite, withdrawInvite } from "./manage-invites.ts";
import { inviteNameOf } from "./recipient-invite.ts";
import { findInvite, findInvitePlace, inviteKey, pageOfInvites } from "./recipient-invites.queries.ts";
import { inviteAsSeenBy, renderInvite, renderOnce } from "./render-invite.ts";

const tags = ["Recipient invites"];
const params = object({ inviteId: InviteId("The invite.") });

/** Recipient invites, for the organization that sends them (wire contract §4.8). */
export function inviteRoutes(app: Api, service: Service): void {
  createRoute(app, service);
  listRoute(app, service);
  getRoute(app, service);
  resendRoute(app, service);
  withdrawRoute(app, service);
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/recipients/invites",
    {
      config: {
        scope: "createRecipientInvites",
        stepUp: true,
        refusals: ["tooManyInviteMails"],
      },
      schema: {
        operationId: "createRecipientInvite",
        summary: "Invite a recipient",
        description:
          "Creates a link with which a recipient enters their own bank details, once, within 30 days. Submitting the details creates a recipient, or completes the one named by `recipientId`. International details can be entered only this way or in the dashboard. The link is in the first response only: a replay of its key identifies the invite by an `id` that is not a link. Use POST /recipients/invites/{inviteId}/resend to email a lost link, or withdraw the invite and create another.",
        tags,
        body: {
          ...CreateInviteSchema,
          examples: [
            {
              name: "Anneke Visser",
              contactEmail: "anneke@visser.example",
              paymentMethods: ["ach", "internationalWire"],
              requireTaxDocument: false,
              sendEmail: true,
            },
          ],
        },
        response: { 201: InviteSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const instruction = {
        organizationId: caller.organizationId,
        operation: "createRecipientInvite",
        key: idempotencyKeyOf(request, body),
        body,
        show: (invite: Invite) => inviteAsSeenBy(caller, invite),
      };
      const answer = await idempotently<Invite>(service, instruction, async (tx) => {
        const row = await createInvite(service, tx, { caller, input: body });
        return { statusCode: 201, ...(await renderOnce(service, tx, { caller, row })) };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(201).send(answer.body);
    },
  );
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/recipients/invites",
    {
      config: { scope: "fetchRecipientInvites", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listRecipientInvites",
        summary: "List invites",
        description: "In order of creation, without withdrawn invites.",
        tags,
        querystring: object({
          limit: cursorParameters.limit,
          order: cursorParameters.order,
          start_after: Type.Optional(InviteId("Returns the page after this invite.")),
          end_before: Type.Optional(InviteId("Returns the page that ends just before this invite.")),
          status: Type.Optional(OneOf(inviteStatuses, "Only invites with this status.", "RecipientInviteStatus")),
        }),
        response: {
          200: object(
            {
              invites: Type.Array(InviteSchema, { description: "The invites of this page." }),
              page: PageSchema,
            },
            { title: "RecipientInviteList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { database, clock } = service;
      const { status, ...cursors } = request.query;
      const keyset = await keysetOfInvites(service, caller, cursors);
      const found = await pageOfInvites(database, caller.organizationId, { status, now: clock.now(), keyset });
      const invites = await Promise.all(found.map((row) => renderInvite(service, database, { caller, row })));
      const { rows, page } = keyset.finish(invites, ({ id }) => id);
      return { invites: [...rows], page };
    },
  );
}

/** An id that orders no row. */
const NOWHERE = "00000000-0000-0000-0000-000000000000";

/** Clients page by the ids that they know; rows are ordered by their own ascending ids. */
async function keysetOfInvites(service: Service, { organizationId }: Caller, cursors: CursorQuery) {
  const placeOf = async (inviteId: string | undefined) =>
    inviteId === undefined
      ? undefined
      : ((await findInvitePlace(service.database, organizationId, inviteNameOf(service, inviteId)))?.invite_row_id ??
        NOWHERE);
  const [after, before] = [await placeOf(cursors.start_after), await placeOf(cursors.end_before)];
  const { start_after: _after, end_before: _before, ...rest } = cursors;
  return keysetOf(
    {
      ...rest,
      ...(after === undefined ? {} : { start_after: after }),
      ...(before === undefined ? {} : { end_before: before }),
    },
    { column: inviteKey, exists: async (id) => id !== NOWHERE },
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/recipients/invites/:inviteId",
    {
      config: { scope: "fetchRecipientInvites", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getRecipientInvite",
        summary: "Get an invite",
        description: "An invite, with its link for the user or token that created it. A withdrawn invite is not found.",
        tags,
        params,
        response: { 200: InviteSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const name = inviteNameOf(service, request.params.inviteId);
      const row = await findInvite(service.database, caller.organizationId, name);
      if (row === undefined) throw notFound("invite");
      return renderInvite(service, service.database, { caller, row });
    },
  );
}

function resendRoute(app: Api, service: Service): void {
  app.post(
    "/recipients/invites/:inviteId/resend",
    {
      config: {
        scope: "createRecipientInvites",
        refusals: ["resourceNotFound", "inviteNotOpen", "tooManyInviteMails"],
      },
      schema: {
        operationId: "resendRecipientInvite",
        summary: "Resend an invite",
        description:
          "Emails the same link again. A replay of its key identifies the invite by an `id` that is not a link.",
        tags,
        params,
        body: KeyBodySchema,
        response: { 200: InviteSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { inviteId } = request.params;
      const instruction = {
        organizationId: caller.organizationId,
        operation: "resendRecipientInvite",
        key: idempotencyKeyOf(request, request.body),
        body: { inviteId },
        show: (invite: Invite) => inviteAsSeenBy(caller, invite),
      };
      const answer = await idempotently<Invite>(service, instruction, async (tx) => {
        const row = await resendInvite(service, tx, { caller, inviteId });
        return { statusCode: 200, ...(await renderOnce(service, tx, { caller, row })) };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function withdrawRoute(app: Api, service: Service): void {
  app.delete(
    "/recipients/invites/:inviteId",
    {
      config: { scope: "editRecipientInvites", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "deleteRecipientInvite",
        summary: "Withdraw an invite",
        description: "Its link stops working, and it is no longer listed. A recipient that it filled is not changed.",
        tags,
        params,
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Withdrawn." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { inviteId } = request.params;
      await service.database.transaction((tx) => withdrawInvite(service, tx, { caller, inviteId }));
      return reply.code(204).send(undefined);
    },
  );
}
