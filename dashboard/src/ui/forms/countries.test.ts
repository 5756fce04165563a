import assert from "node:assert/strict";
import { test } from "node:test";
import { countryCodes } from "bursar-banking/identifiers/country";
import { countries } from "./countries.ts";

test("the form offers the countries that the API accepts, by name", () => {
  assert.deepEqual(countries.map(({ value }) => value).toSorted(), countryCodes.toSorted());
  assert.equal(countries.find(({ value }) => value === "DE")?.label, "Germany");
  assert.equal(countries.find(({ label }) => label === "")?.value, undefined);
});
