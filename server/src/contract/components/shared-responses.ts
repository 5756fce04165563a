import type { Operation } from "./openapi-headers.ts";

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
 * components. They are called `RecipientResponse` after the schema, with a number if the schema has several. `known`
 * has those of an earlier document: they keep their names, and one use is enough.
 */
export function shareResponses(
  operations: readonly Operation[],
  declared: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const uses = new Map<string, Use[]>();
  for (const operation of operations)
    for (const [status, response] of Object.entries((operation.responses ?? {}) as Record<string, Response>)) {
      if (response.$ref !== undefined || schemaNameOf(response) === undefined) continue;
      const key = JSON.stringify(response);
      uses.set(key, [...(uses.get(key) ?? []), { operation, status }]);
    }
  const shared: Record<string, unknown> = { ...declared };
  const knownNames = new Map(Object.entries(declared).map(([name, response]) => [JSON.stringify(response), name]));
  for (const [key, places] of uses) {
    const knownName = knownNames.get(key);
    if (knownName === undefined && places.length < 2) continue;
    const response: Response = JSON.parse(key);
    const name = knownName ?? freeName(shared, `${schemaNameOf(response)}Response`);
    shared[name] = response;
    for (const { operation, status } of places)
      operation.responses = { ...operation.responses, [status]: { $ref: `#/components/responses/${name}` } };
  }
  return shared;
}

const schemaNameOf = (response: Response): string | undefined =>
  response.content?.["application/json"]?.schema?.$ref?.split("/").at(-1);

function freeName(taken: Readonly<Record<string, unknown>>, name: string): string {
  let number = 1;
  while (taken[number === 1 ? name : `${name}${number}`] !== undefined) number += 1;
  return number === 1 ? name : `${name}${number}`;
}
