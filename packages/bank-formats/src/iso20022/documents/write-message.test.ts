import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { customerTransfers } from "../builders/customer-transfers.ts";
import { customerFile } from "../golden/golden-messages.testkit.ts";
import type { NamedMessage } from "../messages/message-tables.ts";
import { Iso20022Error, type MessageProblem } from "../schema/problems.ts";
import { type WriteOptions, writeMessage } from "./write-message.ts";

const message = customerTransfers(customerFile("ach"));

/** As code without type checks might call it. */
function problemsOf(change: object, options: WriteOptions = {}): readonly MessageProblem[] {
  const content = { ...message.content, GrpHdr: { ...message.content.GrpHdr, ...change } };
  try {
    // The values are wrong on purpose.
    writeMessage({ name: message.name, content } as NamedMessage, options);
    return [];
  } catch (error) {
    assert.ok(error instanceof Iso20022Error, `${error}`);
    return error.problems;
  }
}

describe("writing a message", () => {
  const path = "Document/CstmrCdtTrfInitn/GrpHdr";
  const cases: readonly (readonly [what: string, change: object, problem: MessageProblem])[] = [
    ["a missing element", { MsgId: undefined }, { path, rule: "MsgId is missing" }],
    ["a misspelled element", { MsgID: "1" }, { path, rule: "MsgID is not an element here" }],
    [
      "an overlong text",
      { MsgId: "x".repeat(36) },
      { path: `${path}/MsgId`, rule: "may have at most 35 characters", value: "x".repeat(36) },
    ],
    ["a number for a text", { MsgId: 42 }, { path: `${path}/MsgId`, rule: "must be a value of Max35Text" }],
    [
      "a control character",
      { MsgId: "a\u{0}" },
      { path: `${path}/MsgId`, rule: "must not have control characters or halves of characters", value: "a\u{0}" },
    ],
    [
      "half a character",
      { MsgId: "\u{d83d}" },
      { path: `${path}/MsgId`, rule: "must not have control characters or halves of characters", value: "\u{d83d}" },
    ],
    [
      "a text for an object",
      { InitgPty: "Acme" },
      { path: `${path}/InitgPty`, rule: "must be an object with the elements of PartyIdentification135" },
    ],
    ["an object for a list", { Authstn: {} }, { path, rule: "Authstn must be an array" }],
    [
      "too many of a list",
      { Authstn: Array.from({ length: 3 }, () => ({ Cd: "AUTH" })) },
      { path, rule: "Authstn may occur at most 2 times" },
    ],
    [
      "an unknown code",
      { Authstn: [{ Cd: "XXXX" }] },
      { path: `${path}/Authstn[1]/Cd`, rule: "must be one of AUTH, FDET, FSUM, ILEV", value: "XXXX" },
    ],
    [
      "two alternatives",
      { Authstn: [{ Cd: "AUTH", Prtry: "x" }] },
      { path: `${path}/Authstn[1]`, rule: "must have exactly one of Cd, Prtry" },
    ],
    [
      "a wrong count",
      { NbOfTxs: "7" },
      { path: `${path}/NbOfTxs`, rule: "must be the number of transactions, 1", value: "7" },
    ],
    [
      "a wrong sum",
      { CtrlSum: "7" },
      { path: `${path}/CtrlSum`, rule: "must be the sum of the transactions, 12500.00", value: "7" },
    ],
  ];
  for (const [what, change, problem] of cases)
    test(`rejects ${what}`, () => assert.deepEqual(problemsOf(change)[0], problem));

  test("rejects amounts that are not bigint cents of a known currency", () => {
    const [batch] = message.content.PmtInf;
    assert.ok(batch !== undefined, "the message has a batch");
    const [transfer] = batch.CdtTrfTxInf;
    for (const InstdAmt of [
      { Ccy: "USD", amountMinor: 1 },
      { Ccy: "USD", amountMinor: -1n },
      { Ccy: "XYZ", amountMinor: 1n },
      5,
      { Ccy: "USD" },
    ]) {
      const content = { ...message.content, PmtInf: [{ ...batch, CdtTrfTxInf: [{ ...transfer, Amt: { InstdAmt } }] }] };
      // The values are wrong on purpose.
      const wrong = { name: message.name, content } as unknown as NamedMessage;
      assert.throws(() => writeMessage(wrong), /CdtTrfTxInf\[1\]\/Amt\/InstdAmt: /);
    }
  });

  test("escapes what XML needs and keeps carriage returns", () => {
    const content = { ...message.content, GrpHdr: { ...message.content.GrpHdr, MsgId: "<&>\"'\r\n" } };
    assert.ok(writeMessage({ name: message.name, content }).includes("<MsgId>&lt;&amp;&gt;\"'&#13;\n</MsgId>"));
  });

  test("writes one line on request", () => {
    const compact = writeMessage(message, { isCompact: true });
    assert.equal(compact.split("\n").length, 1);
    assert.equal(compact, writeMessage(message).replaceAll(/\n\s*/g, ""));
  });

  test("names at most twenty problems, and counts them in its text", () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Wrong${index}`, "x"]));
    assert.equal(problemsOf(wrong).length, 20);
    assert.throws(
      () => writeMessage({ name: message.name, content: { ...message.content, ...wrong } }),
      /Wrong0 is not an element here \(and 19 more\)$/,
    );
  });

  test("a header needs an envelope and names the message", () => {
    const header = {
      Fr: { FIId: { FinInstnId: {} } },
      To: { FIId: { FinInstnId: {} } },
      BizMsgIdr: "1",
      CreDt: "2026-11-20T15:00:00Z",
    };
    const right = { ...header, MsgDefIdr: message.name };
    assert.equal(problemsOf({}, { header: right })[0]?.rule, "needs an envelope around header and document");
    const envelope = [{ name: "E", namespace: "" }];
    assert.deepEqual(problemsOf({}, { header: right, envelope }), []);
    const [problem] = problemsOf({}, { header: { ...header, MsgDefIdr: "pacs.008.001.08" }, envelope });
    assert.equal(problem?.path, "AppHdr/MsgDefIdr");
  });
});
