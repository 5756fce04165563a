import { hostileTexts } from "./bounded-work.ts";

/** A JSON schema, as far as attacks on it need to know. */
export interface BodySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
}
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: BodySchema;
}

const BODY_BYTES = 1024 * 1024 - 1024;
/** Node.js accepts 16 KiB of request line and headers. */
const QUERY_BYTES = 12 * 1024;

type Path = readonly string[];
type Named = readonly [shape: string, body: string];

/** Paths at which a body may contain a text or a list. */
function placesIn(schema: BodySchema, type: "string" | "array", path: Path = []): readonly Path[] {
  const types = [schema.type ?? []].flat();
  return [
    ...(types.includes(type) ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => placesIn(member, type, [...path, name])),
    ...(schema.anyOf ?? []).flatMap((alternative) => placesIn(alternative, type, path)),
  ];
}

/** The body with one member replaced; missing parents are created. */
function withMember(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const members = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

const schemaAt = (schema: BodySchema, [name, ...rest]: Path): BodySchema => {
  if (name === undefined) return schema;
  const inside = [schema, ...(schema.anyOf ?? [])].flatMap((alternative) => alternative.properties?.[name] ?? []);
  return schemaAt(inside[0] ?? {}, rest);
};

const many = (item: string, separator = ","): string =>
  Array.from({ length: Math.floor(BODY_BYTES / (item.length + 1)) }, () => item).join(separator);
const numbered = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join(",");

/** Bodies that are hostile on every route. */
const generalBodies: readonly Named[] = [
  ...hostileTexts(BODY_BYTES).map(({ shape, text }): Named => [`body ${shape}`, text]),
  ...hostileTexts(BODY_BYTES - 20).map(
    ({ shape, text }): Named => [`text ${shape}`, JSON.stringify(text).slice(0, BODY_BYTES)],
  ),
  ...hostileTexts(BODY_BYTES - 20).map(({ shape, text }): Named => [`number ${shape}`, `{"amount":${text}}`]),
  ["unknown members", `{${numbered(60_000, (at) => `"key${at}":1`)}}`],
  ["unknown members with numbers as names", `{${numbered(60_000, (at) => `"${4_294_967_294 - at * 7}":1`)}}`],
  ["unknown members, few and long", `{${numbered(900, (at) => `"${at}${"k".repeat(1_100)}":1`)}}`],
  ["as many unknown members as accepted", `{${numbered(1_990, (at) => `"${"\\u0001".repeat(60)}${at}":1`)}}`],
  ["empty objects", `[${many("{}")}]`],
  ["nested", `${"[".repeat(BODY_BYTES / 2)}${"]".repeat(BODY_BYTES / 2)}`],
  ["nested as deep as accepted", many(`${"[".repeat(31)}${"]".repeat(31)}`)],
];

const LIST_ITEMS = 1_900;
const items = [
  "{}",
  '""',
  '"x"',
  "null",
  "1",
  '"a@b.example"',
  '"192.0.2.1"',
  '"192.0.2.0/24"',
  '{"a":{}}',
  '"00000000-0000-0000-0000-000000000000"',
];

/** A text that is built only when needed, because all texts of one route together take hundreds of megabytes. */
type MadeLater = readonly [shape: string, make: () => string];

/** Hostile bodies for one schema: the general ones, and the example with each text and each list in it replaced. */
export function hostileBodies(schema: BodySchema): readonly MadeLater[] {
  const example = schema.examples?.[0] ?? {};
  const texts = placesIn(schema, "string").flatMap((path) => {
    const lengthMax = Math.min(schemaAt(schema, path).maxLength ?? BODY_BYTES, BODY_BYTES - 4_000);
    return hostileTexts(lengthMax).map(
      (hostile): MadeLater => [
        `${path.join(".")} ${hostile.shape}`,
        () => JSON.stringify(withMember(example, path, hostile.text.replaceAll("\u0000", "a").toWellFormed())),
      ],
    );
  });
  const lists = placesIn(schema, "array").flatMap((path) =>
    items.map(
      (item): MadeLater => [
        `${path.join(".")} of ${item}`,
        () =>
          JSON.stringify(withMember(example, path, "@")).replace('"@"', `[${Array(LIST_ITEMS).fill(item).join(",")}]`),
      ],
    ),
  );
  return [...generalBodies.map(([shape, body]): MadeLater => [shape, () => body]), ...texts, ...lists];
}

/** Hostile query strings: each parameter with each shape, and many unknown ones. */
export function hostileQueries(parameters: readonly Parameter[]): readonly MadeLater[] {
  const named = parameters.filter((parameter) => parameter.in === "query");
  if (named.length === 0) return [];
  const unknown = Array.from({ length: QUERY_BYTES / 8 }, (_, at) => `a${at}=1`).join("&");
  return [
    ["unknown parameters", () => unknown.slice(0, QUERY_BYTES)],
    ["separators", () => "&".repeat(QUERY_BYTES)],
    ["percents", () => `a=${"%".repeat(QUERY_BYTES)}`],
    ...named.flatMap(({ name }): readonly MadeLater[] => [
      [`${name} repeated`, () => `${name}=1&`.repeat(Math.floor(QUERY_BYTES / (name.length + 3)))],
      ...hostileTexts(QUERY_BYTES).map(
        (hostile): MadeLater => [
          `${name} ${hostile.shape}`,
          () => `${name}=${encodeURIComponent(hostile.text.toWellFormed()).slice(0, QUERY_BYTES).replace(/%.?$/, "")}`,
        ],
      ),
    ]),
  ];
}
