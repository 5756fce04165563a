import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import { createQueryClient } from "./query-client.ts";

/** A page that shows a list of files, and a service that answers when the test says so. */
function openPage() {
  const client = createQueryClient();
  const calls: { readonly signal: AbortSignal; answer(files: readonly string[]): void }[] = [];
  const options = {
    queryKey: ["files"],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<readonly string[]>((answer) => {
        calls.push({ signal, answer });
      }),
  };
  const page = new QueryObserver(client, options);
  const leave = page.subscribe(() => undefined);
  return { client, calls, options, leave, shown: () => page.getCurrentResult() };
}
/** An answer has reached the page when all promises that are ready have continued. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("what a page shows after a change was read after it, even if its first answer was still on its way", async () => {
  const { client, calls, shown, leave } = openPage();
  const refreshed = client.invalidateQueries();
  assert.equal(calls.length, 2, "the list is requested again");
  calls[0]?.answer([]);
  await settle();
  assert.equal(shown().data, undefined, "an answer from before the change is not shown");
  calls[1]?.answer(["invoice.pdf"]);
  await refreshed;
  await settle();
  assert.deepEqual([shown().data, shown().isError], [["invoice.pdf"], false]);
  leave();
});

test("a caller that waits for the first answer during a change receives the newer one", async () => {
  const { client, calls, options, leave } = openPage();
  const waiting = client.ensureQueryData(options);
  const refreshed = client.invalidateQueries({ queryKey: ["files"] });
  assert.equal(calls.length, 2, "the list is requested again");
  calls[1]?.answer(["invoice.pdf"]);
  assert.deepEqual(await waiting, ["invoice.pdf"]);
  await refreshed;
  leave();
});

test("a change elsewhere leaves a first answer alone, and so does one while no page needs it", async () => {
  const { client, calls, options, leave, shown } = openPage();
  await client.invalidateQueries({ queryKey: ["others"] });
  assert.deepEqual([calls.length, calls[0]?.signal.aborted], [1, false]);
  calls[0]?.answer(["invoice.pdf"]);
  await settle();
  assert.deepEqual(shown().data, ["invoice.pdf"]);
  leave();
  const session = client.ensureQueryData({ ...options, queryKey: ["session"] });
  await client.invalidateQueries();
  calls[1]?.answer(["signed in"]);
  assert.deepEqual(await session, ["signed in"]);
});
