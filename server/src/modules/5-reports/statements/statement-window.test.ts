import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { statementWindow } from "./statement-window.ts";

const day = (text: string) => Temporal.PlainDate.from(text);

/** Every day of a common year and of the leap year after it. */
const days = Array.from({ length: 731 }, (_, index) => day("2027-01-01").add({ days: index }));

describe("the period of a list of statements", () => {
  test("without dates is the last three months, on every day of the year", () => {
    for (const today of days)
      assert.deepEqual(statementWindow({}, today), {
        from: today.subtract({ months: 3 }).toString(),
        to: today.toString(),
      });
  });

  test("with one date is the three months from it or up to it, whatever the date", () => {
    const today = day("2030-01-01");
    for (const day of days) {
      const date = day.toString();
      assert.deepEqual(statementWindow({ start: date }, today), { from: date, to: day.add({ months: 3 }).toString() });
      assert.deepEqual(statementWindow({ end: date }, today), {
        from: day.subtract({ months: 3 }).toString(),
        to: date,
      });
    }
  });

  test("with two dates is at most three months long", () => {
    const today = day("2030-01-01");
    const cases = [
      ["2028-01-01", "2028-04-01", true],
      ["2028-01-01", "2028-04-02", false],
      ["2028-02-29", "2028-05-31", true],
      ["2028-02-28", "2028-05-31", false],
      ["2028-05-02", "2028-05-01", false],
    ] as const;
    for (const [start, end, isAccepted] of cases) {
      const ask = () => statementWindow({ start, end }, today);
      if (isAccepted) assert.deepEqual(ask(), { from: start, to: end });
      else assert.throws(ask, /end: must/, `${start} to ${end}`);
    }
  });

  test("ends today at the latest, and is empty if it starts later", () => {
    const today = day("2028-05-31");
    assert.deepEqual(statementWindow({ start: "2028-03-01", end: "2029-01-01" }, today), {
      from: "2028-03-01",
      to: "2028-05-31",
    });
    assert.equal(statementWindow({ start: "2028-06-01" }, today), undefined);
  });
});
