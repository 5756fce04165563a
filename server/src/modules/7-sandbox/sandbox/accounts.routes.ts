import { randomInt } from "node:crypto";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import { idempotently } from "#kernel/idempotency/idempotently.ts";
import { IdempotencyKey, idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { openAccount } from "#money/accounts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { SANDBOX_BANK_ROUTING_NUMBER } from "#sandbox/sandbox-bank";

const kinds = ["checking", "savings", "treasury"] as const;

const OpenAccountSchema = object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", description: "The account's name." }),
    kind: OneOf(kinds, "Checking and savings accounts can send payments."),
    idempotencyKey: IdempotencyKey,
  },
  { title: "OpenSandboxAccountRequest" },
);

const OpenedAccountSchema = object(
  { id: Uuid("The new account."), name: Type.String({ description: "Its name." }) },
  { title: "OpenedSandboxAccount" },
);

/** Ten digits that do not begin with zero. */
const newAccountNumber = (): string => String(randomInt(10 ** 9, 10 ** 10));

/** In production, `bursar account open` adds an account that exists at a bank. */
export function sandboxAccountRoutes(app: Api, service: Service, scope: "sendMoney"): void {
  app.post(
    "/sandbox/accounts",
    {
      config: { scope, refusals: [] },
      schema: {
        operationId: "openSandboxAccount",
        summary: "Open an account",
        description:
          "Opens an account at the simulated bank, with a balance of zero and a new account number. In production mode, the command line opens accounts.",
        tags: ["Sandbox"],
        body: { ...OpenAccountSchema, examples: [{ name: "Reserve", kind: "savings" }] },
        response: { 200: OpenedAccountSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { name: given, kind } = request.body;
      const name = given.trim();
      const instruction = {
        organizationId,
        operation: "openSandboxAccount",
        key: idempotencyKeyOf(request, request.body),
        body: { name, kind },
      };
      const { body, replayed } = await idempotently<Static<typeof OpenedAccountSchema>>(
        service,
        instruction,
        async (tx) => {
          const id = await openAccount(service, tx, {
            organizationId,
            name,
            kind,
            routingNumber: SANDBOX_BANK_ROUTING_NUMBER,
            accountNumber: newAccountNumber(),
            actor: actorOf(caller),
          });
          return { statusCode: 200, body: { id, name } };
        },
      );
      if (replayed) reply.header("idempotent-replayed", "true");
      return body;
    },
  );
}
