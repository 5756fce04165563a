import assert from "node:assert/strict";
import { test } from "node:test";
import type { BankMovement, LedgerEntry } from "../../api/generated/types.gen.ts";
import { pairUp } from "./pair-up.ts";

const entry = (transactionId: string, counterpartyName: string): LedgerEntry => ({
  transactionId,
  counterpartyName,
  amount: 50,
  enteredAt: "2026-11-27T15:00:00.000Z",
});

const line = (id: string, counterparty: string | null, transactions: readonly LedgerEntry[]): BankMovement => ({
  id,
  counterparty,
  transactions: [...transactions],
  bookedOn: "2026-11-27",
  amount: 50,
  isReturn: false,
  bankReference: null,
  code: "PMNT",
  remittance: null,
  description: null,
  fileId: "file",
  matchId: null,
  canUndo: false,
});

const paired = (movements: readonly BankMovement[], refused: readonly string[] = []) =>
  pairUp(movements, new Set(refused)).map(
    ({ movement, entry: found, isExact }) => `${movement.id}=${found?.transactionId ?? "nothing"}${isExact ? "!" : ""}`,
  );

test("a line with one candidate that no other line has is exact, whatever the names are", () => {
  assert.deepEqual(paired([line("a", "NORTH PIER CO", [entry("1", "Deposit")])]), ["a=1!"]);
});

test("of lines with the same amount, those with the same name are exact, and the rest is only likely", () => {
  const both = [entry("1", "Juniper Street Market, Inc."), entry("2", "Riverbend")];
  assert.deepEqual(paired([line("a", "SOMEONE ELSE", both), line("b", "JUNIPER STREET MARKET INC", both)]), [
    "a=2",
    "b=1!",
  ]);
});

test("a transaction is given to one line", () => {
  const only = [entry("1", "Riverbend")];
  assert.deepEqual(paired([line("a", null, only), line("b", null, only)]), ["a=1", "b=nothing"]);
});

test("a refused line stays alone, and leaves its candidate to others", () => {
  const only = [entry("1", "Riverbend")];
  assert.deepEqual(paired([line("a", null, only), line("b", null, only)], ["a"]), ["a=nothing", "b=1!"]);
});
