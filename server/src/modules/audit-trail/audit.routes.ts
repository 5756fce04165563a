import { type Static, Type } from "typebox";
import { plusMs } from "../../kernel/clock/clock.ts";
import { type Api, organizationOf } from "../../kernel/http/api.ts";
import { findsRow, keysetOf } from "../../kernel/http/paging.queries.ts";
import { cursorParameters, Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";
import { type AuditRow, auditKey, auditRowExists, listAuditRows } from "./list-audit.queries.ts";

const actorTypes = [
  "token",
  "user",
  "bank",
  "operator",
  "service",
  "payee",
  "payer",
] as const satisfies readonly Actor["type"][];
const changed = (description: string) =>
  Nullable(Type.Object({}, { additionalProperties: true, description: `${description} Never bank details.` }));

const AuditEntrySchema = object(
  {
    id: Uuid("The entry."),
    at: Timestamp("When it was done."),
    actor: object(
      {
        type: OneOf(actorTypes, "`operator`: on the command line of the service.", "ActorType"),
        id: Nullable(Type.String({ description: "The user, token, or operator." })),
        name: Nullable(Type.String({ description: "Their name, if known." })),
      },
      { description: "The actor." },
    ),
    address: Nullable(Type.String({ description: "The address of the request." })),
    httpRequestId: Nullable(Type.String({ description: "The request's id: the `X-Request-Id` of its response." })),
    action: Type.String({ description: "The action, such as `recipient.update`." }),
    resourceType: Type.String({ description: "The resource type." }),
    resourceId: Type.String({ description: "The resource ID." }),
    before: changed("Values before the change."),
    after: changed("Values after the change."),
  },
  { title: "AuditEntry", description: "An action in the audit log. Entries never change." },
);

export interface AuditRouteTools {
  /** Finds the names of actors. */
  nameActors(
    db: Queryable,
    organizationId: OrganizationId,
    actors: readonly Pick<Actor, "type" | "id">[],
  ): Promise<(actor: Pick<Actor, "type" | "id">) => string | undefined>;
}

const text = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** `GET /audit`: the log, for users with the permission to read it. `bursar audit verify` checks its seals. */
export function auditRoutes(app: Api, service: Service, { nameActors }: AuditRouteTools): void {
  app.get(
    "/audit",
    {
      config: { scope: "person", permission: "readAudit", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listAuditEntries",
        summary: "Read the audit log",
        description:
          "Who did what, when, and from where, and what it changed. Oldest first unless `order` says otherwise.",
        tags: ["Audit"],
        querystring: object({
          ...cursorParameters,
          actorType: Type.Optional(OneOf(actorTypes, "Only actions of this kind of actor.", "ActorType")),
          actorId: text("Only actions of this user, token, or operator."),
          action: text("Only this action, such as `token.create`."),
          resourceType: text("Only this resource type, such as `recipient`."),
          resourceId: text("Only this resource."),
          from: Type.Optional(Timestamp("Only actions at or after this time.")),
          to: Type.Optional(Timestamp("Only actions at or before this time.")),
        }),
        response: {
          200: object(
            { entries: Type.Array(AuditEntrySchema, { description: "The page." }), page: PageSchema },
            { title: "AuditEntryList" },
          ),
        },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request);
      const { from, to, ...asked } = request.query;
      const keyset = await keysetOf(request.query, {
        column: auditKey,
        exists: (id) => findsRow(service.database, auditRowExists(organizationId, id)),
      });
      const filter = {
        organizationId,
        ...asked,
        fromId: from === undefined ? undefined : firstIdAt(new Date(from)),
        belowId: to === undefined ? undefined : firstIdAt(plusMs(new Date(to), 1)),
      };
      const { rows, page } = keyset.finish(
        await listAuditRows(service.database, filter, keyset),
        (row) => row.audit_id,
      );
      const nameOf = await nameActors(service.database, organizationId, rows.map(actorOfRow));
      return { entries: rows.map((row) => render(row, nameOf(actorOfRow(row)))), page };
    },
  );
}

/** The actor of a row. */
const actorOfRow = (row: AuditRow): Pick<Actor, "type" | "id"> => ({
  type: row.actor_type,
  ...(row.actor_id === null ? {} : { id: row.actor_id }),
});

const render = (row: AuditRow, name: string | undefined): Static<typeof AuditEntrySchema> => ({
  id: row.audit_id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: name ?? null },
  address: row.address,
  httpRequestId: row.http_request_id,
  action: row.action,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  before: parsed(row.before),
  after: parsed(row.after),
});

/** Written by this service as one JSON object. */
const parsed = (json: string | null): Record<string, unknown> | null => (json === null ? null : JSON.parse(json));
