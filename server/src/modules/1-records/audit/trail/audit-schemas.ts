import { type Static, Type } from "typebox";
import { cursorParameters, Day, Nullable, OneOf, object, PageSchema, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import type { Actor } from "#records/audit";
import type { ReadableEntry } from "./sentences/render-entries.ts";

export const actorTypes = [
  "token",
  "user",
  "bank",
  "operator",
  "service",
  "payee",
  "payer",
] as const satisfies readonly Actor["type"][];

const recorded = (description: string) =>
  Nullable(Type.Object({}, { additionalProperties: true, description: `${description} Never bank details.` }));

const SentencePartSchema = object(
  {
    text: Type.String({ description: "Part of the sentence." }),
    resourceType: Nullable(
      Type.String({ description: "The type of the resource that this part names, if it names one." }),
    ),
    resourceId: Nullable(Type.String({ description: "The ID of that resource." })),
  },
  { title: "AuditSentencePart" },
);

const AuditChangeSchema = object(
  {
    field: Type.String({ description: "The member of `before` and `after`." }),
    label: Type.String({ description: "The field in words." }),
    before: Nullable(Type.String({ description: "The earlier value in words; null if the entry does not have it." })),
    after: Nullable(Type.String({ description: "The new value in words; null if the entry does not have it." })),
  },
  { title: "AuditChange", description: "A changed field. Times are in New York." },
);

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
    before: recorded("Values before the change."),
    after: recorded("Values after the change."),
    sentence: Type.Array(SentencePartSchema, {
      description:
        "What happened, as a sentence with the present names of what it is about. Its parts follow each other without spaces in between.",
    }),
    changes: Type.Array(AuditChangeSchema, {
      description: "What `before` and `after` say, in words: only what differs.",
    }),
    number: Nullable(
      Type.Integer({ description: "Its number in its stream, without gaps; null for the oldest entries." }),
    ),
    hash: Nullable(Type.String({ description: "Its code in hexadecimal, which `bursar audit verify` checks." })),
  },
  { title: "AuditEntry", description: "An action in the audit log. Entries never change." },
);

export const renderAuditEntry = ({
  row,
  actorName,
  before,
  after,
  sentence,
  changes,
}: ReadableEntry): Static<typeof AuditEntrySchema> => ({
  id: row.audit_id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: actorName ?? null },
  address: row.address,
  httpRequestId: row.http_request_id,
  action: row.action,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  before,
  after,
  sentence: sentence.map((part) => ({ ...part })),
  changes: changes.map((change) => ({ ...change })),
  number: row.number === null ? null : Number(row.number),
  hash: row.mac?.toString("hex") ?? null,
});

export const AuditEntryListSchema = object(
  { entries: Type.Array(AuditEntrySchema, { description: "The page." }), page: PageSchema },
  { title: "AuditEntryList" },
);

const text = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

const filters = {
  actorType: Type.Optional(OneOf(actorTypes, "Only actions of this kind of actor.", "ActorType")),
  actors: Type.Optional(
    OneOf(
      ["people"],
      "`people`: only actions of users, operators, recipients, and customers, without those of API tokens, the bank, and the service.",
    ),
  ),
  actorId: text("Only actions of this user, token, or operator."),
  action: text("Only this action, such as `token.create`."),
  resourceType: text("Only this resource type, such as `recipient`."),
  resourceId: text("Only this resource."),
  from: Type.Optional(Timestamp("Only actions at or after this time.")),
  to: Type.Optional(Timestamp("Only actions at or before this time.")),
  fromDay: Type.Optional(Day("Only actions on or after this day.")),
  toDay: Type.Optional(Day("Only actions on or before this day.")),
};

export const auditParameters = object({ ...cursorParameters, ...filters });
export const auditExportParameters = object({
  format: Type.Optional(OneOf(["csv", "xlsx"], "The kind of file. The default is `csv`.")),
  order: cursorParameters.order,
  ...filters,
});

export const AuditFiltersSchema = object(
  {
    actors: Type.Array(
      object({
        type: OneOf(actorTypes, "The kind of actor.", "ActorType"),
        id: Nullable(Type.String({ description: "The user or token; null for actors that have no ID." })),
        name: Type.String({ description: "Their name." }),
      }),
      { description: "Users by name, then kinds of actors without a name, then the newest tokens." },
    ),
    actions: Type.Array(
      object({
        action: Type.String({ description: "The action, such as `token.create`." }),
        label: Type.String({ description: "The action in words." }),
        group: Type.String({ description: "The part of the service it belongs to." }),
      }),
      { description: "Every action that this version records." },
    ),
    resourceTypes: Type.Array(
      object({
        type: Type.String({ description: "The resource type." }),
        label: Type.String({ description: "The type in words." }),
      }),
      { description: "What entries are about." },
    ),
  },
  { title: "AuditFilters", description: "What the audit log can be filtered by." },
);
