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
/** A recipient takes 2 kB, of which little is kept. */
const SMALL_PAGE_MAX = 250;

/** The items of a list, page after page, as far as they are needed: at most `limit`, and whether there are more. */
export async function* pagesOf(
  client: ApiClient,
  { path, member, query = [] }: List,
  { limit, pageMax = PAGE_MAX }: { readonly limit: number; readonly pageMax?: number },
): AsyncGenerator<{ readonly items: readonly ApiItem[]; readonly hasMore: boolean }> {
  let left = limit;
  let after: string | undefined;
  do {
    const parameters = new URLSearchParams([...query.map(([name, value]) => [name, value])]);
    parameters.set("limit", String(Math.min(left, pageMax)));
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
  const pages = pagesOf(client, list, { limit: Number.POSITIVE_INFINITY, pageMax: SMALL_PAGE_MAX });
  for await (const { items } of pages) picked.push(...items.map(pick));
  return picked;
}
