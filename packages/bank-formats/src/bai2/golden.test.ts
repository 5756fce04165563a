import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Bai2Balance, Bai2FundsType, Bai2Item } from "./items.ts";
import { parseBai2, readBai2 } from "./read-bai2.ts";
import { bai2Statements } from "./statements.ts";

const golden = (name: string): string => readFileSync(join(import.meta.dirname, "testdata", name), "utf8");

const fundsText = (funds: Bai2FundsType): string => {
  if (funds.type === "valueDated") return ` value ${funds.valueDate} ${funds.valueTime ?? "-"}`;
  if (funds.type === "distributed")
    return ` available ${funds.parts.map(({ days, amountMinor }) => `${days}d:${amountMinor}`).join(" ")}`;
  return funds.type === "unknown" ? "" : ` ${funds.type}`;
};
const balanceText = ({ typeCode, amountMinor, itemCount, fundsType }: Bai2Balance): string =>
  `  ${typeCode.code} ${typeCode.meaning}: ${amountMinor}${itemCount === undefined ? "" : ` in ${itemCount}`}${fundsText(fundsType)}`;

function describeItem(item: Bai2Item): readonly string[] {
  switch (item.kind) {
    case "file":
      return [
        `file ${item.fileIdentificationNumber} ${item.senderIdentification} to ${item.receiverIdentification} ${item.fileCreationDate} ${item.fileCreationTime}`,
      ];
    case "group":
      return [
        `group ${item.groupStatus} of ${item.originatorIdentification} as of ${item.asOfDate} ${item.asOfTime} ${item.currencyCode} ${item.asOfDateModifier}`,
      ];
    case "account":
      return [`account ${item.customerAccountNumber} ${item.currencyCode}`, ...item.balances.map(balanceText)];
    case "transaction":
      return [
        `  ${item.typeCode.code} ${item.typeCode.meaning}, ${item.direction}: ${item.amountMinor}${fundsText(item.fundsType)} bank=${item.bankReferenceNumber ?? "-"} customer=${item.customerReferenceNumber ?? "-"} ${item.text.join(" | ")}`.trimEnd(),
      ];
    case "end":
    case "difference":
    case "problemTransaction":
      return [];
    default:
      return [`${item.kind} ${item.controlTotalMinor}, ${item.records} records`];
  }
}

const described = (items: readonly Bai2Item[]): string => `${items.flatMap(describeItem).join("\n")}\n`;

describe("golden BAI2 files", () => {
  for (const name of ["manual-appendix-d", "padded-to-80"])
    test(`${name} reads as written down next to the file`, () => {
      assert.equal(described(parseBai2(golden(`${name}.bai`))), golden(`${name}.expected.txt`));
    });

  test("a file in pieces of any size, in bytes or text, reads as in one piece", async () => {
    const text = golden("manual-appendix-d.bai");
    const whole = parseBai2(text);
    for (const size of [1, 7, 64, 500]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      );
      assert.deepEqual(await Array.fromAsync(readBai2(pieces)), whole);
      assert.deepEqual(await Array.fromAsync(readBai2(pieces.map((piece) => Buffer.from(piece)))), whole);
    }
  });

  test("records of a fixed length need no line breaks", () => {
    const text = golden("padded-to-80.bai");
    assert.deepEqual(parseBai2(text.replaceAll("\r\n", ""), { recordLength: 80 }), parseBai2(text));
  });

  test("statements group each account with its transactions", () => {
    const statements = [...bai2Statements(parseBai2(golden("manual-appendix-d.bai")))];
    assert.deepEqual(
      statements.map(({ group, account, transactions }) => [
        group.groupStatus,
        account.customerAccountNumber,
        transactions.map(({ amountMinor }) => amountMinor),
      ]),
      [
        ["update", "0123456789", [450_000n]],
        ["update", "9876543210", [500_000n]],
        ["update", "4589761203", [20_000_000n, 10_000_000n]],
        ["update", "0975312468", []],
        ["correction", "7890654321", []],
      ],
    );
  });
});
