import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allRefusals } from "./refusals.ts";

/** A text that brings its own end: a command to copy, or what another part of the service has to say. */
const BRINGS_ITS_END = /(?:: (?:bursar|POST) [^.]+|^\{problem\}|\{(?:hint|problem)\})$/;

describe("a refusal", () => {
  it("says in whole sentences what is wrong and what to do", () => {
    const unfinished = allRefusals().filter(({ message }) => !message.endsWith(".") && !BRINGS_ITS_END.test(message));
    assert.deepEqual(unfinished, []);
  });

  it("has one phrase as its title, without a period", () => {
    const wrong = allRefusals().filter(({ title }) => title.endsWith(".") || /^[a-z]/.test(title));
    assert.deepEqual(wrong, []);
  });
});
