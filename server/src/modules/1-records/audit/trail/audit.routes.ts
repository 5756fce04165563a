import { Readable } from "node:stream";
import { newYorkDay, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { type Static, Type } from "typebox";
import { plusMs } from "#kernel/clock/clock.ts";
import { type Api, organizationOf } from "#kernel/http/api.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { auditActions } from "#records/audit";
import {
  AuditEntryListSchema,
  AuditFiltersSchema,
  auditExportParameters,
  auditParameters,
  renderAuditEntry,
} from "./audit-schemas.ts";
import { exportReadable } from "./export-readable.ts";
import { auditKey, auditRowExists, listAuditRows } from "./list-audit.queries.ts";
import { actionLabel, typeLabels } from "./sentences/labels.ts";
import type { NameActors } from "./sentences/names.ts";
import { readableEntries } from "./sentences/render-entries.ts";

export interface AuditRouteTools {
  /** Finds the names of actors. */
  readonly nameActors: NameActors;
  /** Users and tokens to choose from. */
  listActors(
    db: Queryable,
    organizationId: OrganizationId,
  ): Promise<readonly { readonly type: "user" | "token"; readonly id: string; readonly name: string }[]>;
}

const tags = ["Audit"];
const forReaders = { scope: "person", permission: "readAudit" } as const;

/** The audit log in sentences, for users with the permission to read it. `bursar audit verify` checks its seals. */
export function auditRoutes(app: Api, service: Service, tools: AuditRouteTools): void {
  listRoute(app, service, tools);
  filtersRoute(app, service, tools);
  exportRoute(app, service, tools);
}

type Query = Omit<Static<typeof auditExportParameters>, "format"> & CursorQuery;

/** The rows of a page. */
async function readPage(service: Service, organizationId: OrganizationId, asked: Query) {
  const { from, to, fromDay, toDay, ...query } = asked;
  const keyset = await keysetOf(query, {
    column: auditKey,
    exists: (id) => findsRow(service.database, auditRowExists(organizationId, id)),
  });
  const filter = {
    organizationId,
    ...query,
    fromId: latest([from === undefined ? [] : new Date(from), fromDay === undefined ? [] : startOf(fromDay)].flat()),
    belowId: earliest(
      [to === undefined ? [] : plusMs(new Date(to), 1), toDay === undefined ? [] : startOf(toDay, 1)].flat(),
    ),
  };
  return keyset.finish(await listAuditRows(service.database, filter, keyset), (row) => row.audit_id);
}

/** The first instant of a day in New York, or of a day after it. */
const startOf = (day: string, days = 0): Date => newYorkMidnight(Temporal.PlainDate.from(day).add({ days }));

const latest = (instants: readonly Date[]): string | undefined => bound(instants, (a, b) => a > b);
const earliest = (instants: readonly Date[]): string | undefined => bound(instants, (a, b) => a < b);
function bound(instants: readonly Date[], isBetter: (a: Date, b: Date) => boolean): string | undefined {
  const [first, ...others] = instants;
  return first && firstIdAt(others.reduce((best, row) => (isBetter(row, best) ? row : best), first));
}

function listRoute(app: Api, service: Service, { nameActors }: AuditRouteTools): void {
  app.get(
    "/audit",
    {
      config: { ...forReaders, refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listAuditEntries",
        summary: "Read the audit log",
        description:
          "Who did what, when, and from where, and what it changed. Oldest first unless `order` says otherwise.",
        tags,
        querystring: auditParameters,
        response: { 200: AuditEntryListSchema },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request);
      const { rows, page } = await readPage(service, organizationId, request.query);
      const entries = await readableEntries(service.database, organizationId, { rows, nameActors });
      return { entries: entries.map(renderAuditEntry), page };
    },
  );
}

/** Actors that are one, or that the log does not tell apart. */
const otherActors = [
  { type: "bank", id: null, name: "The bank" },
  { type: "service", id: null, name: "Bursar" },
  { type: "operator", id: null, name: "Server administrators, on the command line" },
  { type: "payee", id: null, name: "Recipients, through an invite" },
  { type: "payer", id: null, name: "Customers, on the pay page" },
  { type: "token", id: null, name: "API tokens" },
] as const;

function filtersRoute(app: Api, service: Service, { listActors }: AuditRouteTools): void {
  app.get(
    "/audit/filters",
    {
      config: forReaders,
      schema: {
        operationId: "getAuditFilters",
        summary: "Get what the audit log can be filtered by",
        description: "For lists to choose from: actors, actions, and resource types, with their names.",
        tags,
        response: { 200: AuditFiltersSchema },
      },
    },
    async (request) => {
      const actors = await listActors(service.database, organizationOf(request));
      return {
        actors: [
          ...actors.filter(({ type }) => type === "user"),
          ...otherActors,
          ...actors.filter(({ type }) => type === "token"),
        ].map((actor) => ({ ...actor })),
        actions: auditActions.map((action) => ({ action, ...actionLabel(action) })),
        resourceTypes: Object.entries(typeLabels).map(([type, label]) => ({ type, label })),
      };
    },
  );
}

function exportRoute(app: Api, service: Service, { nameActors }: AuditRouteTools): void {
  app.get(
    "/audit/export",
    {
      config: forReaders,
      schema: {
        operationId: "exportAuditEntries",
        summary: "Export the audit log",
        description:
          "Every entry of `GET /audit` with these filters, in its order: the sentence, the changes in words, and the codes. Streamed: a connection that ends before the last chunk means that the file is incomplete. No text is a formula.",
        tags,
        querystring: auditExportParameters,
        produces: [mediaTypes.csv, mediaTypes.xlsx],
        response: {
          200: Type.Unsafe<Readable>({ type: "string", format: "binary", description: "The file, with a header row." }),
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request);
      const { format = "csv", ...query } = request.query;
      const file = await exportReadable(service, organizationId, {
        format,
        nameActors,
        readPage: async (cursors) => (await readPage(service, organizationId, { ...query, ...cursors })).rows,
      });
      const day = newYorkDay(service.clock.now());
      // At most one page is read ahead: the receiver sets the pace.
      return reply
        .type(format === "csv" ? `${mediaTypes.csv}; charset=utf-8` : mediaTypes.xlsx)
        .header("content-disposition", `attachment; filename="audit-log-${day}.${format}"`)
        .send(Readable.from(file, { highWaterMark: 1 }));
    },
  );
}

const mediaTypes = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
