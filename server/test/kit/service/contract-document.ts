import type { App } from "#main/app.ts";
import { wholeApi } from "../../../../tools/kit/whole-api.ts";

/** Reads the OpenAPI documents as a client that resolves every reference does. */

const ROUTES = ["/openapi.json", "/openapi-dashboard.json"] as const;

/**
 * Every operation in one document, from those that the service serves to clients: what tests every operation must not
 * miss those of the dashboard. Paths are in the order of registration: tests that choose from them at random, or every
 * sixteenth, must choose the same whichever document has an operation. The caller states the members that it reads.
 */
export async function servedApi<Document extends { readonly paths: object }>(app: App): Promise<Document> {
  const documents = [];
  for (const url of ROUTES) documents.push((await app.api.inject(url)).json());
  const whole = wholeApi<Document>(documents);
  const registered = app.api.routeTable.map(({ url }) => url.replaceAll(/:(\w+)/g, "{$1}"));
  const paths = Object.entries(whole.paths).sort(
    ([path], [other]) => registered.indexOf(path) - registered.indexOf(other),
  );
  return { ...whole, paths: Object.fromEntries(paths) };
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The document without references to schemas and parameters. References to responses stay: their names say the status.
 * Operations without `security` get the document's.
 */
export function withoutReferences<Document>(document: unknown): Document {
  const at = (reference: string): unknown =>
    reference
      .split("/")
      .slice(1)
      .reduce<unknown>((found, step) => (isObject(found) ? found[step] : undefined), document);
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (!isObject(part)) return part;
    const { $ref, ...beside } = part;
    if (typeof $ref === "string" && /^#\/components\/(schemas|parameters)\//.test($ref))
      return { ...(resolve(at($ref)) as Json), ...beside };
    if ("operationId" in part && !("security" in part)) return resolve({ ...part, security: at("#/security") });
    return nullInType(Object.fromEntries(Object.entries(part).map(([key, member]) => [key, resolve(member)])));
  };
  // The caller states the members that it reads.
  return resolve(document) as Document;
}

/** A schema or null, written as `type: [..., "null"]`. */
function nullInType(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [valueSchema, other]: readonly Json[] = anyOf;
  if (other?.["type"] !== "null" || typeof valueSchema?.["type"] !== "string") return schema;
  const values = Array.isArray(valueSchema["enum"]) ? { enum: [...valueSchema["enum"], null] } : {};
  return { ...valueSchema, ...values, ...rest, type: [valueSchema["type"], "null"] };
}

/** The codes with which an operation can be refused, from its responses. */
export function errorCodesOf(
  document: { readonly components: { readonly responses: Readonly<Record<string, unknown>> } },
  { responses }: { readonly responses: Readonly<Record<string, unknown>> },
): readonly string[] {
  const refusals = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  return refusals.flatMap(([, response]) => {
    const name = isObject(response)
      ? String(response["$ref"] ?? "")
          .split("/")
          .at(-1)
      : undefined;
    const refused = document.components.responses[name ?? ""];
    return isObject(refused) ? codesIn(String(refused["description"])) : [];
  });
}

/** The description of each response that refuses lists its codes. */
export const codesIn = (description: string): readonly string[] =>
  [...description.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
