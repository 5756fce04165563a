import { isDeepStrictEqual } from "node:util";
import { errorResponses, errorSchemas } from "./components/error-responses.ts";
import { type NamedSchemas, namedSchemas } from "./components/named-schemas.ts";
import { withDoubles } from "./components/number-formats.ts";
import { openResponses } from "./components/open-responses.ts";
import { completeOperation, headerParameters, type Operation, responseHeaders } from "./components/openapi-headers.ts";
import { withPortablePatterns } from "./components/portable-patterns.ts";
import { addExample, type RecordedExamples } from "./components/recorded-examples.ts";
import { allowEmptyParameters, shareParameters } from "./components/shared-parameters.ts";
import { shareResponses } from "./components/shared-responses.ts";
import { unnamedSchemas } from "./components/unnamed-schemas.ts";
import { withUsedComponents } from "./components/used-components.ts";
import { allRefusals, type NamedRefusal } from "./refusals.ts";

/** Paths as the swagger plugin has created them. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

type Components = Readonly<Record<string, unknown>>;

/** A document whose operations still contain their schemas and lists of error codes. */
interface Draft {
  readonly components?: object;
  readonly paths: Paths;
}

/** What the documents completed so far contain. */
interface Earlier {
  readonly paths: Paths;
  readonly schemas: Components;
  readonly responses: Components;
  readonly parameters: Components;
}

/**
 * Completes documents, one after the other: adds headers and error responses, and turns everything that repeats into a
 * component. A component that an earlier document has is the same in a later one, so that a change of the later document
 * cannot change the earlier one. Throws if a body or a response has no name: the files in the repository could then not
 * be generated. `examples` are of the operations' calls.
 */
export function documentCompleter(examples: RecordedExamples) {
  const refusals = allRefusals();
  const responses = errorResponses();
  const schemas = namedSchemas();
  let earlier: Earlier = { paths: {}, schemas: {}, responses: {}, parameters: {} };

  return <Made extends Draft>(made: Made) => {
    // The same paths, with formats and patterns that clients understand.
    const paths = withPortablePatterns(withDoubles(made.paths)) as Paths;
    responses.name(operationsOf(paths).flatMap((operation) => refusedStatuses(operation, refusals).map(codesOf)));
    for (const operation of operationsOf(paths)) {
      completeOperation(operation);
      addErrors(operation, refusals, responses);
      addExample(operation, examples[String(operation["operationId"])]);
    }
    for (const { get } of Object.values(paths)) if (get !== undefined) allowEmptyParameters(get);
    const named = referring(paths, schemas);
    const parameters = shareParameters(operationsOf(named), earlier.parameters);
    const closed = { ...errorSchemas(refusals), ...schemas.all() };
    const successes = shareResponses(operationsOf(named), earlier.responses);
    const opened = openResponses(named, closed);
    const all = withPaths(earlier.paths, named);
    const problems = [
      ...schemas.problems,
      ...unnamedSchemas(all, closed),
      ...wronglyOpen({ closed, opened, earlier: earlier.schemas }),
    ];
    if (problems.length > 0)
      throw new TypeError(`Name these schemas (docs/develop/recipes.md):\n${problems.join("\n")}`);
    earlier = { paths: all, schemas: { ...opened, ...earlier.schemas }, responses: successes, parameters };
    const rest: Omit<Made, "components"> = made;
    const components: Readonly<Record<string, Components>> = {
      ...made.components,
      schemas: earlier.schemas,
      responses: { ...responses.all(), ...successes },
      parameters: { ...headerParameters, ...parameters },
      headers: responseHeaders,
    };
    return withUsedComponents({ ...rest, paths: named, components });
  };
}

export const operationsOf = (paths: Paths): readonly Operation[] =>
  Object.values(paths).flatMap(Object.values<Operation>);

/** Both documents may have operations of one path. */
const withPaths = (earlier: Paths, paths: Paths): Paths => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, { ...earlier[path], ...methods }])),
});

/** Schemas of requests that an earlier document has in responses only, where they may gain members. */
const wronglyOpen = ({ closed, opened, earlier }: Readonly<Record<"closed" | "opened" | "earlier", Components>>) =>
  Object.entries(earlier)
    .filter(
      ([name, schema]) => !isDeepStrictEqual(schema, closed[name]) && isDeepStrictEqual(opened[name], closed[name]),
    )
    .map(([name]) => `${name} is in responses of one document and in requests of the next: use two schemas`);

function addErrors(
  operation: Operation,
  refusals: readonly NamedRefusal[],
  responses: ReturnType<typeof errorResponses>,
): void {
  for (const [status, those] of refusedStatuses(operation, refusals))
    operation.responses = { ...operation.responses, [status]: responses.refer(status, those) };
  // The descriptions of the responses list them.
  delete operation["x-error-codes"];
}

/** What an operation can be refused with, by status. */
function refusedStatuses({ "x-error-codes": codes }: Operation, refusals: readonly NamedRefusal[]) {
  const given = Array.isArray(codes) ? refusals.filter(({ code }) => codes.includes(code)) : [];
  return [...Map.groupBy(given, statusKey)];
}

const codesOf = ([, refusals]: readonly [string, readonly NamedRefusal[]]) => refusals.map(({ code }) => code);

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
