import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { calledElsewhere } from "../../../server/test/kit/operations/fixtures.ts";

const ROOT = join(import.meta.dirname, "../../..");
const LAW_36 = "server/test/laws/access/36-every-operation.slow.test.ts";
/** By test file, the operations that it is about. It was seen calling each of them successfully. */
const LISTED = "tools/generate/coverage/calling-tests.json";
/** A file of the test kit that a test imports, since tests often call routes through it. */
const KIT_IMPORT = /from "([^"]*\/kit\/[^"]*\.ts|\.\.?\/[^"]*\.ts)"/g;

interface Operation {
  readonly operationId: string;
  readonly path: string;
}
interface CallingTests {
  /** Law 36 if it calls the operation, and the test that is about it if one is listed. */
  readonly testsOf: (operationId: string) => readonly string[];
  /** What is wrong with the list. */
  readonly problems: readonly string[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Which tests call each operation. */
export function callingTests(operations: readonly Operation[]): CallingTests {
  const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(read(LISTED));
  const fileOf = new Map(Object.entries(listed).flatMap(([file, ids]) => ids.map((id) => [id, file] as const)));
  const testsOf = (operationId: string) => [
    ...(operationId in calledElsewhere ? [] : [LAW_36]),
    ...[fileOf.get(operationId)].filter((file) => file !== undefined),
  ];
  const problems = Object.entries(listed).flatMap(([file, ids]) => {
    if (!existsSync(join(ROOT, file))) return [`${LISTED} names ${file}, which does not exist`];
    const text = withKit(file);
    return ids.flatMap((id) => {
      const operation = operations.find(({ operationId }) => operationId === id);
      if (operation === undefined) return [`${LISTED} names ${id}, which is no operation`];
      return mentions(text, operation) ? [] : [`${file} does not call ${id}, as ${LISTED} says`];
    });
  });
  return { testsOf, problems };
}

/** Whether a text contains the last fixed step of the path. Tests put addresses together in many ways. */
const mentions = (text: string, { path }: Operation): boolean => {
  const last = path.split("/").findLast((step) => step !== "" && !step.startsWith("{")) ?? "";
  return new RegExp(String.raw`\b${RegExp.escape(last)}\b`).test(text);
};

/** The text of a test and of the files of the kit that it uses. */
function withKit(file: string, seen = new Set<string>()): string {
  seen.add(file);
  const text = read(file);
  const imported = [...text.matchAll(KIT_IMPORT)]
    .map(([, path = ""]) => normalize(join(file, "..", path)).replaceAll("\\", "/"))
    .filter((path) => path.startsWith("server/test/kit/") && !seen.has(path));
  return [text, ...imported.map((path) => (seen.has(path) ? "" : withKit(path, seen)))].join("\n");
}
