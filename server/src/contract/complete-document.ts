import { errorResponses, errorSchemas } from "./error-responses.ts";
import { type NamedSchemas, namedSchemas } from "./named-schemas.ts";
import { withDoubles } from "./number-formats.ts";
import { openResponses } from "./open-responses.ts";
import { completeOperation, headerParameters, type Operation, responseHeaders } from "./openapi-headers.ts";
import { allRefusals, type NamedRefusal } from "./refusals.ts";
import { shareParameters } from "./shared-parameters.ts";
import { shareResponses } from "./shared-responses.ts";
import { unnamedSchemas } from "./unnamed-schemas.ts";

interface Document {
  readonly components?: object;
  readonly paths?: unknown;
}

/** Paths as the swagger plugin has just created them. */
type Paths = Record<string, Record<string, Operation>>;

/**
 * Adds headers and error responses, and turns everything that repeats into a component. Throws if a body or a response
 * has no name: the file in the repository could then not be generated.
 */
export function completeDocument<Made extends Document>(made: Made): Made {
  // The same paths, with formats.
  const paths = withDoubles(made.paths ?? {}) as Paths;
  const responses = errorResponses();
  const refusals = allRefusals();
  for (const operation of operationsOf(paths)) {
    completeOperation(operation);
    addErrors(operation, refusals, responses);
  }
  const schemas = namedSchemas();
  const named = referring(paths, schemas);
  const parameters = shareParameters(operationsOf(named));
  const components = { ...errorSchemas(refusals), ...schemas.all() };
  const successes = shareResponses(operationsOf(named));
  const problems = [...schemas.problems, ...unnamedSchemas(named, components)];
  if (problems.length > 0) throw new TypeError(`Name these schemas (CONTRIBUTING.md):\n${problems.join("\n")}`);
  return {
    ...made,
    paths: named,
    components: {
      ...made.components,
      schemas: openResponses(named, components),
      responses: { ...responses.all(), ...successes },
      parameters: { ...headerParameters, ...parameters },
      headers: responseHeaders,
    },
  };
}

const operationsOf = (paths: Paths): readonly Operation[] => Object.values(paths).flatMap(Object.values<Operation>);

function addErrors(
  operation: Operation,
  refusals: readonly NamedRefusal[],
  responses: ReturnType<typeof errorResponses>,
): void {
  const { "x-error-codes": codes } = operation;
  if (!Array.isArray(codes)) return;
  const given = refusals.filter(({ code }) => codes.includes(code));
  for (const [status, those] of Map.groupBy(given, statusKey))
    operation.responses = { ...operation.responses, [status]: responses.refer(status, those) };
  // The descriptions of the responses list them.
  delete operation["x-error-codes"];
}

/** Nearly every operation can answer these and 5XX, with the same body: one response for all of them. */
const COMMON = [401, 413, 415, 429];
const statusKey = ({ status }: NamedRefusal): string =>
  COMMON.includes(status) || status >= 500 ? "default" : String(status);

/** The same paths with references to named schemas. */
const referring = (paths: Paths, schemas: NamedSchemas): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          // A copy of an operation is an operation.
          schemas.refer(operation, `${method.toUpperCase()} ${path}`) as Operation,
        ]),
      ),
    ]),
  );
