import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, pathOf, queryOf } from "./operation.ts";

test("parameters of a path are encoded, and none leads to another route", () => {
  const operation = { method: "GET", path: "/account/{accountId}/transaction/{transactionId}" } as const;
  assert.equal(pathOf(operation, ["a b", "ä/../c?d#e"]), "/account/a%20b/transaction/%C3%A4%2F..%2Fc%3Fd%23e");
  for (const id of ["", ".", "..", undefined, 7]) assert.throws(() => pathOf(operation, ["a", id]), TypeError);
});

test("a query repeats arrays, and leaves out what is missing", () => {
  assert.equal(queryOf(undefined), "");
  assert.equal(queryOf({ status: [], search: undefined, end: null }), "");
  assert.equal(
    queryOf({ status: ["sent", "failed"], limit: 5, open: false }),
    "?status=sent&status=failed&limit=5&open=false",
  );
});

test("a form has its files last, and its key", () => {
  const form = formOf({ file: new Blob(["x"]), attachmentType: "bill", note: null }, "key");
  assert.deepEqual([...form.keys()], ["idempotencyKey", "attachmentType", "file"]);
  assert.equal(form.get("idempotencyKey"), "key");
});
