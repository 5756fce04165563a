import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withScratchDatabase } from "../../../server/src/kernel/embedded/open-embedded.ts";
import type { Database, Queryable } from "../../../server/src/kernel/sql/database.ts";
import { migrate } from "../../../server/src/kernel/sql/migrate.ts";
import { MIGRATIONS_FOLDER } from "../../../server/src/kernel/sql/migrations-folder.ts";
import {
  type CatalogFunction,
  type CatalogObject,
  findDomains,
  findFunctions,
  findRowSecurity,
  findTables,
  findUnknownObjects,
  findViews,
  type RowSecurity,
} from "./catalog.queries.ts";

const HEADER = `-- The schema after all migrations, to read in one place. Generated from a migrated database by \`npm run gen\`: change it with
-- a migration (docs/adr/0028-migrations-and-releases.md), not here. Sections are the files in server/migrations that create
-- the objects; comments on columns are there, too. What the serving role may do is in server/migrations/serving-role.sql.`;
const RUNNER = "The migration runner (server/src/kernel/sql/migrate.queries.ts)";

/** The text of server/schema.sql. It is the same on every machine because the version of npm's PostgreSQL is fixed. */
export const schemaFile = (): Promise<string> =>
  withScratchDatabase(async (database) => {
    await migrate(database);
    return describeSchema(database);
  });

/** Throws if the schema has objects of a kind that the text does not show. */
export async function describeSchema(database: Database): Promise<string> {
  const unknown = (await findUnknownObjects(database)).map(({ what }) => what);
  if (unknown.length > 0)
    throw new Error(`tools/generate/schema/catalog.queries.ts does not describe these objects: ${unknown.join(", ")}`);
  const definitions = await readDefinitions();
  const sections = new Map<string, string[]>();
  for (const { name, text } of await readObjects(database, definitions)) {
    const title = definitions.get(name)?.first ?? RUNNER;
    sections.set(title, [...(sections.get(title) ?? []), text]);
  }
  sections.set("Row-level security", rowSecurity(await findRowSecurity(database)));
  const texts = [...sections].map(([title, parts]) =>
    [`-- ${title} ${"-".repeat(120 - title.length)}`, ...parts].join("\n\n"),
  );
  return `${[HEADER, ...texts].join("\n\n")}\n`;
}

/** The objects, in an order in which they can be created. */
async function readObjects(db: Queryable, definitions: Definitions): Promise<readonly CatalogObject[]> {
  const objects = [...(await findDomains(db)), ...(await findTables(db)), ...(await findViews(db))].map((object) => ({
    ...object,
    text: readable(object.text),
  }));
  const functions = (await findFunctions(db)).map((found) => ({ ...found, text: signature(found, definitions) }));
  const order = [...definitions.keys()];
  const sectionOf = ({ name }: { name: string }) =>
    order.findIndex((key) => definitions.get(key)?.first === definitions.get(name)?.first);
  return [...objects, ...functions].sort((a, b) => sectionOf(a) - sectionOf(b) || Number(a.oid - b.oid));
}

/** A function's text stays in its migration only; the digest shows that it changed. */
function signature(
  { name, arguments: list, result, settings, digest }: CatalogFunction,
  definitions: Definitions,
): string {
  const lines = [
    `function ${name} (`,
    ...readable(list)
      .split(", ")
      .map((argument) => `  ${argument}`),
    `) returns ${result}`,
    ...(settings ?? []).map((setting) => `set ${setting}`),
    `defined in server/migrations/${definitions.get(name)?.last}, SHA-256 ${digest}`,
  ];
  return lines.map((line) => `-- ${line}`).join("\n");
}

function rowSecurity(tables: readonly RowSecurity[]): string[] {
  const protectedTables = tables.filter(({ enabled }) => enabled);
  const others = tables.filter(({ enabled }) => !enabled).map(({ name }) => name);
  const statements = protectedTables.flatMap(({ name, forced, policies }) => [
    `alter table ${name} enable row level security;`,
    ...(forced ? [`alter table ${name} force row level security;`] : []),
    ...(policies === null ? [] : [readable(policies)]),
  ]);
  return [`-- None, because their rows belong to no organization: ${others.join(", ")}.`, statements.join("\n")];
}

/** Formats a definition as people write it: lower case outside quotes, short type names, and no explicit defaults. */
function readable(text: string): string {
  return text
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? part.toLowerCase() : part))
    .join("")
    .replaceAll(/'::text\b(?!\[)/g, "'")
    .replaceAll("timestamp with time zone", "timestamptz")
    .replaceAll(" using btree", "")
    .replaceAll(/ = any \(array\[('[^\]]*')\]\)/g, " in ($1)");
}

/** The migrations that first and last define a name. */
type Definitions = ReadonlyMap<string, { readonly first: string; readonly last: string }>;

async function readDefinitions(): Promise<Definitions> {
  const definitions = new Map<string, { first: string; last: string }>();
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => /^\d{4}_/.test(name)).sort();
  for (const file of files) {
    const text = await readFile(join(MIGRATIONS_FOLDER, file), "utf8");
    for (const [, name = ""] of text.matchAll(
      /^\s*(?:create (?:or replace |unlogged )?(?:domain|table|view|function)(?: if not exists)?|alter .* rename to) (\w+)/gm,
    ))
      definitions.set(name, { first: definitions.get(name)?.first ?? file, last: file });
  }
  return definitions;
}
