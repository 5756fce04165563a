import { Type } from "typebox";
import type { Api } from "../kernel/http/api.ts";
import { anyParameters, object } from "../kernel/http/schemas.ts";
import type { Metrics } from "../kernel/process/metrics.ts";
import type { Service } from "../kernel/process/service.ts";
import { pendingMigrations } from "../kernel/sql/migrate.ts";
import { auditAlarms } from "../modules/audit/index.ts";
import { isInDoubt } from "../modules/ledger/index.ts";
import { answers } from "./operations.queries.ts";

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** True once the process is going down: it finishes what it has and wants nothing new. */
  readonly draining: () => boolean;
}

const forOperators = { tags: ["Operations"], querystring: anyParameters };
const HealthSchema = object(
  { status: Type.Literal("ok", { description: "The process lives." }) },
  { description: "The process lives." },
);
const ReadySchema = object(
  {
    status: Type.Literal("ready", { description: "It can take payments." }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: "What an operator must look into, one sentence each; absent when there is nothing.",
      }),
    ),
  },
  { description: "It can take payments." },
);
const NotReadySchema = object({
  status: Type.Literal("notReady", { description: "It cannot take payments now." }),
  reasons: Type.Array(Type.String(), { description: "What is wrong, one sentence each." }),
});

/** Routes for whoever runs the service (docs/spec/operations.md). They need no token: keep them from the outside at the proxy. */
export function operationsRoutes(app: Api, service: Service, { metrics, draining }: OperationsOptions): void {
  app.get(
    "/healthz",
    {
      config: { scope: "public" },
      schema: {
        operationId: "health",
        summary: "Does the process live?",
        description: "Answers 200 as long as the process answers at all. Restart it when this fails.",
        ...forOperators,
        response: {
          200: HealthSchema,
        },
      },
    },
    async () => ({ status: "ok" as const }),
  );

  app.get(
    "/readyz",
    {
      config: { scope: "public", within: () => "every" },
      schema: {
        operationId: "readiness",
        summary: "Can it take payments?",
        description:
          "200 when the database answers, the schema is the one this version needs, and no ledger account is in doubt; otherwise 503 with the reasons. Send requests elsewhere while this fails.",
        ...forOperators,
        response: {
          200: ReadySchema,
          503: { ...NotReadySchema, description: "It cannot take payments now." },
        },
      },
    },
    async (_request, reply) => {
      const reasons = draining() ? ["The service is shutting down."] : await reasonsNotReady(service);
      if (reasons.length === 0) return { status: "ready" as const, ...warningsOf(service) };
      return reply.code(503).send({ status: "notReady" as const, reasons: [...reasons] });
    },
  );

  if (!service.config.openPages.includes("metrics")) return;
  app.get(
    "/metrics",
    {
      config: { scope: "public", within: () => "every" },
      schema: {
        operationId: "metrics",
        summary: "Metrics for Prometheus",
        description:
          "Requests, payments, webhooks, background work and the process itself, in Prometheus' text format.",
        ...forOperators,
        produces: ["text/plain"],
        response: { 200: Type.String({ description: "Prometheus text format." }) },
      },
    },
    async (_request, reply) =>
      reply
        .type(metrics.contentType)
        .serializer(String)
        .send(await metrics.text()),
  );
}

async function reasonsNotReady(service: Service): Promise<readonly string[]> {
  try {
    await answers(service.database);
  } catch {
    return ["The database cannot be reached."];
  }
  const pending = await pendingMigrations(service.database);
  if (pending.length > 0) return [`The database lacks migrations: ${pending.join(", ")}. Run bursar migrate.`];
  if (await isInDoubt(service.database)) return ["The ledger is in doubt: run bursar ledger verify."];
  return [];
}

/** An audit log in doubt does not stop payments: taking every process out of service would do more harm. */
function warningsOf(service: Service): { warnings?: string[] } {
  const alarms = auditAlarms(service);
  if (alarms.length === 0) return {};
  return { warnings: [`The audit log is in doubt (${alarms.length} problems found): run bursar audit verify.`] };
}
