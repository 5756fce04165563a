import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countryCodes, countryProblem } from "./country.ts";

describe("country codes", () => {
  test("lists the 249 codes of ISO 3166-1 once each, in order", () => {
    assert.equal(countryCodes.length, 249);
    assert.deepEqual([...new Set(countryCodes)].toSorted(), [...countryCodes].toSorted());
    assert.deepEqual(countryCodes, countryCodes.toSorted());
  });

  test("each code has a name, and no other pair of letters is a country", () => {
    const names = new Intl.DisplayNames("en", { type: "region" });
    for (const code of countryCodes) {
      assert.notEqual(names.of(code), code);
      assert.equal(countryProblem(code), undefined);
    }
    for (const code of ["XK", "EU", "UK", "ZZ", "AN", "US ", "us", "USA", ""])
      assert.notEqual(countryProblem(code), undefined, code);
  });

  test("common mistakes have their own messages", () => {
    assert.equal(countryProblem("US"), undefined);
    assert.match(countryProblem("us") ?? "", /capital letters/);
    assert.match(countryProblem("UK") ?? "", /GB/);
    assert.match(countryProblem("United States") ?? "", /two-letter/);
  });
});
