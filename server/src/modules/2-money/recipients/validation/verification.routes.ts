import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { originOf, type PeopleService, withinSecretOf } from "#records/people";
import { VerificationSchema } from "./validation-schemas.ts";
import { readVerification, verifyDeposits } from "./verify-deposits.ts";

const tags = ["Recipient invites"];
/** Of a deposit that validates an account: cents only. */
const DepositAmount = Type.Number({
  minimum: 0.01,
  maximum: 0.99,
  description: "An amount. US dollars, at most two decimals.",
  examples: [0.32],
});
const params = object({
  secret: Type.String({
    minLength: 1,
    maxLength: 100,
    description: "The secret of the link: the part after `/invite/verify/`.",
  }),
});
const config = { scope: "public", within: withinSecretOf("params", "secret") };

/** The payee's page: no session, no token, only the link. */
export function verificationRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/verifications/:secret",
    {
      config: { ...config, refusals: ["verificationUnusable", "tooManySignIns"] },
      schema: {
        operationId: "getPayeeVerification",
        summary: "Get a verification as its payee",
        description:
          "For the page on which a recipient enters the amounts of two deposits. An unknown, used, or expired link gets the same refusal; guessing links is throttled.",
        tags,
        params,
        response: { 200: VerificationSchema },
      },
    },
    (request) =>
      readVerification(service, { secret: request.params.secret, origin: originOf(request, service.config) }),
  );

  app.post(
    "/verifications/:secret",
    {
      config: { ...config, refusals: ["verificationUnusable", "amountsWrong", "tooManySignIns"] },
      schema: {
        operationId: "verifyDeposits",
        summary: "Enter the amounts of two deposits",
        description:
          "The amounts in any order. The right ones validate the recipient's bank details and use up the link. After three wrong answers it no longer works.",
        tags,
        params,
        body: {
          ...object(
            {
              amounts: Type.Array(DepositAmount, {
                minItems: 2,
                maxItems: 2,
                description: "The two amounts, each below $1.00.",
              }),
            },
            { title: "VerifyDepositsRequest" },
          ),
          examples: [{ amounts: [0.32, 0.45] }],
        },
        response: { 204: Type.Unsafe<undefined>({ type: "null", description: "Validated." }) },
      },
    },
    async (request, reply) => {
      const { amounts } = request.body;
      const { secret } = request.params;
      await verifyDeposits(service, { secret, amounts, origin: originOf(request, service.config) });
      return reply.code(204).send(undefined);
    },
  );
}
