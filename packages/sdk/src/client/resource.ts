import { listOf } from "./list.ts";
import { countParameters, type Operation, type RequestOptions } from "./operation.ts";
import type { Send } from "./send.ts";

/** The operations of a resource, by its methods. */
export type OperationsOf<Resource> = { readonly [Method in keyof Resource]: Operation };

/** The methods of a resource. Their arguments are the path's parameters, the input if there is one, and the options. */
export function resourceOf<Resource>(send: Send, operations: OperationsOf<Resource>): Resource {
  const methods = Object.entries<Operation>(operations).map(([name, operation]) => [name, methodOf(send, operation)]);
  // Generated from the same document as the operations.
  return Object.fromEntries(methods) as Resource;
}

function methodOf(send: Send, operation: Operation): (...values: readonly unknown[]) => unknown {
  const count = countParameters(operation);
  return (...values) => {
    // The types of the method are those of the operation.
    const parameters = values.slice(0, count) as string[];
    const input = operation.input === undefined ? undefined : values[count];
    const options = values[operation.input === undefined ? count : count + 1] as RequestOptions | undefined;
    const { items } = operation;
    if (items === undefined) return send({ operation, parameters, input, options });
    const getPage = (query: unknown) => send({ operation, parameters, input: query, options });
    return listOf(getPage, { query: Object(input), items });
  };
}
