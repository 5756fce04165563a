/** What names are made from: a part of an OpenAPI document, whose references need not be resolved. */
export interface NamedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, NamedOperation>>>>;
  readonly components?: { readonly responses?: Readonly<Record<string, NamedResponse>> };
}

interface NamedOperation {
  readonly operationId: string;
  /** The first one is the resource. */
  readonly tags?: readonly string[];
  readonly responses: Readonly<Record<string, NamedResponse>>;
}

interface NamedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

export interface MethodName {
  /** Such as `recipients`. */
  readonly resource: string;
  /** Such as `list`. */
  readonly method: string;
}

/** Methods of the client that are no operations: `webhooks.verify` checks a signature. */
const RESERVED = new Set(["webhooks.verify"]);

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const joined = ([first = "", ...others]: readonly string[]): string => first + others.map(capitalized).join("");

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
const isSame = (words: readonly string[], others: readonly string[]): boolean =>
  words.length === others.length && words.every((word, at) => singular(word) === singular(others[at] ?? ""));

/** The words of a name that are left when the resource's own are left out: `recipients.list`, not `listRecipients`. */
function withoutResource(words: readonly string[], resource: readonly string[]): readonly string[] {
  const { length } = resource;
  if (isSame(words.slice(0, length), resource)) return words.slice(length);
  // Only a long name is unmistakable at the end: "account transactions" are those of an account.
  if (length > 1 && isSame(words.slice(-length), resource)) return words.slice(0, -length);
  return words;
}

interface Names {
  readonly operationId: string;
  readonly resource: readonly string[];
  readonly isList: boolean;
  /** Of the path. */
  readonly parameterCount: number;
}

function shortName({ operationId, resource, isList }: Names): string {
  const [verb = "", ...noun] = wordsOf(operationId);
  const rest = withoutResource(noun, resource);
  const isById = rest.at(-2) === "by" && rest.at(-1) === "id";
  return joined([isList && verb === "get" ? "list" : verb, ...(isById ? rest.slice(0, -2) : rest)]);
}

/** The schemas of lists are named so. */
function returnsList({ responses }: NamedOperation, { components }: NamedDocument): boolean {
  const { $ref = "", ...response } = responses["200"] ?? {};
  const { content } = components?.responses?.[$ref.split("/").at(-1) ?? ""] ?? response;
  return /List$/.test(content?.["application/json"]?.schema?.$ref ?? "");
}

/**
 * How the client calls each operation of the document, by `operationId`: the resource is the tag, and the method is the
 * operation's name without the resource's, so `getRecipients` is `recipients.list`. If two would have the same name,
 * the one with fewer parameters in its path gets it, and the other keeps its own.
 */
export function methodNames(document: NamedDocument): ReadonlyMap<string, MethodName> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({
      operationId: operation.operationId,
      resource: wordsOf(operation.tags?.[0] ?? "other"),
      isList: returnsList(operation, document),
      parameterCount: path.split("{").length - 1,
    })),
  );
  const names = new Map<string, MethodName>();
  const taken = new Set(RESERVED);
  for (const operation of operations.sort((a, b) => a.parameterCount - b.parameterCount)) {
    const resource = joined(operation.resource);
    const short = shortName(operation);
    const method = taken.has(`${resource}.${short}`) ? operation.operationId : short;
    taken.add(`${resource}.${method}`);
    names.set(operation.operationId, { resource, method });
  }
  return names;
}
