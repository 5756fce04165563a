import assert from "node:assert/strict";

interface Page {
  readonly page?: { readonly nextPage?: string; readonly previousPage?: string };
  readonly [items: string]: unknown;
}
interface List {
  /** Reads a page with these query parameters. */
  read(query: string): Promise<Page>;
  /** Adds an item to the list. */
  add(): Promise<unknown>;
  /** The cursors that the list takes besides `start_after`. */
  readonly cursors: ReadonlySet<string>;
}

/** A few pages show what many would. */
const PAGES = 4;
const ITEMS_MIN = 5;
/** Items are added between the first pages: more would only cost time. */
const ADDED_MAX = 2;

/**
 * Asserts that the pages of a list, forward and back, contain each item that existed at the start exactly once and in
 * the list's order, although items are added in between.
 */
export async function assertPages(name: string, { read, add, cursors }: List): Promise<void> {
  const whole = async (): Promise<readonly string[]> => idsIn(name, await read("limit=20"));
  let before = await whole();
  for (let tries = 0; before.length < ITEMS_MIN && tries < ITEMS_MIN; tries += 1) {
    await add();
    before = await whole();
  }
  assert.ok(before.length >= ITEMS_MIN, `${name} has too few items`);
  assert.equal(new Set(before).size, before.length, `${name} contains an item twice`);

  const size = Math.ceil(before.length / PAGES);
  const forward: string[] = [];
  let added = 0;
  for (let query = `limit=${size}`; forward.length < before.length + ADDED_MAX; ) {
    const page = await read(query);
    forward.push(...idsIn(name, page));
    if (page.page?.nextPage === undefined) break;
    assert.equal(page.page.nextPage, forward.at(-1), `${name}: nextPage is the last item of its page`);
    query = `limit=${size}&start_after=${page.page.nextPage}`;
    if (added++ < ADDED_MAX) await add();
  }
  assert.deepEqual(forward.slice(0, before.length), before, `${name}: forward`);
  const known = new Set(before);
  assert.ok(!forward.slice(before.length).some((id) => known.has(id)), `${name}: an item twice`);
  if (cursors.has("end_before")) await assertPagesBack(name, { read, add, cursors }, before);
  if (cursors.has("start_at")) await assertStartsAt(name, { read, add, cursors });
}

/** A page from its first item on; only the first page of the list has no previous one. */
async function assertStartsAt(name: string, { read }: List): Promise<void> {
  const [first = "", second = ""] = idsIn(name, await read("limit=2"));
  for (const [at, previous] of [
    [first, undefined],
    [second, second],
  ] as const) {
    const page = await read(`limit=1&start_at=${at}`);
    assert.deepEqual(idsIn(name, page), [at], `${name}: start_at`);
    assert.equal(page.page?.previousPage, previous, `${name}: previousPage of the page that starts at ${at}`);
  }
}

async function assertPagesBack(name: string, { read, add }: List, before: readonly string[]): Promise<void> {
  const last = before.at(-1) ?? "";
  const back: string[] = [];
  const size = Math.ceil(before.length / PAGES);
  for (let query = `limit=${size}&end_before=${last}`; back.length < before.length; ) {
    const page = await read(query);
    const ids = idsIn(name, page);
    back.unshift(...ids);
    if (page.page?.previousPage === undefined) break;
    assert.equal(page.page.previousPage, ids[0], `${name}: previousPage is the first item of its page`);
    query = `limit=${size}&end_before=${page.page.previousPage}`;
    if (back.length === ids.length) await add();
  }
  // In descending order, items that were added come before all others.
  assert.deepEqual(back.slice(1 - before.length), before.slice(0, -1), `${name}: back`);
}

/** The IDs of a page's items: the page is the only member that is a list. */
function idsIn(name: string, page: Page): readonly string[] {
  assert.equal(typeof page.page, "object", `${name} has no page`);
  const items = Object.values(page).find(Array.isArray) ?? [];
  return items.map((item: Readonly<Record<string, string>>) => {
    const id = item["id"] ?? item["requestId"] ?? item["userId"];
    assert.ok(id, `${name}: an item without an ID`);
    return id;
  });
}
