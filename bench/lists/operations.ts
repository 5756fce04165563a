import { readWholeApi } from "../../tools/kit/whole-api.ts";

interface Named {
  readonly $ref?: string;
}
interface Parameter extends Named {
  readonly in?: string;
  readonly name?: string;
}
interface Schema extends Named {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly operationId: string;
  /** Absent where tokens may call, the default of the documents. */
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response extends Named {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface ListOperation {
  readonly operation: string;
  /** The parameters of its query. */
  readonly query: readonly string[];
}

/** The operations of the API that answer with pages, or with an array at the top of the response. */
export function listOperations(): readonly ListOperation[] {
  const document = readWholeApi<Document>();
  const { schemas, parameters, responses } = document.components;
  const last = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
  const schemaOf = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : schemaOf(schemas[last(schema.$ref)]);
  return Object.values(document.paths).flatMap(({ get }) => {
    if (get === undefined) return [];
    const query = (get.parameters ?? [])
      .map((parameter) => (parameter.$ref === undefined ? parameter : parameters[last(parameter.$ref)]))
      .flatMap((parameter) => (parameter?.in === "query" && parameter.name !== undefined ? [parameter.name] : []));
    const given = get.responses["200"];
    const response = given?.$ref === undefined ? given : responses[last(given.$ref)];
    const answer = schemaOf(response?.content?.["application/json"]?.schema);
    const hasArray = Object.values(answer?.properties ?? {}).some((member) => schemaOf(member)?.type === "array");
    return query.includes("limit") || hasArray ? [{ operation: get.operationId, query }] : [];
  });
}

/** Whether only signed-in users may read a path; a search is read with POST. */
export function areForPeople(): (path: string) => boolean {
  const patterns = Object.entries(readWholeApi<Document>().paths).flatMap(([path, { get, post }]) =>
    (get ?? post)?.security?.every((way) => "session" in way)
      ? [new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)]
      : [],
  );
  return (path) => patterns.some((pattern) => pattern.test(path.split("?")[0] ?? ""));
}
