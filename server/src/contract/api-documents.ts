import { documentCompleter, operationsOf, type Paths } from "./complete-document.ts";
import { addExample, type RecordedExamples } from "./components/recorded-examples.ts";
import { DASHBOARD_INTRODUCTION } from "./introductions.ts";
import { splitPaths } from "./split-paths.ts";

/** What the swagger plugin has collected. */
interface Collected {
  readonly info: object;
  readonly components?: object;
  readonly paths?: unknown;
  readonly tags?: readonly { readonly name: string }[];
  readonly security?: unknown;
  readonly webhooks?: unknown;
}

/**
 * The two documents of the API, each complete in itself: `openapi` has what tokens and the public may call and is
 * committed as api/openapi.json, `dashboard` has what only the dashboard uses and is committed as api/dashboard.json
 * (ADR 0068). `examples` has a call of each operation of the first one.
 */
export function apiDocuments(collected: Collected, examples: RecordedExamples) {
  // The plugin's types cover every version of OpenAPI.
  const { openapi, dashboard } = splitPaths((collected.paths ?? {}) as Paths);
  const complete = documentCompleter(examples);
  // First, so that it depends on its own operations only.
  const webhooks = deliveries(collected.webhooks, examples["getEvent"]?.response);
  const first = complete(withGroups({ ...collected, webhooks, paths: openapi }));
  // Each of its operations says who may call it.
  const { security: _, webhooks: __, ...rest } = collected;
  const info = { ...collected.info, title: "Bursar dashboard", description: DASHBOARD_INTRODUCTION };
  return { openapi: first, dashboard: complete(withGroups({ ...rest, info, paths: dashboard })) };
}

/** The webhooks with an event as an example: one that the API returns, too. */
function deliveries(webhooks: unknown, event: unknown): unknown {
  // The plugin's types cover every version of OpenAPI.
  const copy = structuredClone(webhooks ?? {}) as Paths;
  for (const operation of operationsOf(copy)) addExample(operation, { parameters: {}, body: event, status: 200 });
  return webhooks === undefined ? undefined : copy;
}

/** Only the groups of its own operations. */
function withGroups<Made extends Collected & { readonly paths: Paths }>(document: Made): Made {
  const used = new Set(operationsOf(document.paths).flatMap(({ tags }) => tags));
  return { ...document, tags: document.tags?.filter(({ name }) => used.has(name)) };
}
