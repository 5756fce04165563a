/** The API's headers that clients act on. Many operations share them, so each is a component. */

export const headerParameters = {
  IdempotencyKeyHeader: {
    name: "Idempotency-Key",
    in: "header",
    description: "The same as `idempotencyKey` in the body: send one of them, or the same value in both. Empty = none.",
    schema: { type: "string", maxLength: 255 },
  },
};

const count = { type: "integer", minimum: 0 };

export const responseHeaders = {
  IdempotentReplayed: {
    description: "`true`: this is a replay of the idempotency key's first response; this request had no effect.",
    schema: { type: "string", enum: ["true"] },
  },
  RetryAfter: { description: "Send the same request again after this many seconds.", schema: count },
};

type Headers = Readonly<Record<string, { readonly $ref: string }>>;

const refer = (names: Readonly<Record<string, keyof typeof responseHeaders>>): Headers =>
  Object.fromEntries(Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]));

const some = (headers: Headers) => (Object.keys(headers).length === 0 ? {} : { headers });

/** The `RateLimit-*` headers are described once, in the document's introduction: every response has them. */
export const headersOfRefusal = (status: string) =>
  some(status === "default" ? refer({ "Retry-After": "RetryAfter" }) : {});

/** The parts of an operation that this file uses. */
export interface Operation {
  parameters?: unknown[];
  requestBody?: { required?: boolean; readonly content: Readonly<Record<string, { readonly schema?: BodySchema }>> };
  responses?: Record<string, { headers?: Headers; readonly description?: string; readonly $ref?: string }>;
  [extension: string]: unknown;
}
interface BodySchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

// A route's body schema is JSON Schema, regardless of the library that built it.
export const takesKey = (body: unknown): boolean =>
  "idempotencyKey" in ((body as BodySchema | undefined)?.properties ?? {});

/** Adds what the swagger plugin cannot derive from a route's schema: the headers, and whether the body is optional. */
export function completeOperation(operation: Operation): void {
  const { requestBody, responses = {} } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  if (requestBody) requestBody.required = !(Array.isArray(body?.type) && body.type.includes("null"));
  const isKeyed = takesKey(body) && operation["x-preview"] !== true;
  if (isKeyed)
    operation.parameters = [...(operation.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKeyHeader" }];
  const headers = some(isKeyed ? refer({ "Idempotent-Replayed": "IdempotentReplayed" }) : {});
  for (const response of Object.values(responses)) Object.assign(response, headers, describedShortly(response));
  if (operation.parameters) operation.parameters = operation.parameters.map(withoutDefaults);
}

/** The plugin's text for a response without a description of its own. */
const describedShortly = ({ description }: { readonly description?: string }) =>
  description === "Default Response" ? { description: "OK" } : {};

/** A parameter is optional unless it says otherwise. */
function withoutDefaults(parameter: unknown): unknown {
  if (typeof parameter !== "object" || parameter === null) return parameter;
  const { required, ...rest } = parameter as { readonly required?: boolean };
  return required === true ? parameter : rest;
}
