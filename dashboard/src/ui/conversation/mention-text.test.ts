import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  completed,
  mentionables,
  mentionedIn,
  offered,
  piecesOf,
  plainText,
  queryAt,
  textToSend,
} from "./mention-text.ts";

const id = (digit: number) => `01975c2e-8f7a-7c60-b1f2-00000000000${digit}`;
const users = mentionables([
  { id: id(1), name: "Ada Marsh" },
  { id: id(2), name: "Ada Marsh" },
  { id: id(3), name: "Ada Marshall" },
  { id: id(4), name: "Ben Oyelaran" },
]);
const labels = (found: readonly { readonly label: string }[]) => found.map(({ label }) => label);

describe("mentions while typing", () => {
  it("users with one name have different labels", () => {
    assert.deepEqual(labels(users), ["Ada Marsh", "Ada Marsh (2)", "Ada Marshall", "Ben Oyelaran"]);
  });

  it("an @ starts a mention, but not inside a word", () => {
    for (const [text, expected] of [
      ["@", { at: 0, query: "" }],
      ["Ask @be", { at: 4, query: "be" }],
      ["Ask @Ada Ma", { at: 4, query: "Ada Ma" }],
      ["(@be", { at: 1, query: "be" }],
      ["ada@example", undefined],
      ["@be\n", undefined],
      ["no one", undefined],
      [`@${"x".repeat(50)}`, undefined],
    ] as const)
      assert.deepEqual(queryAt(text, text.length), expected, text);
    assert.deepEqual(queryAt("@be and more", 3), { at: 0, query: "be" });
  });

  it("offers users by the beginning of a first or last name", () => {
    assert.deepEqual(labels(offered(users, "oye")), ["Ben Oyelaran"]);
    assert.deepEqual(labels(offered(users, "ADA marsh")), ["Ada Marsh", "Ada Marsh (2)", "Ada Marshall"]);
    assert.deepEqual(labels(offered(users, "Ada Marsh")), ["Ada Marsh (2)", "Ada Marshall"]);
    assert.deepEqual(offered(users, "Ben Oyelaran is"), []);
  });

  it("completes in the middle of a text", () => {
    assert.deepEqual(completed("Ask @be, please", { at: 4, caret: 7, label: "Ben Oyelaran" }), {
      text: "Ask @Ben Oyelaran , please",
      caret: 18,
    });
    assert.equal(completed("@b now", { at: 0, caret: 2, label: "Ben" }).text, "@Ben now");
  });

  it("sends ids, of the longest label", () => {
    const text = "@Ada Marshall, @Ada Marsh (2), and @Ada Marsh: mail ben@Ben Oyelaran or @Benjamin";
    assert.equal(
      textToSend(text, users),
      `<@${id(3)}>, <@${id(2)}>, and <@${id(1)}>: mail ben@Ben Oyelaran or @Benjamin`,
    );
    assert.deepEqual(labels(mentionedIn(`${text} @Ada Marsh`, users)), ["Ada Marshall", "Ada Marsh (2)", "Ada Marsh"]);
    assert.equal(textToSend("  No one.\n", users), "No one.");
  });
});

describe("mentions in a comment", () => {
  it("are the users that it names by id, and nothing else is changed", () => {
    const mentions = [{ id: id(4), name: "Ben O" }];
    assert.deepEqual(piecesOf(`<b>Hi</b> <@${id(4)}>!`, mentions), ["<b>Hi</b> ", mentions[0], "!"]);
    assert.deepEqual(piecesOf(`<@${id(9)}>`, mentions), ["", `<@${id(9)}>`, ""]);
  });
});

describe("text from other programs", () => {
  it("loses characters that nobody sees, and keeps line breaks and joined emoji", () => {
    assert.equal(plainText("a\r\nb\tc\u200bd\u202ee\ufefff"), "a\nb cdef");
    assert.equal(plainText("👩\u200d🚀"), "👩\u200d🚀");
  });
});
