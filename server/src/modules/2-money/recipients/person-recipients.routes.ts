import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf, recordAudit } from "#records/audit";
import { callerOf } from "#records/identity";
import { checkInternationalDetails } from "./details/check-international.ts";
import { fillInternationalDetails } from "./details/international-details.ts";
import { InternationalDetailsSchema, type Recipient, RecipientSchema } from "./recipient-schemas.ts";
import { findRecipientRow } from "./recipients.queries.ts";
import { renderRecipients } from "./render-recipient.ts";

const tags = ["Recipients"];
const params = idParams("recipientId", "The recipient.");

/** Recipient routes for users only: reveal full account numbers, and enter international details (decision R1). */
export function personRecipientRoutes(app: Api, service: Service): void {
  revealRoute(app, service);
  internationalRoute(app, service);
}

function revealRoute(app: Api, service: Service): void {
  app.post(
    "/recipient/:recipientId/reveal",
    {
      config: { scope: "person", permission: "fetchRecipients", stepUp: true, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "revealRecipient",
        summary: "Reveal a recipient's account numbers",
        description:
          "Returns the recipient with full account numbers. The audit log records who requested it, and when.",
        tags,
        params,
        response: { 200: RecipientSchema },
      },
    },
    async (request): Promise<Recipient> => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      return service.database.transaction(async (tx) => {
        const row = await findRecipientRow(tx, organizationId, request.params.recipientId);
        if (row?.status !== "active") throw notFound("recipient");
        await recordAudit(service, tx, {
          organizationId,
          actor: actorOf(caller),
          entries: [{ action: "recipient.reveal", resourceType: "recipient", resourceId: row.recipient_id }],
        });
        // The reveal is audited, so the response shows everything.
        const viewer = { organizationId, scopes: caller.scopes };
        const [recipient] = await renderRecipients(service, tx, { viewer, rows: [row] });
        return present(recipient, "one row renders to one recipient");
      });
    },
  );
}

function internationalRoute(app: Api, service: Service): void {
  app.post(
    "/recipient/:recipientId/international-details",
    {
      config: { scope: "person", permission: "editRecipients", stepUp: true, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "setInternationalDetails",
        summary: "Set a recipient's international bank details",
        description:
          "Validates IBAN and BIC and replaces the details for international wires as a whole. They take effect immediately, or wait for a second user if the organization requires one (`awaitingConfirmation`).",
        tags,
        params,
        body: {
          ...InternationalDetailsSchema,
          examples: [{ iban: "DE89 3704 0044 0532 0130 00", swiftCode: "COBADEFF", bankName: "Commerzbank" }],
        },
        response: { 200: RecipientSchema },
      },
    },
    async (request): Promise<Recipient> => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { recipientId } = request.params;
      const details = checkInternationalDetails(request.body);
      return service.database.transaction(async (tx) => {
        await fillInternationalDetails(service, tx, { organizationId, recipientId, actor: actorOf(caller), details });
        const row = present(await findRecipientRow(tx, organizationId, recipientId), "the recipient is there");
        const [recipient] = await renderRecipients(service, tx, { viewer: caller, rows: [row] });
        return present(recipient, "one row renders to one recipient");
      });
    },
  );
}
