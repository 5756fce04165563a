import assert from "node:assert/strict";

interface Page {
  readonly page?: { readonly nextPage?: string; readonly previousPage?: string };
  /** Of lists that are paged by offset: how many items there are. */
  readonly total?: number;
  /** Of lists that are paged by number. */
  readonly cursor?: number | null;
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
  const before = await atLeast(name, { read, add });

  const size = Math.ceil(before.length / PAGES);
  const forward: string[] = [];
  let added = 0;
  for (let query = `limit=${size}`; forward.length < before.length + ADDED_MAX; ) {
    const page = await read(query);
    assert.equal(typeof page.page, "object", `${name} has no page`);
    forward.push(...idsIn(name, page));
    if (page.page?.nextPage === undefined) break;
    assert.equal(page.page.nextPage, forward.at(-1), `${name}: nextPage is the last item of its page`);
    query = `limit=${size}&start_after=${page.page.nextPage}`;
    if (added++ < ADDED_MAX) await add();
  }
  assert.deepEqual(forward.slice(0, before.length), before, `${name}: forward`);
  const existingIds = new Set(before);
  assert.ok(!forward.slice(before.length).some((id) => existingIds.has(id)), `${name}: an item twice`);
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

type Counted = Omit<List, "cursors">;

/**
 * Asserts that pages by offset contain each item that existed at the start: oldest first, exactly once and in order
 * although items are added in between; latest first, never without one, because added items only push others back.
 */
export async function assertOffsets(name: string, { read, add }: Counted): Promise<void> {
  const before = await atLeast(name, { read, add });
  const size = Math.ceil(before.length / PAGES);
  for (const order of ["asc", "desc"]) {
    const existingIds = idsIn(name, await read(`order=${order}&limit=50`));
    const seen: string[] = [];
    let total = existingIds.length;
    for (let offset = 0, added = 0; offset < total; offset += size) {
      const page = await read(`order=${order}&limit=${size}&offset=${offset}`);
      seen.push(...idsIn(name, page));
      total = page.total ?? assert.fail(`${name} has no total`);
      assert.equal(total, existingIds.length + added, `${name}: total`);
      if (added < ADDED_MAX) {
        await add();
        added += 1;
        total += 1;
      }
    }
    if (order === "asc") assert.deepEqual(seen.slice(0, existingIds.length), existingIds, `${name}: by offset`);
    assert.deepEqual(
      existingIds.filter((id) => !seen.includes(id)),
      [],
      `${name}: missing by offset, ${order}`,
    );
  }
}

/** Asserts the same for pages that are followed by their number, in both orders, and that one order reverses the other. */
export async function assertNumbers(name: string, { read, add }: Counted): Promise<void> {
  const before = await atLeast(name, { read, add });
  const size = Math.ceil(before.length / PAGES);
  for (const order of ["asc", "desc"]) {
    const existingIds = idsIn(name, await read(`order=${order}&limit=50`));
    const seen: string[] = [];
    let added = 0;
    for (let cursor: number | null | undefined; cursor !== null && seen.length < existingIds.length + 2 * ADDED_MAX; ) {
      const page = await read(`order=${order}&limit=${size}${cursor === undefined ? "" : `&cursor=${cursor}`}`);
      seen.push(...idsIn(name, page));
      cursor = page.cursor;
      assert.ok(cursor === null || Number.isInteger(cursor), `${name}: cursor ${String(cursor)}`);
      if (added++ < ADDED_MAX) await add();
    }
    assert.deepEqual(seen.slice(0, existingIds.length), existingIds, `${name}: by number, ${order}`);
    assert.equal(new Set(seen).size, seen.length, `${name}: an item twice, ${order}`);
    const newest = idsIn(name, await read(`order=${order === "asc" ? "desc" : "asc"}&limit=50`));
    assert.deepEqual(
      [...newest].reverse().filter((id) => existingIds.includes(id)),
      existingIds,
      `${name}: the orders differ`,
    );
  }
}

/** The items of a list, after adding as many as pages need. */
async function atLeast(name: string, { read, add }: Counted): Promise<readonly string[]> {
  const whole = async () => idsIn(name, await read("limit=50"));
  let items = await whole();
  for (let tries = 0; items.length < ITEMS_MIN && tries < ITEMS_MIN; tries += 1) {
    await add();
    items = await whole();
  }
  assert.ok(items.length >= ITEMS_MIN, `${name} has too few items`);
  assert.equal(new Set(items).size, items.length, `${name} contains an item twice`);
  return items;
}

/** The IDs of a page's items: the page is the only member that is a list. */
function idsIn(name: string, page: Page): readonly string[] {
  const items = Object.values(page).find(Array.isArray) ?? [];
  return items.map((item: Readonly<Record<string, string>>) => {
    const id = item["id"] ?? item["batchId"] ?? item["requestId"] ?? item["userId"];
    assert.ok(id, `${name}: an item without an ID`);
    return id;
  });
}
