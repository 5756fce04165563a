import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accountabilityKindOf,
  cancellationOutcomes,
  cancellationRequest,
  customerTransfers,
  customerTransfersV03,
  paymentAnswers,
  readMessage,
  returnedPayments,
  statusRequest,
  uetrOf,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import { ACCOUNT, BANK, instantFile, later, named, openTestBank, uuidOf, wireFile } from "./file-bank.testkit.ts";

const customerAnswers = (content: string | undefined) =>
  paymentAnswers(readMessage(content ?? "", ["pain.002.001.10"]).message);
const networkAnswers = (content: string | undefined) =>
  paymentAnswers(readMessage(content ?? "", ["pacs.002.001.10"]).message);
const returnsIn = (contents: readonly string[]) =>
  contents.flatMap((content) => returnedPayments(readMessage(content, ["pacs.004.001.10"]).message));
const wire = (creditorAccount: string, endToEndId: string, amountMinor = 500_00n) => ({
  creditorAccount,
  endToEndId,
  amountMinor,
});

describe("wires at the bank", () => {
  test("a wire is acknowledged, then settled with its IMAD, and booked", async () => {
    const { post, until } = await openTestBank();
    await post("w.xml", wireFile("M1", [wire("12345678", "E1")]));
    const [acknowledged] = named(await until("2026-11-20T19:08:00Z"), "pain002");
    assert.deepEqual(
      customerAnswers(acknowledged).map(({ about, status, originalMessageId }) => [about, status, originalMessageId]),
      [["file", "ACCP", "M1"]],
    );
    const answers = await until("2026-11-20T20:00:00Z");
    const [settled] = customerAnswers(named(answers, "pain002")[0]);
    assert.deepEqual([settled?.status, settled?.outcome, settled?.original.endToEndId], ["ACSC", "settled", "E1"]);
    assert.equal(accountabilityKindOf(settled?.networkReference ?? ""), "IMAD");
    const [notification] = named(answers, "camt054");
    assert.match(notification ?? "", new RegExp(settled?.networkReference ?? "none"));
  });

  test("each scenario of the magic numbers has its outcome, and returned money is back", async () => {
    const numbers = { reject: "9901000002", block: "9903000003", return: "9902000010", late: "9904000001" };
    const wires = Object.entries(numbers).map(([name, number]) => wire(number, name));
    const { post, until } = await openTestBank();
    await post("w.xml", wireFile("M1", [...wires, wire("9906000002", "early"), wire("9907000001", "silent")]));
    const answers = await until("2026-12-04T12:00:00Z");
    const statuses = named(answers, "pain002")
      .flatMap((content) => customerAnswers(content))
      .filter(({ about }) => about === "payment");
    const last = new Map(
      statuses.map(({ original, status, reasons }) => [original.endToEndId, [status, reasons[0]?.code]]),
    );
    assert.deepEqual(Object.fromEntries(last), {
      reject: ["RJCT", "AC04"],
      block: ["BLCK", "FRAD"],
      return: ["ACSC", undefined],
      late: ["ACSC", undefined],
      early: ["ACSC", undefined],
    });
    assert.deepEqual(
      returnsIn(named(answers, "pacs004")).map(({ original, reasons, returnedAmount }) => [
        original.endToEndId,
        reasons[0]?.code,
        returnedAmount.amountMinor,
      ]),
      [
        ["early", "AC04", 500_00n],
        ["return", "FRAD", 500_00n],
      ],
    );
    // Only the late wire is gone: the others never left, came back, or were never sent.
    assert.match(named(answers, "camt053").at(-1) ?? "", /999500\.00/);
  });

  test("a wire after the bank's hours settles on the next banking day, and one for a later day on that day", async () => {
    const { post, until } = await openTestBank({ at: new Date("2026-11-20T23:00:00Z") });
    await post("w.xml", wireFile("M1", [wire("12345678", "E1")]));
    await post("x.xml", wireFile("M2", [wire("12345678", "E2")], "2026-11-25"));
    const settledBy = async (instant: string) =>
      named(await until(instant), "pain002").flatMap((content) =>
        customerAnswers(content).flatMap(({ status, original }) => (status === "ACSC" ? [original.endToEndId] : [])),
      );
    assert.deepEqual(await settledBy("2026-11-23T12:59:00Z"), []);
    assert.deepEqual(await settledBy("2026-11-23T13:10:00Z"), ["E1"]);
    assert.deepEqual(await settledBy("2026-11-25T12:59:00Z"), []);
    assert.deepEqual(await settledBy("2026-11-25T13:10:00Z"), ["E2"]);
  });

  test("rejects payments that repeat an identification, exceed the limit, or are from an unknown account", async () => {
    const { post, until } = await openTestBank();
    await post("w.xml", wireFile("M1", [wire("12345678", "E1"), wire("12345678", "E1"), wire("1", "E2", 500_000_01n)]));
    await post("x.xml", wireFile("M2", [wire("12345678", "E3")]).replaceAll(`<Id>${ACCOUNT}</Id>`, "<Id>555</Id>"));
    await post("y.xml", wireFile("M1", [wire("12345678", "E4")]));
    await post("z.xml", wireFile("M5", [wire("12345678", "E5")]).replace("<UETR>", "<UETr>"));
    const answers = named(await until("2026-11-20T19:08:00Z"), "pain002").flatMap((content) =>
      customerAnswers(content),
    );
    assert.deepEqual(
      answers.map(({ originalMessageId, about, status, reasons }) => [
        originalMessageId,
        about,
        status,
        reasons[0]?.code,
      ]),
      [
        ["M1", "file", "PART", undefined],
        ["M1", "payment", "RJCT", "DU04"],
        ["M1", "payment", "RJCT", "AM02"],
        ["M2", "file", "RJCT", undefined],
        ["M2", "payment", "RJCT", "AC02"],
        ["M1", "file", "RJCT", "DU01"],
        ["z.xml", "file", "RJCT", "FF01"],
      ],
    );
  });

  test("takes version 03 of pain.001, which has no UETR", async () => {
    const { post, until } = await openTestBank();
    const party = { name: "Northwind Inc", address: { townName: "New York", country: "US" } };
    const message = customerTransfersV03({
      messageId: "M3",
      createdAt: "2026-11-20T19:00:00Z",
      initiatingParty: party,
      batches: [
        {
          batchId: "B1",
          type: { method: "TRF", serviceLevel: "URGP" },
          executionDate: "2026-11-20",
          debtor: party,
          debtorAccount: { number: { other: ACCOUNT } },
          debtorAgent: { routingNumber: BANK },
          transfers: [
            {
              instructionId: "I1",
              endToEndId: "E1",
              amount: { Ccy: "USD", amountMinor: 1_00n },
              creditor: party,
              creditorAccount: { number: { other: "9901000003" } },
              creditorAgent: { routingNumber: "021000021" },
            },
          ],
        },
      ],
    });
    await post("v03.xml", writeMessage(message));
    const answers = named(await until("2026-11-20T20:00:00Z"), "pain002").flatMap((content) =>
      customerAnswers(content),
    );
    assert.deepEqual(
      answers.map(({ status, reasons }) => [status, reasons[0]?.code]),
      [
        ["ACCP", undefined],
        ["RJCT", "AC03"],
      ],
    );
  });

  test("an international wire goes to an IBAN, and its magic numbers are IBANs", async () => {
    const { post, until } = await openTestBank();
    const party = { name: "Northwind Inc", address: { townName: "New York", country: "US" } };
    const message = customerTransfers({
      messageId: "M9",
      createdAt: "2026-11-20T19:00:00Z",
      initiatingParty: party,
      batches: [
        {
          batchId: "B1",
          type: { method: "TRF", serviceLevel: "URGP" },
          executionDate: "2026-11-20",
          debtor: party,
          debtorAccount: { number: { other: ACCOUNT } },
          debtorAgent: { bic: "FIRSUS33" },
          transfers: [
            {
              instructionId: "I1",
              endToEndId: "E1",
              uetr: uetrOf(uuidOf("E1")),
              creditor: party,
              amount: { Ccy: "USD", amountMinor: 9_00n },
              creditorAgent: { bic: "BURSGB22" },
              chargeBearer: "SHAR",
              creditorAccount: { number: { iban: "GB02BURS99000002000002" } },
            },
          ],
        },
      ],
    });
    await post("swift.xml", writeMessage(message));
    const [returned] = returnsIn(named(await until("2026-12-01T20:00:00Z"), "pacs004"));
    assert.deepEqual([returned?.reasons[0]?.code, returned?.original.uetr], ["AC04", uetrOf(uuidOf("E1"))]);
  });
});

describe("real-time payments at the bank", () => {
  test("are settled or rejected within seconds, also on a weekend", async () => {
    const at = new Date("2026-11-21T19:05:00.500Z");
    const { post, until } = await openTestBank({ at });
    await post("a.xml", instantFile(wire("12345678", "E1", 5_00n), 1));
    await post("b.xml", instantFile(wire("9901000003", "E2", 5_00n), 2));
    const answers = named(await until("2026-11-21T19:05:20Z"), "pacs002").flatMap((content) => networkAnswers(content));
    assert.deepEqual(
      answers.map(({ original, status, reasons }) => [original.endToEndId, status, reasons[0]?.code]),
      [
        ["E1", "ACSC", undefined],
        ["E2", "RJCT", "AC03"],
      ],
    );
    // Booked on Monday.
    assert.match(named(await until("2026-11-24T12:00:00Z"), "camt053").at(-1) ?? "", /999995\.00/);
  });

  test("a query is answered with the last status, with ACSP before it, and with a rejection of what never came", async () => {
    const { post, until } = await openTestBank();
    await post("a.xml", instantFile(wire("12345678", "E1"), 1));
    await post("b.xml", instantFile(wire("9907000001", "E2"), 2));
    await post("c.xml", instantFile(wire("9904000001", "E3"), 3));
    const query = (endToEndId: string, number: number) =>
      writeMessage(
        statusRequest({
          messageId: `Q${endToEndId}${number}`,
          createdAt: "2026-11-20T19:06:00Z",
          transaction: { endToEndId },
          original: { messageId: "20261120", messageName: "pacs.008.001.08" },
        }),
      );
    await until(later(60_000));
    for (const [index, id] of ["E1", "E2", "E3", "E4"].entries()) await post(`q${index}.xml`, query(id, 1));
    const answers = named(await until(later(70_000)), "pacs002").flatMap((content) => networkAnswers(content));
    assert.deepEqual(
      answers.map(({ original, status, reasons }) => [original.endToEndId, status, reasons[0]?.code]).toSorted(),
      [
        ["E1", "ACSC", undefined],
        ["E3", "PDNG", undefined],
        ["E4", "RJCT", "NOOR"],
      ],
    );
  });

  test("a payment that has not left can be canceled, and is then rejected; one that has cannot", async () => {
    const { post, until } = await openTestBank({ at: new Date("2026-11-20T23:00:00Z") });
    await post("w.xml", wireFile("M1", [wire("12345678", "E1")]));
    await post("a.xml", instantFile(wire("12345678", "E2"), 1));
    await until("2026-11-20T23:30:00Z");
    const request = (endToEndId: string) =>
      writeMessage(
        cancellationRequest({
          assignmentId: `C${endToEndId}`,
          createdAt: "2026-11-20T23:30:00Z",
          transaction: { endToEndId },
          assigner: { bic: "NORTUS33" },
          assignee: { bic: "FIRSUS33" },
          reason: { code: "DUPL" },
          original: { messageId: "M1", messageName: "pain.001" },
          amount: { Ccy: "USD", amountMinor: 500_00n },
        }),
      );
    for (const id of ["E1", "E2", "E9"]) await post(`cancel-${id}.xml`, request(id));
    await post("again.xml", request("E1").replace("CE1", "CE1B").replace("CE1<", "CE1B<"));
    const answers = await until("2026-11-27T12:00:00Z");
    const outcomes = named(answers, "camt029").flatMap((content) =>
      cancellationOutcomes(readMessage(content, ["camt.029.001.09"]).message),
    );
    assert.deepEqual(
      outcomes.map(({ original, outcome, reasons }) => [original.endToEndId, outcome, reasons[0]?.code]),
      [
        ["E1", "cancelled", undefined],
        ["E2", "rejected", "CUST"],
        ["E9", "rejected", "NOOR"],
        ["E1", "rejected", "NOOR"],
      ],
    );
    const [stopped, ...others] = named(answers, "pain002");
    assert.match(stopped ?? "", /<OrgnlEndToEndId>E1<.*<TxSts>RJCT<.*<Cd>CUST</s);
    assert.deepEqual(others, []);
    assert.match(named(answers, "camt053").at(-1) ?? "", /999500\.00/);
  });
});
