import { Type } from "typebox";
import type { Api } from "../../kernel/http/api.ts";
import { object } from "../../kernel/http/schemas.ts";
import { originOf, type PeopleService, withinSecretOf } from "../people/index.ts";
import { PayeeDetailsSchema } from "../recipients/index.ts";
import { completeInvite, readInvite } from "./complete-invite.ts";
import { InviteId, PayeeInviteSchema } from "./invite-schemas.ts";

const tags = ["Recipient invites"];
const params = object({ inviteId: InviteId("The secret of the link: the part behind `/invite/`.") });
const config = {
  scope: "public",
  within: withinSecretOf("params", "inviteId"),
  refusals: ["inviteUnusable", "tooManySignIns"],
};

/** What the payee's page does: no session, no token, the link alone (decision R3). */
export function payeeRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/invites/:inviteId",
    {
      config,
      schema: {
        operationId: "readInvite",
        summary: "Read what an invite asks for",
        description:
          "For the payee's page. A link that is unknown, used, expired or withdrawn is answered with one refusal; whoever tries out links is held back.",
        tags,
        params,
        response: { 200: PayeeInviteSchema },
      },
    },
    (request) => readInvite(service, { inviteId: request.params.inviteId, origin: originOf(request, service.config) }),
  );

  app.post(
    "/invites/:inviteId",
    {
      config,
      schema: {
        operationId: "completeInvite",
        summary: "Answer an invite",
        description:
          "The payee's own bank details, of one method or more that the invite asks for, checked like those of POST /recipients. The link is used up. Where they replace details that a recipient had, and the organization wants a second person to confirm such changes, they wait for that.",
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
