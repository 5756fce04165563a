import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Refusal } from "#kernel/refusal.ts";
import { requireGoodPassword } from "./password-rules.ts";

const about = ["ada.king@northwind-roasters.example", "Ada", "Lovelace", "Northwind Roasters, Inc."];
const problemOf = async (password: string): Promise<string> => {
  try {
    await requireGoodPassword(password, { path: "password", about });
    return "none";
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
};

describe("a new password", () => {
  const common = [
    "1q2w3e4r5t6y",
    "123456qwerty",
    "qazwsxedcrfv",
    "administrator",
    "Administrator1!",
    "motherfucker",
    "passwordpassword",
    "Password2026!",
    "P@ssw0rd2026!",
    "--- sunshine ---",
    "letmeinletmein",
    "correcthorsebatterystaple",
    "christopher1",
    "unbelievable99",
    "abababababab",
    "123412341234",
    "987654321098",
    "٣٤٥٦٧٨٩١٢٣٤٥",
  ];
  for (const password of common)
    test(`rejects "${password}" as common`, async () => assert.match(await problemOf(password), /too common/));

  const close = [
    "northwind2026",
    "Northwind-Roasters",
    "northwindroasters!1",
    "AdaLovelace1815",
    "ada.king@northwind-roasters.example",
    "kingada-2026-03",
    "roasters-dragon-1",
    "BursarBursar1",
    "bursar-password",
    "2026adaking2026",
  ];
  for (const password of close)
    test(`rejects "${password}" as too close to its owner`, async () =>
      assert.match(await problemOf(password), /too close/));

  const good = [
    "a long and quiet afternoon",
    "three herons above the weir",
    "Xk4-vR9q-mT2w",
    "ada keeps eleven gray herons",
    "rain over the roof in march",
    "пять серых цапель",
    "夜の庭に雨が静かに降り続ける",
  ];
  for (const password of good)
    test(`accepts "${password}"`, async () => assert.equal(await problemOf(password), "none"));

  test("rejects passwords that are too short or too long", async () => {
    assert.match(await problemOf("elevenchars"), /12 to 200 characters/);
    assert.match(await problemOf("x y z ".repeat(40)), /12 to 200 characters/);
  });
});
