import assert from "node:assert/strict";
import { test } from "node:test";
import { attentionOf } from "./attention.ts";

const now = new Date("2026-11-20T15:00:00Z");
const dueAt = (answerDueAt: string | null) => ({ state: "sent", answerDueAt, openItems: 0 }) as const;

test("a sent file needs a person once its answer is due, and never if the bank does not answer files", () => {
  assert.equal(attentionOf(dueAt("2026-11-20T15:00:01Z"), now), undefined);
  assert.equal(attentionOf(dueAt("2026-11-20T15:00:00Z"), now), "unanswered");
  assert.equal(attentionOf(dueAt(null), now), undefined);
  assert.equal(attentionOf({ ...dueAt("2026-11-20T14:00:00Z"), state: "acknowledged" }, now), undefined);
});

test("files in doubt, withheld, and set aside need a person at any time", () => {
  for (const state of ["inDoubt", "withheld", "quarantined"] as const)
    assert.equal(attentionOf({ state, answerDueAt: null, openItems: 0 }, now), state);
});

test("a received file needs a person while something in it is open", () => {
  assert.equal(attentionOf({ state: "processed", answerDueAt: null, openItems: 2 }, now), "openItems");
  assert.equal(attentionOf({ state: "processed", answerDueAt: null, openItems: 0 }, now), undefined);
});
