/** A list of the API. Nothing is requested before it is awaited or iterated. */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** The pages, one request for each. */
  pages(): AsyncIterable<Page>;
}

type Query = Readonly<Record<string, unknown>>;

/** What pages have in common; `cursor` is that of treasury transactions. */
interface Cursors {
  readonly page?: { readonly nextPage?: string; readonly previousPage?: string };
  readonly cursor?: number | null;
}

/**
 * Awaited, it is one page. Iterated, it is every item from there on: with `end_before`, backward from that item to the
 * beginning of the list, otherwise forward to its end.
 */
export function listOf<Page, Item>(
  getPage: (query: Query) => Promise<unknown>,
  { query, items }: { readonly query: Query; readonly items: string },
): List<Page, Item> {
  const isBackward = typeof query["end_before"] === "string";
  type AnyPage = Page & Cursors & Readonly<Record<string, readonly Item[]>>;
  // The contract (api/openapi.json) has the shapes of pages.
  const get = (part: Query) => getPage(part) as Promise<AnyPage>;
  async function* pages(): AsyncGenerator<AnyPage> {
    let next: Query | undefined = query;
    while (next !== undefined) {
      const page = (await get(next)) as AnyPage;
      yield page;
      next = nextQuery(next, page, isBackward);
    }
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaited, a list is its first page
    then: (onPage, onError) => get(query).then(onPage, onError),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) {
        const found = page[items] ?? [];
        yield* isBackward ? found.toReversed() : found;
      }
    },
  };
}

function nextQuery(query: Query, { page, cursor }: Cursors, isBackward: boolean): Query | undefined {
  const [name, value] =
    cursor !== undefined
      ? (["cursor", cursor ?? undefined] as const)
      : isBackward
        ? (["end_before", page?.previousPage] as const)
        : (["start_after", page?.nextPage] as const);
  if (value === undefined) return undefined;
  if (query[name] === value) throw new Error("The service returned the same page twice.");
  // The first page may have begun at an item.
  const { start_at: _, ...rest } = query;
  return { ...rest, [name]: value };
}
