import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { takeUpload } from "#kernel/http/uploads.ts";
import { originOf, type PeopleService, withinSecretOf } from "#records/people";
import { PayeeDetailsSchema } from "../recipient-schemas.ts";
import { completeInvite, readInvite } from "./complete-invite.ts";
import { InviteId, PayeeInviteSchema, TaxDocumentSchema, TaxDocumentUploadSchema } from "./invite-schemas.ts";
import { requireOpenInvite, uploadTaxDocument } from "./tax-document.ts";

const tags = ["Recipient invites"];
const params = object({ inviteId: InviteId("The secret of the link: the part after `/invite/`.") });
const config = {
  scope: "public",
  within: withinSecretOf("params", "inviteId"),
  refusals: ["inviteUnusable", "tooManySignIns"],
};

/** Routes for the recipient's page: no session, no token, only the link (decision R3). */
export function payeeRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/invites/:inviteId",
    {
      config,
      schema: {
        operationId: "getPayeeInvite",
        summary: "Get an invite as its recipient",
        description:
          "For the recipient's page. An unknown, used, expired, or withdrawn link gets the same refusal; guessing links is throttled.",
        tags,
        params,
        response: { 200: PayeeInviteSchema },
      },
    },
    (request) => readInvite(service, { inviteId: request.params.inviteId, origin: originOf(request, service.config) }),
  );

  taxDocumentRoute(app, service);

  app.post(
    "/invites/:inviteId",
    {
      config,
      schema: {
        operationId: "completeInvite",
        summary: "Answer an invite",
        description:
          "The recipient's own bank details for at least one requested method, validated like those of POST /recipients. If the invite requires a tax form, it must have been uploaded. The link is then used up. If they replace existing details, and the organization requires confirmation by a second user, they wait for it.",
        tags,
        params,
        body: {
          ...PayeeDetailsSchema,
          examples: [
            {
              electronicRoutingInfo: {
                accountNumber: "123456789012",
                routingNumber: "021000021",
                electronicAccountType: "personalChecking",
              },
              internationalWireRoutingInfo: {
                iban: "DE89 3704 0044 0532 0130 00",
                swiftCode: "COBADEFF",
                bankName: "Commerzbank",
              },
            },
          ],
        },
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Stored." }) },
      },
    },
    async (request, reply) => {
      const { inviteId } = request.params;
      await completeInvite(service, { inviteId, details: request.body, origin: originOf(request, service.config) });
      return reply.code(204).send(undefined);
    },
  );
}

function taxDocumentRoute(app: Api, service: PeopleService): void {
  app.post(
    "/invites/:inviteId/tax-document",
    {
      config: {
        ...config,
        upload: true,
        refusals: ["inviteUnusable", "fileTypeNotAccepted", "tooManyAttachments", "badRequest"],
      },
      onRequest: (request) => requireOpenInvite(service, request.params.inviteId),
      schema: {
        operationId: "uploadTaxDocument",
        summary: "Upload the tax form of an invite",
        description:
          "For an invite with `requireTaxDocument`, before its details are submitted. Another upload replaces the form. It becomes an attachment of the recipient.",
        tags,
        params,
        consumes: ["multipart/form-data"],
        body: TaxDocumentUploadSchema,
        response: { 200: TaxDocumentSchema },
      },
    },
    (request) =>
      uploadTaxDocument(service, {
        inviteId: request.params.inviteId,
        origin: originOf(request, service.config),
        file: takeUpload(request),
        fileName: request.body.file,
        formType: request.body.formType,
      }),
  );
}
