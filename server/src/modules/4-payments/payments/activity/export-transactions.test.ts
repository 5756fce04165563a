import assert from "node:assert/strict";
import { test } from "node:test";
import { inject, openWorld, payment } from "#test/kit/service/full-app.ts";
import { FORMULA_TEXTS, formulasIn, rowsOf } from "../../../../../../tools/kit/spreadsheet.ts";

test("an export contains no formula for any spreadsheet, and every text once", async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 1_000_00n);
  // Notes may contain line breaks and tabs; other control characters are refused.
  const notes = FORMULA_TEXTS;
  for (const [index, note] of notes.entries()) {
    const answer = await inject(world.app, organization.token, payment(organization, { amount: index + 1, note }));
    assert.equal(answer.status, 200, answer.text);
  }
  const { text } = await inject(world.app, organization.token, {
    url: `/transactions/export?counterpartyId=${organization.recipientId}`,
  });
  assert.deepEqual(formulasIn(text), []);
  const [header = [], ...rows] = rowsOf(text);
  assert.equal(rows.length, notes.length);
  const column = header.indexOf("Note");
  const amount = header.indexOf("Amount (USD)");
  assert.deepEqual(
    rows.map((row) => row[column]?.replaceAll("'", "")),
    notes,
  );
  assert.deepEqual(
    rows.map((row) => row[amount]),
    notes.map((_, index) => `-${index + 1}.00`),
  );
  assert.ok(text.includes(",-1.00,"), "amounts are numbers, not quoted text");
});
