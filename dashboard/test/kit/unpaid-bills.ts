import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { TestDashboard } from "./dashboard.ts";
import { type Bill, csvOf, programFiles } from "./program-files.ts";
import type { SheetValue } from "./workbook.ts";

const vendorOf = (index: number): string => `Vendor ${String(index + 1).padStart(2, "0")} Supply`;

export const dollars = (cents: number): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);

export const sumOfBills = (bills: readonly Bill[]): number => bills.reduce((all, { cents }) => all + cents, 0);

/** Two bills of each vendor; every tenth has a credit, every fifteenth a bill that is paid. */
export const unpaidBills = (vendors: number): readonly Bill[] =>
  Array.from({ length: vendors }, (_, index) => {
    const bill = (number: number, cents: number): Bill => ({
      vendor: vendorOf(index),
      invoice: `INV-${index + 1}-${number}`,
      date: "2026-10-05",
      due: "2026-10-20",
      cents,
      originalCents: cents === 0 ? 4_200 : cents + 100,
      lines: [],
    });
    return [
      bill(1, 1_000 + index * 37),
      bill(2, 2_000 + index * 41),
      ...(index % 10 === 3 ? [bill(3, -(300 + index))] : []),
      ...(index % 15 === 4 ? [bill(4, 0)] : []),
    ];
  }).flat();

/** The vendors as recipients. */
export async function addVendors({ call }: TestDashboard, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await call("POST", "/recipients", {
      name: vendorOf(index),
      emails: [`ap${index}@vendor.example`],
      defaultPaymentMethod: "ach",
      electronicRoutingInfo: {
        accountNumber: `10020030${String(index).padStart(2, "0")}`,
        routingNumber: "021000021",
        electronicAccountType: "businessChecking",
      },
    });
}

export function rowsOfProgram(program: string, bills: readonly Bill[]): readonly (readonly SheetValue[])[] {
  const write = programFiles[program];
  assert.ok(write !== undefined, program);
  return write(bills).rows;
}

/** What a person does, which stories count. */
export type Act = (name: string, does: () => Promise<unknown>) => Promise<void>;

/** From the file to a request that can be sent: the total of the file is right, and its credits are deducted. */
export async function readUnpaidBills(page: Page, bills: readonly Bill[], act: Act) {
  const credits = bills.filter(({ cents }) => cents < 0).length;
  const open = bills.filter(({ cents }) => cents > 0).length;
  const text = csvOf(rowsOfProgram("QuickBooks Online, unpaid bills", bills));
  await act("choose the file", () =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "unpaid-bills.csv", mimeType: "application/octet-stream", buffer: Buffer.from(text) }),
  );
  await page.getByText(`The rows add up to the file’s own total of ${dollars(sumOfBills(bills))}`).waitFor();
  await page.getByText(/recipients from the headings · amounts from “Open balance”/).waitFor();
  await act("deduct all credits", () =>
    page.getByRole("button", { name: `Deduct all ${credits}`, exact: true }).click(),
  );
  return page.getByRole("button", { name: `Request ${open} payments, ${dollars(sumOfBills(bills))}` });
}

/** Of the file in progress, as the service has it; undefined if it has none. */
export const versionOfDraft = (page: Page): Promise<number | undefined> =>
  page.evaluate(async () => {
    const answer = await fetch("/api/v1/payment-file-draft");
    return ((await answer.json()) as { draft: { version: number } | null }).draft?.version;
  });

/** Changes are saved within a second; so after that long without a new version, nothing is left to save. */
export async function allSaved(page: Page): Promise<void> {
  let [before, now] = [undefined as number | undefined, await versionOfDraft(page)];
  while (now === undefined || now !== before) {
    await sleep(2_000);
    [before, now] = [now, await versionOfDraft(page)];
  }
}
