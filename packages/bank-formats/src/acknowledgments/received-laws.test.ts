import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../server/test/kit/faults/random.ts";
import { mutatedFile } from "../text/mutated-text.testkit.ts";
import { type Acknowledgment, AcknowledgmentError } from "./acknowledgment.ts";
import { readAcknowledgments } from "./read-acknowledgments.ts";
import { confirmationTemplate, csvTemplate } from "./templates.ts";

const FILES = long ? 2_000 : 200;

const forms = [
  {
    template: confirmationTemplate,
    text: [
      "ACH FILE CONFIRMATION",
      "FILE NAME: A.ACH   FILE ID MODIFIER: A",
      "FILE CREATION DATE: 11/27/2026 04:52 PM",
      "TOTAL CREDITS: $125,050.00",
      "STATUS: REJECTED",
      "",
      "TRACE NUMBER       AMOUNT      REASON",
      "091000010000007    $1,250.00   R03 NO ACCOUNT",
      "091000010000008    $10.00      R04 INVALID",
    ].join("\n"),
  },
  {
    template: csvTemplate,
    text: [
      "File Name,File ID Modifier,Trace Number,Status,Amount,Reason",
      "A.ACH,A,,Rejected,,Totals",
      'B.ACH,B,091000010000007,Rejected,"1,250.00",R03',
    ].join("\n"),
  },
] as const;

describe("laws of reading acknowledgments", () => {
  test("a damaged rejection is never an acceptance", async () => {
    const random = seeded(testSeed("received acknowledgments"));
    let errors = 0;
    for (let round = 0; round < FILES; round += 1) {
      const { template, text } = forms[round % forms.length] ?? forms[0];
      const damaged = mutatedFile(text, random);
      let read: readonly Acknowledgment[];
      try {
        read = await readAcknowledgments(Buffer.concat(damaged.pieces), template);
      } catch (error) {
        assert.ok(error instanceof AcknowledgmentError, `${error}\n${damaged.text}`);
        errors += 1;
        continue;
      }
      for (const { status, rejects } of read) {
        assert.notEqual(status, "accepted", damaged.text);
        for (const { amountMinor } of rejects) assert.ok(amountMinor === undefined || amountMinor >= 0n);
      }
    }
    assert.ok(errors > FILES / 20, `${errors}`);
  });
});
