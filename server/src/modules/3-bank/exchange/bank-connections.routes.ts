import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import { idempotentlyOutside } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf, KeyBodySchema } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { BankConnectionSchema, renderConnection } from "./bank-connection-schemas.ts";
import { listConnections } from "./connections/read-connections.ts";
import { testConnection } from "./test-connection.ts";
import { probeSteps } from "./transports/transport.ts";

const TestSchema = object(
  {
    passed: Type.Boolean({ description: "Whether no step failed." }),
    steps: Type.Array(
      object(
        {
          step: OneOf(probeSteps, "What was tested.", "BankConnectionTestStepName"),
          outcome: OneOf(["passed", "failed", "unknown"], "`unknown`: only an upload would show it."),
          detail: Type.String({ description: "What was found, or what to do." }),
        },
        { title: "BankConnectionTestStep" },
      ),
      { description: "In order, up to the first that prevented the others." },
    ),
  },
  { title: "BankConnectionTest" },
);

const tags = ["Bank connections"];

/** Shows and tests bank connections. `connections/set-up.routes.ts` adds and changes them. */
export function bankConnectionRoutes(app: Api, service: Service): void {
  app.get(
    "/bank-connections",
    {
      config: { scope: "bankFiles", refusals: [] },
      schema: {
        operationId: "getBankConnections",
        summary: "List bank connections",
        description: "In order of creation, without removed ones and without secrets.",
        tags,
        response: {
          200: object(
            { bankConnections: Type.Array(BankConnectionSchema, { description: "All of them." }) },
            { title: "BankConnectionList" },
          ),
        },
      },
    },
    async (request) => {
      const found = await listConnections(service.database, callerOf(request).organizationId);
      return { bankConnections: found.map(renderConnection) };
    },
  );
  app.post(
    "/bank-connections/:bankConnectionId/test",
    {
      config: { scope: "bankFiles", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "testBankConnection",
        summary: "Test a bank connection",
        description:
          "Connects to the bank, checks its host key, signs in, and lists both directories, for up to 45 s. Sends and changes nothing there. Also 200 if a step fails. A repeated key gets the first response.",
        tags,
        params: object({ bankConnectionId: Uuid("The connection.") }),
        body: KeyBodySchema,
        response: { 200: TestSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { bankConnectionId: connectionId } = request.params;
      const key = idempotencyKeyOf(request, request.body);
      const instruction = { organizationId, operation: "testBankConnection", key, body: { connectionId } };
      // Outside a transaction: locks must not wait for a bank.
      const answer = await idempotentlyOutside<Static<typeof TestSchema>>(service, instruction, async () => {
        const { passed, steps } = await testConnection(service, {
          organizationId,
          connectionId,
          actor: actorOf(caller),
        });
        return { statusCode: 200, body: { passed, steps: steps.map((step) => ({ ...step })) } };
      });
      if (answer.replayed) reply.header("idempotent-replayed", "true");
      return reply.code(200).send(answer.body);
    },
  );
}
