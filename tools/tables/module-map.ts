import type { Declarations } from "./owners.ts";

/** Where the module map of ARCHITECTURE.md differs from the declarations: each module has a row, with its tables. */
export function mapProblems(architecture: string, declarations: Declarations): readonly string[] {
  const rows = new Map<string, string>();
  for (const [, modules = "", owns = ""] of architecture.matchAll(/^\| \d+ \| ([^|]+) \| ([^|]*) \|/gm))
    for (const [, module = ""] of modules.matchAll(/`([\w-]+)`/g)) rows.set(module, owns.trim());
  const expected = new Map([...rows.keys()].map((module) => [module, "–"]));
  for (const [module, { tables }] of declarations) expected.set(module, tables.join(", "));
  return [...expected].flatMap(([module, tables]) =>
    rows.get(module) === tables
      ? []
      : [`docs/develop/ARCHITECTURE.md: the module map must say that ${module} owns: ${tables}`],
  );
}
