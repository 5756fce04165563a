import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { createApi } from "./api.ts";

test("a burst begins a few requests per turn of the event loop, in their order; one alone begins at once", async () => {
  const app = createApi(readConfig({ DATABASE_URL: "postgres://bursar@db.example/bursar" }), false);
  let turn = 0;
  const begunIn: { readonly number: string; readonly turn: number }[] = [];
  app.addHook("onRequest", async (request) => {
    begunIn.push({ number: request.url, turn });
  });
  app.get("/:number", { config: { scope: "public" } }, async () => ({}));
  await app.ready();
  let counting = true;
  const countTurns = () => {
    turn += 1;
    if (counting) setImmediate(countTurns);
  };
  countTurns();
  const urls = Array.from({ length: 9 }, (_, index) => `/${index}`);
  const answers = await Promise.all(urls.map((url) => app.inject({ url })));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    urls.map(() => 200),
  );
  assert.deepEqual(
    begunIn.map(({ number }) => number),
    urls,
  );
  const perTurn = Map.groupBy(begunIn, (begun) => begun.turn);
  assert.deepEqual(
    [...perTurn.values()].map(({ length }) => length),
    [2, 2, 2, 2, 1],
  );
  begunIn.length = 0;
  const before = turn;
  await app.inject({ url: "/alone" });
  assert.ok((begunIn[0]?.turn ?? Number.NaN) <= before + 1, "alone");
  counting = false;
});
