import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callingTests } from "./calling-tests.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Cards, credit accounts, and other routes that this service does not have. */
const OUT_OF_SCOPE = "4.16";
const NOT_BUILT = "4.17";
const LAW = /(?<=\/laws\/\w+\/)\d+/;

interface Route {
  readonly method: string;
  readonly path: string;
}
interface Operation extends Route {
  readonly operationId: string;
  readonly tag: string;
  /** The tests that call it. */
  readonly tests: readonly string[];
}
interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The part of an OpenAPI document that the page is about. */
export interface CoveredApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}

/** Every operation of the document, with the tests that call it. */
function operationsIn({ paths }: CoveredApi): {
  readonly operations: readonly Operation[];
  readonly problems: readonly string[];
} {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          operationId,
          tags: [tag = ""],
        },
      ]) => ({
        method: method.toUpperCase(),
        path,
        operationId,
        tag,
      }),
    ),
  );
  const { testsOf, problems } = callingTests(documented);
  return {
    operations: documented.map((operation) => ({ ...operation, tests: testsOf(operation.operationId) })),
    problems,
  };
}

/** Routes in the tables of a document, without the names of their parameters, which may differ. */
const routesIn = (text: string): readonly Route[] =>
  [...text.matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[^`?]*)`/g)].map(([, method = "", path = ""]) => ({
    method,
    path,
  }));

const sameRoute = (route: Route, other: Route): boolean =>
  route.method === other.method && unnamed(route.path) === unnamed(other.path);
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");

const sectionsOf = (text: string): readonly (readonly [title: string, body: string])[] =>
  text.split(/^(?=#{2,3} )/m).map((section) => [/^#+ (.*)/.exec(section)?.[1] ?? "", section]);

/** The page, and what must be fixed before it is true. */
export function apiCoverage(document: CoveredApi): { readonly page: string; readonly problems: readonly string[] } {
  const { operations, problems: wrongTests } = operationsIn(document);
  const wire = sectionsOf(read("docs/spec/wire-contract.md"));
  const notBuilt = wire.find(([title]) => title.startsWith(NOT_BUILT))?.[1] ?? "";
  const later = new Set(notBuilt.match(/\b4\.\d+\b/g));
  const sections = wire.filter(
    ([title]) => /^4\.\d+ /.test(title) && !title.startsWith(OUT_OF_SCOPE) && !title.startsWith(NOT_BUILT),
  );
  const contract = sections.map(([title, text]) => ({
    title: `Wire contract §${title}`,
    routes: routesIn(text),
    isLater: later.has(title.split(" ")[0] ?? ""),
  }));
  const specification = {
    title: "Specification §4",
    routes: routesIn(
      sectionsOf(read("docs/spec/specification.md")).find(([title]) => title.startsWith("4."))?.[1] ?? "",
    ),
    isLater: false,
  };
  const named = [specification, ...contract];
  const others = operations.filter(
    ({ tag, ...route }) => !contract.some(({ routes }) => routes.some((listed) => sameRoute(listed, route))),
  );
  const tables = [
    ...named.map(({ title, routes, isLater }) =>
      tableOf(
        title,
        routes.map((route) => rowOf(route, operations, isLater)),
      ),
    ),
    ...[...Map.groupBy(others, ({ tag }) => tag)].map(([tag, list]) =>
      tableOf(
        `Other routes: ${tag}`,
        list.map((operation) => rowOf(operation, operations, false)),
      ),
    ),
  ];
  const problems = [
    ...named.flatMap(({ title, routes, isLater }) =>
      routes
        .filter((route) => !isLater && !operations.some((operation) => sameRoute(operation, route)))
        .map(({ method, path }) => `${title} names ${method} ${path}, which does not exist`),
    ),
    ...operations
      .filter(({ tests }) => tests.length === 0)
      .map(({ method, path, operationId }) => `no test calls ${operationId} (${method} ${path})`),
    ...wrongTests,
  ];
  return { page: [INTRODUCTION, ...tables].join("\n"), problems };
}

const tableOf = (title: string, rows: readonly string[]): string =>
  `## ${title}\n\n| Route | Operation | Tests |\n|---|---|---|\n${rows.join("\n")}\n`;

function rowOf(route: Route, operations: readonly Operation[], isLater: boolean): string {
  const found = operations.find((operation) => sameRoute(operation, route));
  const route_ = `\`${route.method} ${route.path}\``;
  if (found === undefined) return `| ${route_} | ${isLater ? "not built yet" : "missing"} | |`;
  const tests = found.tests.map((test) => `[${LAW.exec(test)?.[0] ?? test.split("/").at(-1)}](../../${test})`);
  return `| ${route_} | \`${found.operationId}\` | ${tests.join(", ").replaceAll(/\[(\d+)/g, "[law $1")} |`;
}

const INTRODUCTION = `# API coverage

Generated by \`npm run gen\`: do not edit. Every route that the specification and the wire contract name, and every other operation of \`api/openapi.json\` and \`api/dashboard.json\`, with the tests that prove it.

Law 36 calls the operation as documented, with valid and invalid requests, with each kind of token that may call it, and at both prefixes, and compares each answer with its schema. The other test shows what the operation does: \`tools/generate/coverage/calling-tests.json\` lists which one. Law 13 calls every route with every kind of credential. \`tools/generate/wire-contract.test.ts\` compares routes and the members of the main objects with the wire contract.
`;
