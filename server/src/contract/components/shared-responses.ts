import { isDeepStrictEqual } from "node:util";
import type { Operation } from "./openapi-headers.ts";
import { withoutExamples } from "./recorded-examples.ts";

interface Response {
  readonly $ref?: string;
  readonly content?: { readonly "application/json"?: { readonly schema?: { readonly $ref?: string } } };
}
interface Use {
  readonly operation: Operation;
  readonly status: string;
}

/**
 * Makes each response with a named schema that several operations have in the same form a component, and returns the
 * components. They are called `RecipientResponse` after the schema, with a number if the schema has several. `declared`
 * has those of an earlier document: they keep their names, and one use is enough. A component has the first example; an
 * operation with another one keeps the response to itself.
 */
export function shareResponses(
  operations: readonly Operation[],
  declared: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const uses = new Map<string, Use[]>();
  for (const operation of operations)
    for (const [status, response] of Object.entries((operation.responses ?? {}) as Record<string, Response>)) {
      if (response.$ref !== undefined || schemaNameOf(response) === undefined) continue;
      const key = JSON.stringify(withoutExamples(response));
      uses.set(key, [...(uses.get(key) ?? []), { operation, status }]);
    }
  const shared: Record<string, unknown> = { ...declared };
  const knownNames = new Map(
    Object.entries(declared).map(([name, response]) => [JSON.stringify(withoutExamples(response)), name]),
  );
  for (const [key, places] of uses) {
    const knownName = knownNames.get(key);
    if (knownName === undefined && places.length < 2) continue;
    const plain: Response = JSON.parse(key);
    const name = knownName ?? freeName(shared, `${schemaNameOf(plain)}Response`);
    const component = shared[name] ?? places.map(responseOf).find(hasExample) ?? plain;
    shared[name] = component;
    for (const place of places) {
      const own = responseOf(place);
      if (hasExample(own) && !isDeepStrictEqual(own, component)) continue;
      const { operation, status } = place;
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
    }
  }
  return shared;
}

const responseOf = ({ operation, status }: Use): unknown => operation.responses?.[status];

const hasExample = (response: unknown): boolean => !isDeepStrictEqual(response, withoutExamples(response));

const schemaNameOf = (response: Response): string | undefined =>
  response.content?.["application/json"]?.schema?.$ref?.split("/").at(-1);

function freeName(taken: Readonly<Record<string, unknown>>, name: string): string {
  let number = 1;
  while (taken[number === 1 ? name : `${name}${number}`] !== undefined) number += 1;
  return number === 1 ? name : `${name}${number}`;
}
