import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams, Nullable, object, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { findContacts, findPayee, ValidationOptionsSchema, ValidationSchema } from "#money/recipients";
import { callerOf } from "#records/identity";
import { accountsWithMicroDeposits, isOwnChangeOnly, startValidation } from "./start-validation.ts";

const tags = ["Recipients"];
const params = idParams("recipientId", "The recipient.");

/** Validation of a recipient's account by two deposits. Users start it; recipients confirm it on a page of their own. */
export function validationRoutes(app: Api, service: Service): void {
  app.get(
    "/recipient/:recipientId/account-validation",
    {
      config: {
        scope: "person",
        permission: "approvePayments",
        refusals: ["resourceNotFound", "bankDetailsUnverified"],
      },
      schema: {
        operationId: "getAccountValidationOptions",
        summary: "Get how a recipient's account can be validated",
        description: "From which accounts deposits can be sent, and where the link goes.",
        tags,
        params,
        response: { 200: ValidationOptionsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { database: db } = service;
      const { recipientId } = request.params;
      const payee = await findPayee(db, organizationId, { recipientId, method: "ach" });
      if (payee?.status !== "active") throw notFound("recipient");
      const [contact] = await findContacts(db, organizationId, [payee.recipient_id]);
      const isPossible = payee.routing_id !== null;
      return {
        accountIds: isPossible ? [...(await accountsWithMicroDeposits(service, db, organizationId))] : [],
        email: contact?.email ?? null,
        isOwnChange: isPossible && (await isOwnChangeOnly(db, { caller, payee })),
      };
    },
  );

  app.post(
    "/recipient/:recipientId/account-validation",
    {
      config: {
        scope: "person",
        permission: "approvePayments",
        refusals: [
          "resourceNotFound",
          "recipientCannotReceive",
          "microDepositsNotOffered",
          "ownBankDetails",
          "noAddressForVerification",
          "bankDetailsUnverified",
          "insufficientFunds",
          "ledgerInDoubt",
          "accountValidationOpen",
          "tooManyValidations",
        ],
      },
      schema: {
        operationId: "startAccountValidation",
        summary: "Validate a recipient's account by two deposits",
        description:
          "Sends two deposits below $1.00 by ACH and emails the recipient a link to a page on which they enter the amounts, within fourteen days and three attempts. Both amounts leave the account and are the recipient's. Not for the user who last changed the bank details, if another one could do it.",
        tags,
        params,
        body: {
          ...object(
            {
              accountId: Uuid("The account that pays the deposits; its ACH connection must offer them."),
              email: Type.Optional(
                Nullable(
                  Type.String({
                    format: "email",
                    maxLength: 254,
                    description: "Where the link goes; null: to the recipient's contact address.",
                  }),
                ),
              ),
            },
            { title: "StartAccountValidationRequest" },
          ),
          examples: [{ accountId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" }],
        },
        response: { 200: ValidationSchema },
      },
    },
    (request) => {
      const { accountId, email } = request.body;
      const { recipientId } = request.params;
      return startValidation(service, { caller: callerOf(request), recipientId, accountId, email: email ?? null });
    },
  );
}
