import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { extractText } from "unpdf";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import type { TransactionRow } from "#payments/payments";
import type { DocumentFacts } from "./document-facts.ts";
import { paymentConfirmation } from "./payment-confirmation.ts";
import { remittanceAdvice } from "./remittance-advice.ts";

const at = new Date("2026-11-27T18:04:00Z");
const LONG = "Gesellschaft für außerordentlich lange Firmennamen und Verpackungen ".repeat(4).trim();
const UNBROKEN = "W".repeat(180);

/** A payment with as much text as the service accepts. */
function facts(row: Partial<TransactionRow> = {}, more: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    // Only these columns are printed.
    row: {
      transaction_id: "019a7f3e-0000-7000-8000-000000000001" as TransactionId,
      amount_minor: -99_999_999_999n,
      counterparty_name: LONG,
      method: "internationalWire",
      external_memo: UNBROKEN,
      status: "sent",
      created_at: at,
      estimated_delivery_at: new Date("2026-12-01T21:00:00Z"),
      reason_for_failure: null,
      tracking_number: "5ff05e80-5b0c-4d4f-8f8e-1f0c2f6f1a11",
      check_number: null,
      ...row,
    } as TransactionRow,
    payer: { name: UNBROKEN, lines: ["Doing business as Acme", "1 Main St", "New York, NY 10001"] },
    account: ["Operating", "••••0001"],
    destination: [LONG, "Account ••••1234"],
    fileNames: Array.from({ length: 90 }, (_, index) => `invoice ${index} ${LONG.slice(0, 120)}.pdf`),
    steps: [
      { at, text: "Payment accepted" },
      { at, text: "Confirmed by the bank" },
    ],
    asOf: at,
    isSandbox: false,
    ...more,
  };
}

const pagesOf = async (document: Parameters<typeof renderPdf>[0]): Promise<string[]> =>
  (await extractText(new Uint8Array(await renderPdf(document)), { mergePages: false })).text;
const flat = (pages: readonly string[]): string => pages.join(" ").replaceAll(/\s+/g, "");

describe("documents of a payment with long texts", () => {
  test("have every text in full, over as many pages as it takes", async () => {
    const advice = await pagesOf(remittanceAdvice(facts()));
    assert.ok(advice.length > 2);
    for (const text of [LONG, UNBROKEN, "$999,999,999.99", "UETR", "invoice 89"])
      assert.ok(flat(advice).includes(text.replaceAll(" ", "")), text);
    for (const [index, page] of advice.entries())
      assert.match(page, new RegExp(`Page ${index + 1} of ${advice.length}`));
    const confirmation = flat(await pagesOf(paymentConfirmation(facts())));
    for (const text of [LONG, UNBROKEN, "Nov 27, 2026, 1:04 PM", "••••1234"])
      assert.ok(confirmation.includes(text.replaceAll(" ", "")), text);
  });

  test("keep a long reason of a failure in one frame, on the first page", async () => {
    const failed = facts({ status: "failed", reason_for_failure: `R03: ${LONG}` }, { fileNames: [] });
    const [first = ""] = await pagesOf(paymentConfirmation(failed));
    assert.match(first, /This payment failed/);
    assert.match(first, /not\s+a\s+confirmation\s+of\s+payment/);
    assert.throws(() => remittanceAdvice(failed), { code: "paymentNotMade" });
  });
});
