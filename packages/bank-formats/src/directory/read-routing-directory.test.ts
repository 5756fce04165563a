import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readRoutingDirectory } from "./read-routing-directory.ts";

/** Invented banks, in the columns of the Federal Reserve's files. */
const achLine = ({ number = "091000019", name = "BURSAR SANDBOX BANK", city = "MINNEAPOLIS", state = "MN" } = {}) =>
  `${number}O0910000191010126000000000${name.padEnd(36)}${"1 MAIN STREET".padEnd(36)}${city.padEnd(20)}${state}554010000612555010011${" ".repeat(5)}`;
const wireLine = `091000019${"BURSAR SANDBOX".padEnd(18)}${"BURSAR SANDBOX BANK".padEnd(36)}MN${"MINNEAPOLIS".padEnd(25)}Y Y20260101`;
const bank = { name: "BURSAR SANDBOX BANK", city: "MINNEAPOLIS", state: "MN" };

describe("a directory of routing numbers", () => {
  test("of ACH participants has lines of 155 columns", () => {
    assert.equal(achLine().length, 155);
    const lines = [achLine(), achLine({ number: "121000248", name: "INVENTED BANK, NA", city: "RENO", state: "NV" })];
    const banks = readRoutingDirectory(`${lines.join("\r\n")}\r\n\u001a`);
    assert.deepEqual(banks.get("091000019"), bank);
    assert.deepEqual(banks.get("121000248"), { name: "INVENTED BANK, NA", city: "RENO", state: "NV" });
    assert.equal(banks.size, 2);
  });

  test("may lack the filler at the end of lines", () => {
    assert.deepEqual(readRoutingDirectory(achLine().trimEnd()).get("091000019"), bank);
  });

  test("of Fedwire participants has lines of 101 columns", () => {
    assert.equal(wireLine.length, 101);
    assert.deepEqual(readRoutingDirectory(wireLine).get("091000019"), bank);
  });

  test("may be JSON", () => {
    const entry = {
      routingNumber: "091000019",
      customerName: "BURSAR SANDBOX BANK",
      customerCity: "MINNEAPOLIS",
      customerState: "MN",
    };
    for (const name of ["fedACHParticipants", "fedwireParticipants"])
      assert.deepEqual(readRoutingDirectory(JSON.stringify({ [name]: { [name]: [entry] } })).get("091000019"), bank);
  });

  test("that is something else is an error that says so", () => {
    for (const text of ["", "routing,name\n091000019,Bank", '{"banks": []}', "091000019 too short", "{"])
      assert.throws(() => readRoutingDirectory(text), Error, text);
    assert.throws(() => readRoutingDirectory(`${achLine()}\nnonsense`), /Line 2/);
  });
});
