import { Type } from "typebox";
import type { ClockWatch } from "#kernel/clock/clock-watch.ts";
import type { Api } from "#kernel/http/api.ts";
import { anyParameters, object } from "#kernel/http/schemas.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { subjectOf } from "#kernel/proofs/row-proof.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { DatabaseUnavailable } from "#kernel/sql/hosts/unavailable.ts";
import type { SchemaWatch } from "#kernel/sql/migrations/schema-watch.ts";
import { failingJobs } from "#kernel/work/failing-jobs.ts";
import { auditAlarms } from "#records/audit/trail";
import { hasStoppedAccounts } from "#records/ledger";
import { acceptsWrites } from "./operations.queries.ts";

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** True during shutdown: running work is finished, and new work is rejected. */
  readonly draining: () => boolean;
  readonly clockWatch: Pick<ClockWatch, "warning">;
  readonly schemaWatch: Pick<SchemaWatch, "look">;
}

const forOperators = { tags: ["Operations"], querystring: anyParameters };
/** All that can be wrong with such a request: two Host headers, or none. */
const refusals = ["badRequest"];
const HealthSchema = object(
  { status: Type.Literal("ok", { description: "The process is alive." }) },
  { title: "Health", description: "The process is alive." },
);
const ReadySchema = object(
  {
    status: Type.Literal("ready", { description: "The service can take payments." }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: "Problems for the operator to investigate, one sentence each; absent if there are none.",
      }),
    ),
  },
  { title: "Readiness", description: "The service can take payments." },
);
const NotReadySchema = object(
  {
    status: Type.Literal("notReady", { description: "The service cannot take payments now." }),
    reasons: Type.Array(Type.String(), { description: "What is wrong, one sentence each." }),
  },
  { title: "NotReady" },
);

/** Routes for the operator (docs/spec/operations.md). They need no token: block them from the outside at the proxy. */
export function operationsRoutes(
  app: Api,
  service: Service,
  { metrics, draining, clockWatch, schemaWatch }: OperationsOptions,
): void {
  app.get(
    "/healthz",
    {
      config: { scope: "public", refusals },
      schema: {
        operationId: "getHealth",
        summary: "Check liveness",
        description: "Returns 200 as long as the process responds at all. Restart it if this fails.",
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
      config: { scope: "public", within: () => "every", refusals },
      schema: {
        operationId: "getReadiness",
        summary: "Check readiness",
        description:
          "200 if the database responds, the schema is the one that this version needs, and no ledger account is in doubt; otherwise 503 with the reasons. Send requests elsewhere while this fails.",
        ...forOperators,
        response: {
          200: ReadySchema,
          503: { ...NotReadySchema, description: "The service cannot take payments now." },
        },
      },
    },
    async (_request, reply) => {
      const reasons = draining() ? ["The service is shutting down."] : await reasonsNotReady(service, schemaWatch);
      if (reasons.length === 0) return { status: "ready" as const, ...warningsOf(service, clockWatch) };
      return reply.code(503).send({ status: "notReady" as const, reasons: [...reasons] });
    },
  );

  if (!service.config.openPages.includes("metrics")) return;
  app.get(
    "/metrics",
    {
      config: { scope: "public", within: () => "every", refusals },
      schema: {
        operationId: "getMetrics",
        summary: "Metrics for Prometheus",
        description:
          "Requests, payments, webhooks, background work, and the process itself, in the Prometheus text format.",
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

async function reasonsNotReady(
  service: Service,
  schemaWatch: OperationsOptions["schemaWatch"],
): Promise<readonly string[]> {
  try {
    if (!(await acceptsWrites(service.database))) return ["The database accepts no writes: it is a standby."];
  } catch (error) {
    return [
      error instanceof DatabaseUnavailable && error.code === "08001"
        ? "No database server accepts writes now."
        : "The database cannot be reached.",
    ];
  }
  if (service.database.connectionHealth().stalledCommits > 0)
    return ["Commits wait for a synchronous standby that does not answer."];
  const problem = await schemaWatch.look();
  if (problem !== undefined) return [problem];
  if (await hasStoppedAccounts(service.database)) return ["The ledger is in doubt. Run bursar ledger verify."];
  return [];
}

/** An audit log in doubt does not stop payments: taking every process out of service would do more harm. */
function warningsOf(service: Service, clockWatch: Pick<ClockWatch, "warning">): { warnings?: string[] } {
  const alarms = auditAlarms(service);
  const warnings = [
    ...(alarms.length === 0
      ? []
      : [`The audit log is in doubt (${alarms.length} problems found). Run bursar audit verify.`]),
    ...unprovenWarnings(service),
    ...failingJobs(service).map(
      ({ job, organizationId, since }) =>
        `The background job ${job} has failed for organization ${organizationId} since ${since.toISOString()}. The log says why.`,
    ),
    ...[clockWatch.warning() ?? []].flat(),
  ];
  return warnings.length === 0 ? {} : { warnings };
}

const NAMED_MAX = 5;

function unprovenWarnings({ vault }: Service): readonly string[] {
  const rows = [...findingsOf(vault).rows.values()];
  if (rows.length === 0) return [];
  const named = rows.slice(0, NAMED_MAX).map(subjectOf).join(", ");
  const others = rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : "";
  return [`Rows were changed outside the service and are not used: ${named}${others}. Run bursar rows list.`];
}
