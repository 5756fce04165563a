import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, OneOf, object, PageSchema } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { pathMember, sentBodyOf } from "#kernel/updates/updates.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import { type Caller, callerOf } from "#records/identity";
import { searchedItems } from "#records/search";
import { recipientChangeRoutes } from "./changes/recipient-changes.routes.ts";
import { createRecipient } from "./create-recipient.ts";
import { deleteRecipient, type RecipientInUse } from "./delete-recipient.ts";
import { personRecipientRoutes } from "./person-recipients.routes.ts";
import { recipientStatuses } from "./recipient.ts";
import { recipientAttachmentRoutes } from "./recipient-attachments.routes.ts";
import { CreateRecipientSchema, type Recipient, RecipientSchema, UpdateRecipientSchema } from "./recipient-schemas.ts";
import { findRecipientRow, pageOfRecipients, recipientCursorColumn, recipientWithId } from "./recipients.queries.ts";
import { recipientAsSeenBy, renderInFull, renderRecipients, storedRecipientAsSeenBy } from "./render-recipient.ts";
import { nameProblem, spelledNames } from "./spelling/spell-name.ts";
import { NameSpellingSchema } from "./spelling/spelling-schemas.ts";
import { updateRecipient } from "./update-recipient.ts";

const tags = ["Recipients"];
const params = idParams("recipientId", "The recipient.");

/** Saved recipients (wire contract §4.7, decisions R1 and R2). */
export function recipientRoutes(app: Api, service: Service, { isInUse }: { readonly isInUse: RecipientInUse }): void {
  listRoute(app, service);
  spellingRoute(app);
  createRoute(app, service);
  getRoute(app, service);
  updateRoutes(app, service);
  deleteRoute(app, service, isInUse);
  recipientChangeRoutes(app, service);
  personRecipientRoutes(app, service);
  recipientAttachmentRoutes(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/recipients",
    {
      config: { scope: "fetchRecipients", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getRecipients",
        summary: "List recipients",
        description:
          "Saved recipients in the order in which they were added. Deleted ones are listed only with `status=deleted`.",
        tags,
        querystring: object({
          ...cursorParameters,
          status: Type.Optional(OneOf(recipientStatuses, "`active` by default.", "RecipientStatus")),
          search: Type.Optional(
            Type.String({
              maxLength: 200,
              description: "Beginnings of words in the name, the nickname, or the email addresses.",
            }),
          ),
        }),
        response: {
          200: object(
            {
              recipients: Type.Array(RecipientSchema, { description: "The recipients of this page." }),
              page: PageSchema,
              total: Type.Integer({ description: "Number of recipients on this page." }),
            },
            { title: "RecipientList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { database } = service;
      const { status = "active", search, ...cursors } = request.query;
      const exists = (id: string) => findsRow(database, recipientWithId(organizationId, id));
      const keyset = await keysetOf(cursors, { column: recipientCursorColumn, exists });
      const searched = { kind: "recipient", id: recipientCursorColumn, search } as const;
      const found = await searchedItems(database, organizationId, searched);
      const { rows, page } = keyset.finish(
        await pageOfRecipients(database, organizationId, { status, found, keyset }),
        (row) => row.recipient_id,
      );
      return {
        recipients: await renderRecipients(service, database, { viewer: caller, rows }),
        page,
        total: rows.length,
      };
    },
  );
}

/** Before a recipient is saved, for the person who confirms the spelling. */
function spellingRoute(app: Api): void {
  app.get(
    "/recipients/spelling",
    {
      config: { scope: "fetchRecipients" },
      schema: {
        operationId: "getNameSpelling",
        summary: "Get the spelling of a name in payments",
        description:
          "How payments by each method would carry a recipient's name: accents are removed, letters such as ß are written out, and the name is cut at the width of the method's field. Saving a recipient with a name that cannot be written is refused with the same problem.",
        tags,
        querystring: object({ name: Type.Optional(Type.String({ maxLength: 140, description: "The name." })) }),
        response: { 200: NameSpellingSchema },
      },
    },
    ({ query: { name = "" } }) => ({
      nameOnPayments: spelledNames(paymentMethods, name),
      nameProblem: nameProblem(name) ?? null,
    }),
  );
}

function createRoute(app: Api, service: Service): void {
  app.post(
    "/recipients",
    {
      config: { scope: "createRecipients", stepUp: true },
      schema: {
        operationId: "createRecipient",
        summary: "Add a recipient",
        description:
          "Saves a recipient with the bank details of one or more payment methods. Routing numbers, account numbers, and addresses are validated immediately. " +
          "Real-time payments use `electronicRoutingInfo` unless `realTimePaymentRoutingInfo` is given. International details are entered through a recipient invite or in the dashboard.",
        tags,
        body: {
          ...CreateRecipientSchema,
          examples: [
            {
              name: "Blue Ridge Supplies LLC",
              emails: ["billing@blueridge.example"],
              electronicRoutingInfo: {
                accountNumber: "123456789012",
                routingNumber: "021000021",
                electronicAccountType: "businessChecking",
              },
            },
          ],
        },
        response: { 200: RecipientSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const instruction = {
        organizationId: caller.organizationId,
        operation: "createRecipient",
        key: idempotencyKeyOf(request, body),
        body,
        show: (recipient: Recipient) => storedRecipientAsSeenBy(service, caller, recipient),
      };
      const answer = await idempotently<Recipient>(service, instruction, async (tx) => {
        const recipientId = await createRecipient(service, tx, {
          organizationId: caller.organizationId,
          actor: actorOf(caller),
          input: body,
        });
        return {
          statusCode: 200,
          body: present(
            await findInFull(service, tx, { organizationId: caller.organizationId, recipientId }),
            "the recipient just written is there",
          ),
        };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return answer.body;
    },
  );
}

function getRoute(app: Api, service: Service): void {
  app.get(
    "/recipient/:recipientId",
    {
      config: { scope: "fetchRecipients", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getRecipient",
        summary: "Get a recipient",
        description: "A saved recipient with the current bank details. A deleted recipient is not found.",
        tags,
        params,
        response: { 200: RecipientSchema },
      },
    },
    (request) => getRecipient(service, callerOf(request), request.params.recipientId),
  );
}

async function getRecipient(service: Service, caller: Caller, recipientId: string): Promise<Recipient> {
  const { organizationId } = caller;
  const recipient = await findInFull(service, service.database, { organizationId, recipientId });
  if (recipient === undefined) throw notFound("recipient");
  return recipientAsSeenBy(caller, recipient);
}

const UPDATED =
  "Omitted members keep their values; null clears. Bank details are replaced as a whole per method; a new name counts as a change of the details of every method. Earlier payments keep the name and details to which they were sent. If the organization requires confirmation by a second user, changes wait (`awaitingConfirmation`, `proposedName`), and payments keep using the current details.";

function updateRoutes(app: Api, service: Service): void {
  const aliases = [
    { method: "POST", operationId: "updateRecipient", description: UPDATED },
    { method: "PUT", operationId: "putRecipient", description: "The same as POST: omitted members keep their values." },
  ] as const;
  for (const { method, operationId, description } of aliases) {
    app.route({
      method,
      url: "/recipient/:recipientId",
      config: {
        scope: "editRecipients",
        stepUp: true,
        refusals: ["resourceNotFound", "bankDetailsUnverified"],
        updates: {
          schema: RecipientSchema,
          operation: "updateRecipient",
          patch: "patchRecipient",
          read: (request) => getRecipient(service, callerOf(request), pathMember(request, "recipientId")),
          links: ["url"],
        },
      },
      schema: {
        operationId,
        summary: "Change a recipient",
        description,
        tags,
        params,
        body: { ...UpdateRecipientSchema, examples: [{ nickname: "Blue Ridge", checkInfo: null }] },
        response: { 200: RecipientSchema },
      },
      handler: async (request, reply) => {
        const caller = callerOf(request);
        const { organizationId } = caller;
        const { recipientId } = request.params;
        const { body: input } = request;
        const instruction = {
          organizationId,
          operation: "updateRecipient",
          key: idempotencyKeyOf(request, input),
          body: { ...sentBodyOf(request, input), recipientId: recipientId.toLowerCase() },
          show: (recipient: Recipient) => storedRecipientAsSeenBy(service, caller, recipient),
        };
        const answer = await idempotently<Recipient>(service, instruction, async (tx) => {
          await updateRecipient(service, tx, { organizationId, recipientId, actor: actorOf(caller), input });
          const changed = await findInFull(service, tx, { organizationId, recipientId });
          return { statusCode: 200, body: present(changed, "the recipient just changed is there") };
        });
        if (answer.replayed) reply.header("idempotent-replayed", "true");
        return answer.body;
      },
    });
  }
}

function deleteRoute(app: Api, service: Service, isInUse: RecipientInUse): void {
  app.delete(
    "/recipient/:recipientId",
    {
      config: { scope: "editRecipients", refusals: ["resourceNotFound", "recipientInUse"] },
      schema: {
        operationId: "deleteRecipient",
        summary: "Delete a recipient",
        description:
          "The recipient can no longer be paid, read, or changed; transactions keep its name and details. Rejected while a payment to it is pending.",
        tags,
        params,
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Deleted." }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      await service.database.transaction((tx) =>
        deleteRecipient(service, tx, {
          organizationId,
          recipientId: request.params.recipientId,
          actor: actorOf(caller),
          isInUse,
        }),
      );
      return reply.code(204).send(undefined);
    },
  );
}

/** The active recipient with account numbers in full, or undefined. */
async function findInFull(
  service: Service,
  db: Queryable,
  { organizationId, recipientId }: { organizationId: OrganizationId; recipientId: string },
): Promise<Recipient | undefined> {
  const row = await findRecipientRow(db, organizationId, recipientId);
  if (row?.status !== "active") return undefined;
  const [recipient] = await renderInFull(service, db, { organizationId, rows: [row] });
  return recipient;
}
