import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApprovalBatch } from "../batches/use-batch.ts";
import type { QueuedRequest } from "../decisions.ts";
import { queueInOrder } from "./queue-in-order.ts";

/** Only what the queue is sorted by. */
const request = (payeeName: string, amount: number, day: number) =>
  ({ payeeName, amount, createdAt: `2026-11-0${day}T12:00:00.000Z` }) as QueuedRequest;
const batch = (name: string, total: number, day: number) =>
  ({
    name,
    waiting: { count: 2, total },
    createdAt: `2026-11-0${day}T12:00:00.000Z`,
  }) as ApprovalBatch;

const juniper = request("Juniper", 300, 1);
const elan = request("Élan", 20, 3);
const tern = request("tern", 1_000, 5);
const suppliers = batch("Supplier run", 400, 2);
const payroll = batch("Payroll", 5_000, 6);
const batches = [suppliers, payroll];

const namesOf = (entries: ReturnType<typeof queueInOrder>): string =>
  entries.map((entry) => ("payeeName" in entry ? entry.payeeName : entry.name)).join(", ");

describe("a batch has its place in the queue", () => {
  const cases: readonly (readonly [by: string, order: "asc" | "desc", requests: QueuedRequest[], expected: string])[] =
    [
      ["created", "asc", [juniper, elan, tern], "Juniper, Supplier run, Élan, tern, Payroll"],
      ["created", "desc", [tern, elan, juniper], "Payroll, tern, Élan, Supplier run, Juniper"],
      ["amount", "asc", [elan, juniper, tern], "Élan, Juniper, Supplier run, tern, Payroll"],
      ["amount", "desc", [tern, juniper, elan], "Payroll, tern, Supplier run, Juniper, Élan"],
      ["counterparty", "asc", [elan, juniper, tern], "Élan, Juniper, Payroll, Supplier run, tern"],
    ];
  for (const [by, order, requests, expected] of cases)
    it(`by ${by}, ${order}`, () => assert.equal(namesOf(queueInOrder(requests, batches, { by, order })), expected));

  it("is listed without a request", () =>
    assert.equal(namesOf(queueInOrder([], batches, { by: "amount", order: "desc" })), "Payroll, Supplier run"));
});
