import { type ApiClient, answerBody } from "./api-client.ts";

/** A resource as the API shows it. */
export type ApiItem = Readonly<Record<string, unknown>>;

/** A list of the API. */
export interface List {
  /** Such as `/transactions`. */
  readonly path: string;
  /** The member of its pages that has the items. */
  readonly member: string;
  readonly query?: readonly (readonly [string, string])[];
}

const PAGE_MAX = 1_000;

/** The items of a list, page after page, as far as they are needed: at most `limit`, and whether there are more. */
export async function* pagesOf(
  client: ApiClient,
  { path, member, query = [] }: List,
  limit: number,
): AsyncGenerator<{ readonly items: readonly ApiItem[]; readonly hasMore: boolean }> {
  let left = limit;
  let after: string | undefined;
  do {
    const parameters = new URLSearchParams([...query.map(([name, value]) => [name, value])]);
    parameters.set("limit", String(Math.min(left, PAGE_MAX)));
    if (after !== undefined) parameters.set("start_after", after);
    const body = answerBody<ApiItem>(await client.get(`${path}?${parameters}`, member));
    // The API's contract (api/openapi.json).
    const items = body[member] as readonly ApiItem[];
    after = (body["page"] as { readonly nextPage?: string }).nextPage;
    left -= items.length;
    yield { items, hasMore: after !== undefined };
  } while (after !== undefined && left > 0);
}

/** All items of a list, as far as `pick` keeps them: what is not needed is not kept in memory. */
export async function everyItem<Picked>(
  client: ApiClient,
  list: List,
  pick: (item: ApiItem) => Picked,
): Promise<readonly Picked[]> {
  const picked: Picked[] = [];
  for await (const { items } of pagesOf(client, list, Number.POSITIVE_INFINITY)) picked.push(...items.map(pick));
  return picked;
}
