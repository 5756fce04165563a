import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accountEntry,
  noEntries,
  paymentAnswers,
  readMessage,
  returnedPayments,
  statementProblems,
  withEntry,
} from "bursar-bank-formats/iso20022";
import { answerAddendaOf, readNachaFile } from "bursar-bank-formats/nacha";
import { manualClock, plusMs } from "bursar-banking/clock";
import { long, seeded, testSeed } from "../../../server/test/kit/faults/random.ts";
import { achEntry, achFile, agreement, FRIDAY, instantFile, openTestBank, wireFile } from "./file-bank.testkit.ts";
import { openFileBank } from "./file-bank.ts";
import { type BankScenario, magicAccountNumbers, scenarioFor } from "./scripts/magic-numbers.ts";
import { type BankState, memoryState } from "./state/bank-state.ts";

interface SentFile {
  readonly name: string;
  readonly content: string;
  /** Minutes after the first instant. */
  readonly minute: number;
}

interface SentPayment {
  /** The trace number or end-to-end id that answers name. */
  readonly reference: string;
  readonly scenario: BankScenario;
  readonly amountMinor: bigint;
}

type Random = () => number;
const upTo = (random: Random, max: number): number => Math.floor(random() * max);
const HORIZON = new Date("2026-12-31T12:00:00Z");
const ROUNDS = long ? 60 : 1;
const seed = testSeed("the bank's laws");

/** Ordinary and magic numbers of a method. */
const numbersOf = (method: "ach" | "domesticWire" | "realTimePayment"): readonly string[] => [
  "12345678",
  "23456789",
  "34567890",
  ...magicAccountNumbers.flatMap((magic) => (magic.method === method ? [magic.accountNumber ?? ""] : [])),
];

/** Random files of every rail, with what was sent in them. */
function randomFiles(random: Random): {
  readonly files: readonly SentFile[];
  readonly payments: readonly SentPayment[];
} {
  const files: SentFile[] = [];
  const payments: SentPayment[] = [];
  const payment = (method: "ach" | "domesticWire" | "realTimePayment", reference: string) => {
    const numbers = numbersOf(method);
    const creditorAccount = numbers[upTo(random, numbers.length)] ?? "";
    const amountMinor = BigInt(1 + upTo(random, 90_000));
    const scenario = scenarioFor({ method, accountNumber: creditorAccount, amountMinor });
    payments.push({ reference, scenario, amountMinor });
    return { creditorAccount, amountMinor, endToEndId: reference };
  };
  for (let index = 0; index < 4; index += 1) {
    const minute = upTo(random, 240);
    const trace = (position: number) => `12104288${String(index * 100 + position).padStart(7, "0")}`;
    const entries = Array.from({ length: 1 + upTo(random, 8) }, (_, at) => {
      const traceNumber = trace(at + 1);
      const { creditorAccount, amountMinor } = payment("ach", traceNumber);
      return achEntry(creditorAccount, amountMinor, { traceNumber });
    });
    files.push({ name: `a${index}.ach`, content: achFile(entries, { modifier: "ABCD".charAt(index) }), minute });
    const wires = Array.from({ length: 1 + upTo(random, 4) }, (_, at) => payment("domesticWire", `W${index}-${at}`));
    files.push({ name: `w${index}.xml`, content: wireFile(`M${index}`, wires), minute: upTo(random, 240) });
    const instant = instantFile(payment("realTimePayment", `R${index}`), index);
    files.push({ name: `r${index}.xml`, content: instant, minute: upTo(random, 240) });
  }
  return { files: files.toSorted((a, b) => a.minute - b.minute), payments };
}

class Killed extends Error {}

/** A state whose process dies now and then: before a write, or after it and before anybody knows. */
function dyingState(inner: BankState, random: Random): BankState {
  const dying = async (write: () => Promise<void>): Promise<void> => {
    if (random() < 0.3) throw new Killed("before the write");
    await write();
    if (random() < 0.3) throw new Killed("after the write");
  };
  return {
    exclusively: (work) =>
      inner.exclusively((session) =>
        work({
          ...session,
          append: (record) => dying(() => session.append(record)),
          markDelivered: (connection, delivered) => dying(() => session.markDelivered(connection, delivered)),
        }),
      ),
  };
}

/**
 * Runs the bank over the files; every death is followed by a start that repeats what was not finished. A bank that dies
 * also delivers in portions.
 */
async function answersTo(files: readonly SentFile[], mortality: Random | undefined): Promise<Map<string, string>> {
  const state = memoryState();
  const clock = manualClock(FRIDAY);
  const inbox = new Map<string, string>();
  const open = async () => {
    const used = mortality === undefined ? state : dyingState(state, mortality);
    return untilDone(() => openFileBank({ state: used, agreement: async () => agreement, clock }));
  };
  let bank = await open();
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 0; attempt < 100; attempt += 1)
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        bank = await open();
      }
    assert.fail("the bank dies too often");
  };
  const deliver = (at: Date) =>
    step(async () => {
      for (let through = ""; through < at.toISOString(); ) {
        const most = mortality === undefined ? undefined : 1 + upTo(mortality, 3);
        const due = await bank.answersDue(at, undefined, most);
        for (const { name, content } of due.files) {
          assert.ok(inbox.get(name) === undefined || inbox.get(name) === content, `${name} has one content`);
          inbox.set(name, content);
        }
        await bank.markDelivered(due.upTo);
        assert.ok(due.upTo.through >= through, "no delivery ends before the one before");
        through = due.upTo.through;
      }
    });
  for (const { name, content, minute } of files) {
    clock.set(plusMs(FRIDAY, minute * 60_000));
    await step(() => bank.receive({ name, content: Buffer.from(content) }));
    await deliver(clock.now());
  }
  clock.set(HORIZON);
  await deliver(HORIZON);
  return inbox;
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  return assert.fail("the bank cannot be opened");
}

/** What the answers say about each reference. */
function outcomesIn(inbox: ReadonlyMap<string, string>) {
  const outcomes = new Map<string, Set<string>>();
  const say = (reference: string | undefined, what: string) => {
    if (reference !== undefined) outcomes.set(reference, (outcomes.get(reference) ?? new Set()).add(what));
  };
  for (const [name, content] of inbox) {
    if (name.startsWith("pain002") || name.startsWith("pacs002"))
      for (const { about, status, original } of paymentAnswers(
        readMessage(content, ["pain.002.001.10", "pacs.002.001.10"]).message,
      ))
        if (about === "payment" && status !== "PDNG") {
          const isEntry = /^12104288/.test(original.instructionId ?? "");
          say(isEntry ? original.instructionId : original.endToEndId, status ?? "");
        }
    if (name.startsWith("pacs004"))
      for (const { original } of returnedPayments(readMessage(content, ["pacs.004.001.10"]).message))
        say(original.endToEndId, "returned");
    if (name.startsWith("returns"))
      for (const { entries } of readNachaFile(content, {
        tolerant: { foreignTraceNumbers: true, missingEffectiveEntryDate: true },
      }).batches)
        for (const entry of entries) say(answerAddendaOf(entry, "return")?.originalEntryTraceNumber, "returned");
    if (name.startsWith("camt054"))
      for (const entry of readMessage(content, ["camt.054.001.08"]).message.content.Ntfctn.flatMap(
        (statement) => statement.Ntry ?? [],
      ))
        if (entry.CdtDbtInd === "DBIT")
          for (const { transactionId, endToEndId } of accountEntry(entry).transactions)
            say(/^12104288/.test(transactionId ?? "") ? transactionId : endToEndId, "booked");
  }
  return outcomes;
}

/** What must be said about a payment with this scenario, and nothing else. */
function expectedOf({ kind }: BankScenario, isAch: boolean): readonly string[] {
  // In ACH, only what settles late is reported as settled.
  const settled = isAch && kind !== "delay" ? ["booked"] : ["ACSC", "booked"];
  if (kind === "silent") return [];
  if (kind === "reject") return ["RJCT"];
  if (kind === "block") return ["BLCK"];
  return kind === "return" || kind === "outOfOrder" ? [...settled, "returned"] : settled;
}

/** Whether every statement adds up and continues the one before; returns the last closing balance. */
function closingBalance(inbox: ReadonlyMap<string, string>): bigint | undefined {
  let previous: bigint | undefined;
  for (const name of [...inbox.keys()].filter((each) => each.startsWith("camt053")).sort()) {
    const [statement] = readMessage(inbox.get(name) ?? "", ["camt.053.001.08"]).message.content.Stmt;
    assert.ok(statement !== undefined);
    assert.deepEqual(statementProblems(statement, (statement.Ntry ?? []).reduce(withEntry, noEntries)), []);
    const balance = (code: string) => statement.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === code)?.Amt.amountMinor;
    if (previous !== undefined) assert.equal(balance("OPBD"), previous);
    previous = balance("CLBD");
  }
  return previous;
}

describe("laws of the bank", () => {
  for (let round = 0; round < ROUNDS; round += 1)
    test(`every payment has the one outcome of its scenario, and the books add up, killed or not (${round + 1})`, async () => {
      const random = seeded(seed + round);
      const { files, payments } = randomFiles(random);
      const calm = await answersTo(files, undefined);
      const calmOutcomes = outcomesIn(calm);
      for (const { reference, scenario } of payments)
        assert.deepEqual(
          [...(calmOutcomes.get(reference) ?? [])].toSorted(),
          expectedOf(scenario, reference.startsWith("1210")).toSorted(),
          `${reference} ${scenario.kind}`,
        );
      const paid = payments.filter(({ scenario: { kind } }) => ["confirm", "delay", "twice"].includes(kind));
      const paidMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
      assert.equal(closingBalance(calm), 100_000_000n - paidMinor);

      const killed = await answersTo(files, seeded(seed + round + 1_000));
      assert.deepEqual([...killed.keys()].toSorted(), [...calm.keys()].toSorted());
      for (const [name, content] of calm) assert.equal(killed.get(name), content, name);
    });

  test("damaged files are rejected, never crash the bank, and move no money", async () => {
    const random = seeded(seed + 77);
    const samples = randomFiles(random).files.map(({ content }) => content);
    const { post, until } = await openTestBank();
    const count = long ? 3_000 : 75;
    for (let index = 0; index < count; index += 1) {
      const sample = samples[upTo(random, samples.length)] ?? "";
      await post(`f${index}`, damaged(sample, random));
    }
    // A few damages are harmless, such as one in a name: then the file is as good as any.
    const answers = await until("2026-11-20T23:00:00Z");
    const statuses = answers
      .filter(({ name }) => /^pa(in|cs)002/.test(name))
      .flatMap(({ content }) => paymentAnswers(readMessage(content, ["pain.002.001.10", "pacs.002.001.10"]).message));
    assert.ok(statuses.filter(({ status }) => status === "RJCT").length > count / 2);
    closingBalance(new Map((await until(HORIZON)).map(({ name, content }) => [name, content])));
  });

  test("anything at all is a file that can be rejected", async () => {
    const { post, bank, until } = await openTestBank();
    const odd = ["", "\n", "<", "<a/>", "101", "%PDF-", "x".repeat(100_000), "9".repeat(940), "\u0000\uffff"];
    for (const [index, content] of odd.entries()) await post(`odd${index}`, content);
    await bank.receive({ name: "../../etc/passwd", content: Buffer.from([0xff, 0xfe, 0x00]) });
    await bank.receive({ name: "", content: Buffer.from("1") });
    const answers = await until("2026-11-20T20:00:00Z");
    const rejected = answers.flatMap(({ content }) =>
      paymentAnswers(readMessage(content, ["pain.002.001.10"]).message),
    );
    assert.deepEqual(new Set(rejected.map(({ status }) => status)), new Set(["RJCT"]));
    assert.ok(rejected.length >= odd.length);
  });

  test("with a seed, some ordinary payments fail, and the same seed repeats them", async () => {
    const entries = Array.from({ length: 200 }, (_, index) => achEntry(String(50_000 + index), 1_00n));
    const run = async (chosen: number) => {
      const { post, until } = await openTestBank({ seed: chosen });
      await post("a.ach", achFile(entries));
      return (await until(HORIZON)).map(({ name, content }) => `${name} ${content}`);
    };
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    assert.deepEqual(first, again);
    assert.notDeepEqual(first, other);
    assert.ok(first.some((answer) => answer.startsWith("returns")));
  });
});

/** A piece lost, doubled, or replaced. */
function damaged(text: string, random: Random): string {
  const at = upTo(random, text.length);
  const length = 1 + upTo(random, 30);
  const piece = text.slice(at, at + length);
  const rest = text.slice(at + length);
  switch (upTo(random, 4)) {
    case 0:
      return text.slice(0, at) + rest;
    case 1:
      return text.slice(0, at) + piece + piece + rest;
    case 2:
      return text.slice(0, at) + String.fromCharCode(...Array.from(piece, () => 33 + upTo(random, 200))) + rest;
    default:
      return text.slice(0, at);
  }
}
