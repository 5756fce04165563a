import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Where to look. Stories and unit tests say more about a route than laws, which call many routes for one reason. */
const PLACES = [
  { files: "server/test/scenarios/**/*.test.ts", weight: 4 },
  { files: "server/src/**/*.test.ts", weight: 4 },
  { files: "server/test/laws/**/*.test.ts", weight: 1 },
];
/** They call every operation, so they do not say which test is about it. */
const TABLES = /\/(13|18|26|36)-/;

/** Routes that tests put together from parts: their addresses are not in the text. */
const assembled: Readonly<Record<string, string>> = {
  getStatementCamt053: "server/test/scenarios/statements/statements-of-an-account.test.ts",
  getStatementOfx: "server/test/scenarios/statements/statements-of-an-account.test.ts",
  changeTreasurySweep: "server/test/scenarios/payments/treasury.test.ts",
};

interface TestText {
  readonly path: string;
  readonly text: string;
  readonly weight: number;
}

const testTexts = (): readonly TestText[] =>
  PLACES.flatMap(({ files, weight }) =>
    globSync(files, { cwd: ROOT })
      .filter((path) => !TABLES.test(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8"), weight })),
  );

/** Finds the test that calls a route most often; undefined if none does. */
export function callingTests(): (route: { readonly operationId: string; readonly path: string }) => string | undefined {
  const tests = testTexts();
  return ({ operationId, path }) => {
    const known = assembled[operationId];
    if (known !== undefined) return tests.some((test) => test.path === known) ? known : undefined;
    for (const address of addressesOf(path)) {
      const called = tests
        .map((test) => ({ path: test.path, score: (test.text.match(address)?.length ?? 0) * test.weight }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      if (called[0] !== undefined) return called[0].path;
    }
    return undefined;
  };
}

/** The whole address as tests write it, with any expression for an ID; then its end, for tests that name its start once. */
function addressesOf(path: string): readonly RegExp[] {
  const steps = path.split("/").slice(1);
  const pattern = (some: readonly string[]) =>
    some
      .map((step) => (step.startsWith("{") ? String.raw`(?:\$\{[^}]*\}|<[^>]*>|[\w-]+)` : RegExp.escape(step)))
      .join("/");
  const ends = steps.length > 2 ? [steps.slice(steps.findLastIndex((step) => !step.startsWith("{")))] : [];
  return [steps, ...ends].map((some) => new RegExp(String.raw`/${pattern(some)}(?=["'${"`"}?])`, "g"));
}
