import { type Static, Type } from "typebox";
import { DAY_MS, SECOND_MS } from "../../../kernel/clock/clock.ts";
import { type FieldProblem, invalidRequest } from "../../../kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "../../../kernel/http/schemas.ts";
import { IdempotencyKey } from "../../../kernel/idempotency/key.ts";
import type { Config } from "../../../kernel/process/config.ts";
import { inWords } from "../../../kernel/states/state-table.ts";
import { filterPathsNamed, webhookEventTypes, webhookFilterPaths } from "../filter/event-filter.ts";
import type { SenderOptions } from "../sender/guarded-sender.ts";
import { refuseWebhook } from "../webhook-refusals.ts";
import { endpointStates } from "./endpoint-states.ts";
import type { EndpointRow } from "./endpoints.queries.ts";
import { type WebhookUrlRules, webhookUrlLengthMax, webhookUrlProblem } from "./webhook-url.ts";

/** Endpoints an organisation may have (wire contract §4.13). */
export const ENDPOINTS_MAX = 100;
/** How long a replaced secret still signs (decision R9). */
export const PREVIOUS_SECRET_MS = DAY_MS;

export const WebhookSchema = object(
  {
    id: Uuid("The endpoint."),
    url: Type.String({ description: "Where events are sent." }),
    status: OneOf(endpointStates.states, inWords(endpointStates)),
    eventTypes: Nullable(
      Type.Array(Type.String(), { description: "Event types wanted; null = both transaction events." }),
    ),
    filterPaths: Nullable(
      Type.Array(Type.String(), { description: "An update is sent only if it changes one of these; null = any." }),
    ),
    secret: Type.Optional(
      Type.String({
        description:
          "Signs the deliveries. Only in the first response of creating or rotating it: store it. A replay omits it; rotate a lost one.",
      }),
    ),
    createdAt: Timestamp("When it was created."),
    updatedAt: Timestamp("When it was last changed."),
  },
  { $id: "Webhook", description: "An endpoint that gets events." },
);
export type Webhook = Static<typeof WebhookSchema>;

const url = Type.String({
  minLength: 1,
  maxLength: webhookUrlLengthMax,
  description: "An https address. In sandbox mode also http, and loopback.",
});
const eventTypes = Nullable(
  Type.Array(OneOf(webhookEventTypes, "An event type."), {
    maxItems: 50,
    description:
      "Event types wanted. null or empty = both transaction events. Balance events go only to who names them.",
  }),
);
const filterPaths = Nullable(
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 100,
    description: `Updates are sent only if they change one of these, such as \`transaction.status\`; the resource may be left out. null or empty = any. One of: ${webhookFilterPaths.join(", ")}.`,
  }),
);
const filters = {
  eventTypes: Type.Optional(eventTypes),
  events: Type.Optional(
    Nullable(
      Type.Array(OneOf(webhookEventTypes, "An event type."), {
        maxItems: 50,
        description: "Older name of `eventTypes`.",
      }),
    ),
  ),
  filterPaths: Type.Optional(filterPaths),
};
export const NewWebhookSchema = object({
  url,
  ...filters,
  idempotencyKey: IdempotencyKey,
});
const requestedStatuses = [endpointStates.moves.activate.to, endpointStates.moves.pause.to] as const;
export const WebhookChangeSchema = object({
  url: Type.Optional(url),
  ...filters,
  status: Type.Optional(
    OneOf(requestedStatuses, "`active` also revives a disabled endpoint: what had been waiting is sent."),
  ),
  idempotencyKey: IdempotencyKey,
});
export type NewWebhook = Static<typeof NewWebhookSchema>;
export type WebhookChange = Static<typeof WebhookChangeSchema>;

/** What this installation lets a URL be: sandbox mode allows http and loopback (decision R9). */
export const webhookUrlRulesOf = ({ mode }: Pick<Config, "mode">): WebhookUrlRules => ({
  allowHttp: mode === "sandbox",
  allowLoopback: mode === "sandbox",
});

/** For the sender of this installation: 5 s to answer (decision R9). */
export const webhookSenderOptionsOf = (config: Pick<Config, "mode">): SenderOptions => ({
  ...webhookUrlRulesOf(config),
  timeoutMs: 5 * SECOND_MS,
});

export function refuseBadUrl(config: Pick<Config, "mode">, text: string): void {
  const problem = webhookUrlProblem(text, webhookUrlRulesOf(config));
  if (problem !== undefined)
    throw refuseWebhook("webhookUrlNotAccepted", { details: { problem, fields: [{ path: "url", message: problem }] } });
}

/** A filter as it is stored: undefined = not said, null = no limit. */
interface AskedFilters {
  readonly eventTypes: readonly string[] | null | undefined;
  readonly filterPaths: readonly string[] | null | undefined;
}

/** Reads the filters of a body, the older name included; refuses names that stand for nothing. */
export function filtersOf(body: Pick<NewWebhook, "eventTypes" | "events" | "filterPaths">): AskedFilters {
  const problems: FieldProblem[] = [];
  if (body.eventTypes !== undefined && body.events !== undefined)
    problems.push({ path: "events", message: "is the older name of eventTypes: send only one of them" });
  body.filterPaths?.forEach((path, index) => {
    if (filterPathsNamed(path).length === 0)
      problems.push({ path: `filterPaths.${index}`, message: `must be one of ${webhookFilterPaths.join(", ")}` });
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    eventTypes: orNoLimit(body.eventTypes === undefined ? body.events : body.eventTypes),
    filterPaths: orNoLimit(body.filterPaths),
  };
}

const orNoLimit = (names: readonly string[] | null | undefined): readonly string[] | null | undefined =>
  names === undefined || names === null ? names : names.length === 0 ? null : [...new Set(names)];

/** The API's Webhook for a row, without its secret. */
export const renderWebhook = (row: EndpointRow): Webhook => ({
  id: row.endpoint_id,
  url: row.url,
  status: row.status,
  eventTypes: row.event_types === null ? null : [...row.event_types],
  filterPaths: row.filter_paths === null ? null : [...row.filter_paths],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** What the audit log keeps of an endpoint: everything but its secrets. */
export const auditedMembers = (row: EndpointRow) => ({
  url: row.url,
  status: row.status,
  eventTypes: row.event_types,
  filterPaths: row.filter_paths,
});

/** Secrets are sealed to the row they belong to. */
export const secretContextOf = (endpointId: string): string => `webhook/${endpointId}`;
