import { type Static, Type } from "typebox";
import { DAY_MS, SECOND_MS } from "#kernel/clock/clock.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Config } from "#kernel/process/config.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { filterPathsNamed, webhookEventTypes, webhookFilterPaths } from "../filter/event-filter.ts";
import type { SenderOptions } from "../sender/guarded-sender.ts";
import { refuseWebhook } from "../webhook-refusals.ts";
import { endpointStates } from "./endpoint-states.ts";
import type { EndpointRow } from "./endpoints.queries.ts";
import { type WebhookUrlRules, webhookUrlLengthMax, webhookUrlProblem } from "./webhook-url.ts";

/** The maximum number of endpoints per organization (wire contract §4.13). */
export const ENDPOINTS_MAX = 100;
/** How long a replaced secret keeps signing (decision R9). */
export const PREVIOUS_SECRET_MS = DAY_MS;

/** An endpoint as clients see it (wire contract §4.13). */
export const WebhookSchema = object(
  {
    id: Uuid("The endpoint."),
    url: Type.String({ description: "Where events are sent." }),
    status: OneOf(endpointStates.states, inWords(endpointStates), "WebhookStatus"),
    eventTypes: Nullable(
      Type.Array(Type.String(), { description: "Event types to send; null = both transaction events." }),
    ),
    filterPaths: Nullable(
      Type.Array(Type.String(), { description: "An update is sent only if it changes one of these; null = any." }),
    ),
    secret: Type.Optional(
      Type.String({
        description:
          "Signs the deliveries. Only in the first response after creating or rotating it: store it. A replay omits it; rotate a lost one.",
      }),
    ),
    createdAt: Timestamp("When it was created."),
    updatedAt: Timestamp("When it was last changed."),
  },
  { title: "Webhook", description: "An endpoint that receives events." },
);
export type Webhook = Static<typeof WebhookSchema>;

const url = Type.String({
  minLength: 1,
  maxLength: webhookUrlLengthMax,
  description: "An https URL. Sandbox mode also allows http and loopback.",
});
const eventTypes = Nullable(
  Type.Array(OneOf(webhookEventTypes, "An event type.", "WebhookEventType"), {
    maxItems: 50,
    description: "Event types to send. null or empty = both transaction events. Balance events are sent only if named.",
  }),
);
const filterPaths = (description: string) =>
  Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description })));
const filters = {
  eventTypes: Type.Optional(eventTypes),
  events: Type.Optional(
    Nullable(
      Type.Array(OneOf(webhookEventTypes, "An event type.", "WebhookEventType"), {
        maxItems: 50,
        description: "Older name of `eventTypes`.",
      }),
    ),
  ),
};
/** The body of a new endpoint. */
export const NewWebhookSchema = object(
  {
    url,
    ...filters,
    filterPaths: filterPaths(
      `Updates are sent only if they change one of these, such as \`transaction.status\`; the resource may be omitted. null or empty = any. One of: ${webhookFilterPaths.join(", ")}.`,
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateWebhookRequest" },
);
const requestedStatuses = [endpointStates.moves.activate.to, endpointStates.moves.pause.to] as const;
/** The body of a change; omitted members keep their values. */
export const WebhookChangeSchema = object(
  {
    url: Type.Optional(url),
    ...filters,
    filterPaths: filterPaths("Updates are sent only if they change one of these; see `CreateWebhookRequest`."),
    status: Type.Optional(
      OneOf(requestedStatuses, "`active` also revives a disabled endpoint: what had been waiting is sent."),
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UpdateWebhookRequest" },
);
export type NewWebhook = Static<typeof NewWebhookSchema>;
export type WebhookChange = Static<typeof WebhookChangeSchema>;

/** What this installation allows in a URL: sandbox mode allows http and loopback (decision R9). */
export const webhookUrlRulesOf = ({ mode }: Pick<Config, "mode">): WebhookUrlRules => ({
  allowHttp: mode === "sandbox",
  allowLoopback: mode === "sandbox",
});

/** For this installation's sender: 5 s for a response (decision R9). */
export const webhookSenderOptionsOf = (config: Pick<Config, "mode">): SenderOptions => ({
  ...webhookUrlRulesOf(config),
  timeoutMs: 5 * SECOND_MS,
});

/** Refuses with `webhookUrlNotAccepted`. The sender checks again at each connection (law 12). */
export function refuseBadUrl(config: Pick<Config, "mode">, text: string): void {
  const problem = webhookUrlProblem(text, webhookUrlRulesOf(config));
  if (problem !== undefined)
    throw refuseWebhook("webhookUrlNotAccepted", { details: { problem, fields: [{ path: "url", message: problem }] } });
}

/** A stored filter: undefined = omitted, null = no limit. */
interface AskedFilters {
  readonly eventTypes: readonly string[] | null | undefined;
  readonly filterPaths: readonly string[] | null | undefined;
}

/** Reads the filters of a body, including the older name; refuses unknown names. */
export function filtersOf(body: Pick<NewWebhook, "eventTypes" | "events" | "filterPaths">): AskedFilters {
  const problems: FieldProblem[] = [];
  if (body.eventTypes !== undefined && body.events !== undefined)
    problems.push({ path: "events", message: "is the older name of eventTypes; send only one of them" });
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

/** An empty list is stored as no limit, and repeated names once. */
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

/** What the audit log stores about an endpoint: everything except its secrets. */
export const auditedMembers = (row: EndpointRow) => ({
  url: row.url,
  status: row.status,
  eventTypes: row.event_types,
  filterPaths: row.filter_paths,
});
