import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { sql } from "../sql/sql.ts";
import { fixedSampler } from "./sampler.ts";
import {
  beginStep,
  beginTrace,
  currentSpan,
  type EndedSpan,
  remoteSpanOf,
  setSpanSink,
  traced,
  tracedPass,
  tracedStatement,
  withinSpan,
} from "./spans.ts";

let ended: EndedSpan[] = [];
beforeEach(() => {
  ended = [];
  setSpanSink({ export: (span) => ended.push(span), sampler: fixedSampler(1) });
});
after(() => setSpanSink(undefined));

const names = () => ended.map(({ name }) => name);

describe("a caller's trace", () => {
  const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  for (const [header, isSampled] of [
    [`00-${trace}-${span}-01`, true],
    [`00-${trace}-${span}-00`, false],
    [`00-${trace}-${span}-03`, true],
    [`cc-${trace}-${span}-01-what-the-future-will-be-like`, true],
  ] as const)
    test(`${header} is read`, () => {
      assert.deepEqual(remoteSpanOf(header, "a=b"), { traceId: trace, spanId: span, isSampled, traceState: "a=b" });
    });
  for (const header of [
    undefined,
    "",
    `00-${trace}-${span}`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace}-${span}-01\n`,
    `cc-${trace}-${span}-01-${"x".repeat(600)}`,
  ])
    test(`${JSON.stringify(header)?.slice(0, 80)} is ignored`, () => {
      assert.equal(remoteSpanOf(header, undefined), undefined);
    });
});

test("work is below the span that it runs in, and a failed span says the kind of error, never its text", async () => {
  const request = beginTrace("request", "requests");
  const secret = Object.assign(new Error('invalid input syntax: "123456789"'), { code: "22P02" });
  await assert.rejects(
    withinSpan(request, () => traced("step", {}, () => tracedStatement("findAccount", () => Promise.reject(secret)))),
    secret,
  );
  request?.end();
  assert.deepEqual(names(), ["findAccount", "step", "request"]);
  const [statement, step, root] = ended;
  assert.deepEqual([statement?.parent?.spanId, step?.parent?.spanId], [step?.spanId, root?.spanId]);
  assert.equal(statement?.attributes["error.type"], "22P02");
  assert.ok(!JSON.stringify(ended).includes("123456789"));
});

test("without a span, statements and steps are not traced", async () => {
  assert.equal(await traced("step", {}, async (span) => span), undefined);
  assert.equal(await tracedStatement("findAccount", async () => 1), 1);
  assert.deepEqual(names(), []);
});

test("a pass of a job that found nothing leaves no trace, and one that failed does", async () => {
  const pass = (outcome: () => number) => () => tracedStatement("findDue", async () => outcome());
  await tracedPass(
    "idle",
    pass(() => 0),
  );
  assert.deepEqual(names(), []);
  await tracedPass(
    "busy",
    pass(() => 2),
  );
  assert.deepEqual(names(), ["findDue", "job busy"]);
  assert.equal(ended[1]?.attributes["bursar.job.work"], 2);
  await assert.rejects(
    tracedPass("broken", () => Promise.reject(new TypeError("a defect"))),
    TypeError,
  );
  assert.deepEqual([ended[2]?.name, ended[2]?.hasFailed], ["job broken", true]);
});

test("steps of one thing are in one trace, whichever process begins them, and are linked with the work that did them", async () => {
  const subject = { kind: "transaction", id: "01a1f978-b580-7021-9bd4-c4a5ea72400f" } as const;
  beginStep(subject, "accepted", { isFirst: true })?.end();
  const job = beginTrace("job", "jobs");
  withinSpan(job, () => beginStep(subject, "sent")?.end());
  const [first, next] = ended;
  assert.deepEqual([first?.traceId, first?.spanId], ["01a1f978b58070219bd4c4a5ea72400f", "9bd4c4a5ea72400f"]);
  assert.deepEqual([next?.traceId, next?.parent?.spanId], [first?.traceId, first?.spanId]);
  assert.deepEqual(
    next?.links.map(({ spanId }) => spanId),
    [job?.spanId],
  );
});

test("a statement has the name of the function that contains it", () => {
  const findAccount = (id: string) => sql`select ${id}`;
  const findAccounts = (ids: readonly string[]) => sql`select ${ids.map((id) => sql`${id}`)[0]}`;
  assert.deepEqual(
    [findAccount("a").name, findAccounts(["a"]).name, findAccount("b").name],
    ["findAccount", "findAccounts", "findAccount"],
  );
  setSpanSink(undefined);
  assert.deepEqual(findAccount("a"), { text: "select $1", values: ["a"] });
  assert.equal(currentSpan(), undefined);
});
