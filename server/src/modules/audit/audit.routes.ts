import { type Static, Type } from "typebox";
import { plusMs } from "../../kernel/clock/clock.ts";
import { type Api, organizationOf } from "../../kernel/http/api.ts";
import { findsRow, keysetOf } from "../../kernel/http/paging.queries.ts";
import { cursorParameters, Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "../../kernel/http/schemas.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "../../kernel/values/ids.ts";
import type { Actor } from "./audit-entry.ts";
import { type AuditRow, auditKey, auditRowExists, listAuditRows } from "./list-audit.queries.ts";

const actorTypes = [
  "token",
  "user",
  "bank",
  "operator",
  "service",
  "payee",
] as const satisfies readonly Actor["type"][];
const changed = (description: string) =>
  Nullable(Type.Object({}, { additionalProperties: true, description: `${description} Never bank details.` }));

const AuditEntrySchema = object(
  {
    id: Uuid("The entry."),
    at: Timestamp("When it was done."),
    actor: object(
      {
        type: OneOf(actorTypes, "`operator`: at the command line of the service."),
        id: Nullable(Type.String({ description: "The user, token or operator." })),
        name: Nullable(Type.String({ description: "Their name, where one is known." })),
      },
      { description: "Who did it." },
    ),
    address: Nullable(Type.String({ description: "Where the call came from." })),
    httpRequestId: Nullable(Type.String({ description: "The call: `X-Request-Id` of its answer." })),
    action: Type.String({ description: "What was done, such as `recipient.update`." }),
    resourceType: Type.String({ description: "What kind of thing it was done to." }),
    resourceId: Type.String({ description: "Which one." }),
    before: changed("What stood there before."),
    after: changed("What stands there since."),
  },
  { $id: "AuditEntry", description: "Something that somebody did. Entries are never changed." },
);

export interface AuditRouteTools {
  /** Finds the names of those who did something. */
  nameActors(
    db: Queryable,
    organizationId: OrganizationId,
    actors: readonly Pick<Actor, "type" | "id">[],
  ): Promise<(actor: Pick<Actor, "type" | "id">) => string | undefined>;
}

const text = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** `GET /audit`: the log for people who may read it. Its seals are checked with `bursar audit verify`. */
export function auditRoutes(app: Api, service: Service, { nameActors }: AuditRouteTools): void {
  app.get(
    "/audit",
    {
      config: { scope: "person", permission: "readAudit", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listAuditEntries",
        summary: "Read the audit log",
        description:
          "Who did what, when and from where, and what it changed. Oldest first unless `order` says otherwise.",
        tags: ["Audit"],
        querystring: object({
          ...cursorParameters,
          actorType: Type.Optional(OneOf(actorTypes, "Done by this kind of actor.")),
          actorId: text("Done by this user, token or operator."),
          action: text("This action, such as `token.create`."),
          resourceType: text("Done to this kind of thing, such as `recipient`."),
          resourceId: text("Done to this one."),
          from: Type.Optional(Timestamp("Done from this moment on.")),
          to: Type.Optional(Timestamp("Done up to this moment.")),
        }),
        response: {
          200: object({ entries: Type.Array(AuditEntrySchema, { description: "The page." }), page: PageSchema }),
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

/** Who did what the row tells of. */
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
