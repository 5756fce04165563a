import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { activityNames } from "../../../server/src/modules/2-money/treasury/earnings/imports/activity-types.ts";
import { parseActivity } from "../../../server/src/modules/2-money/treasury/earnings/imports/parse-activity.ts";
import { activityCsv, activityTable, example, isMapped, unknownTypes } from "../../src/pages/treasury/activity-file.ts";
import { typeNames } from "../../src/pages/treasury/treasury-labels.ts";
import { readTextTable } from "../../src/ui/files/tables/read-text.ts";

const tableOf = (text: string) => activityTable("activity.csv", readTextTable(new TextEncoder().encode(text), {}));

describe("a custodian's file", () => {
  it("types have the names that the service reads", () => {
    assert.deepEqual(typeNames, activityNames);
  });

  it("the example is understood without a question", () => {
    const table = tableOf(example);
    assert.ok(isMapped(table.mapping));
    assert.deepEqual(unknownTypes(table, table.mapping), []);
    const { rows, problems } = parseActivity(activityCsv(table, table.mapping, {}), "2026-01-01");
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ type, amountMinor }) => [type, amountMinor]),
      [
        ["dividendPosted", 31_244n],
        ["dividendReinvestmentPosted", -31_244n],
        ["mercuryFeePosted", -4_109n],
      ],
    );
  });

  it("other columns and types become the service's", () => {
    const table = tableOf(
      'Fund activity;;;;\nTrade Date;Confirmation Number;Activity;Units;Net Amount\n10/31/2025;C-1;Buy;-10;"-1,000.00"\n10/31/2025;C-2;Odd "lot";;5.00\n',
    );
    assert.ok(isMapped(table.mapping));
    assert.deepEqual(unknownTypes(table, table.mapping), ['Odd "lot"']);
    const content = activityCsv(table, table.mapping, { 'Odd "lot"': "interestPosted" });
    const { rows, problems } = parseActivity(content, "2026-01-01");
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ reference, day, type, amountMinor, sharesE4 }) => [reference, day, type, amountMinor, sharesE4]),
      [
        ["C-1", "2025-10-31", "mutualFundTradePosted", -100_000n, 100_000n],
        ["C-2", "2025-10-31", "interestPosted", 500n, null],
      ],
    );
  });
});
