import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { agreementOf } from "../../../packages/simulated-bank/src/agreement/bank-agreement.ts";
import { type FileBank, openFileBank } from "../../../packages/simulated-bank/src/file-bank.ts";
import { memoryState } from "../../../packages/simulated-bank/src/state/bank-state.ts";
import { TEST_BANK } from "../kit/banks/bank-at-folder.ts";
import type { Mix } from "./mix.ts";

export const bankRails = ["ach", "realTime", "wire", "check"] as const;
export type BankRail = (typeof bankRails)[number];

/** Those that payments of a mix take. ACH carries the bank's statements, too. A connection that nobody uses is only polled. */
export const railsOf = ({
  realTime,
  wires,
  checks,
}: Pick<Mix, "realTime" | "wires" | "checks">): readonly BankRail[] => {
  const shares: Readonly<Record<BankRail, number>> = { ach: 1, realTime, wire: wires, check: checks };
  return bankRails.filter((rail) => shares[rail] > 0);
};

/** A file that crossed between the service and its bank, in the order in which it did. */
export interface CrossedFile {
  readonly direction: "toBank" | "toService";
  readonly rail: BankRail;
  readonly name: string;
  readonly text: string;
  readonly atMs: number;
  /** What went wrong with it on its way, if anything. */
  readonly fault: string | undefined;
  /** What was there under its name, which the service will never see. */
  readonly replaced?: string | undefined;
}

/** The bank of an organization, and the people and programs that carry its files, which are not reliable. */
export interface SimulatedBank {
  readonly folderOf: (rail: BankRail) => string;
  /** Takes what is new and delivers what is due. Returns what crossed. */
  exchange(): Promise<readonly CrossedFile[]>;
  /** A customer pays in: a line of the next statement. */
  payIn(payment: {
    readonly depositId: string;
    readonly accountNumber: string;
    readonly cents: number;
    readonly payer: string;
    /** What the payment is for. */
    readonly remittance?: string;
  }): Promise<void>;
  /** It has every file of the service, and will say nothing more about any payment. */
  isDone(): Promise<boolean>;
  /** No file is faulty any more, and what was held back is delivered. */
  calmDown(): void;
  /** Removes what the service and the bank have long had. */
  tidy(): void;
}

interface Options {
  readonly folder: string;
  readonly seed: number;
  readonly now: () => Date;
  readonly random: () => number;
  readonly mix: () => Mix;
  readonly company: string;
  /** Whether nobody reaches the folders now. */
  readonly isAway: () => boolean;
  /** A planted bug. */
  readonly repeatsFiles: boolean;
}

/** Waits to be delivered, at the earliest at an instant. */
interface Held {
  readonly rail: BankRail;
  readonly name: string;
  readonly text: string;
  readonly dueMs: number;
  readonly fault: string | undefined;
}

const HOUR_MS = 3_600_000;
/** Within so long, the bank has said all that it will say about a payment. */
const LATEST_ANSWER_MS = 14 * 24 * HOUR_MS;
/** More than the service keeps in its database. */
const LARGE_BYTES = 40_000;

const agreementFor = (company: string): string =>
  JSON.stringify({
    bankName: "FIRST EXAMPLE BANK",
    routingNumber: TEST_BANK.routingNumber,
    bic: TEST_BANK.bic,
    accounts: [
      { number: "400000001", name: company, openingBalance: "500000000.00" },
      { number: "400000002", name: company, openingBalance: "20000.00" },
    ],
    ach: [
      {
        companyName: company,
        companyIdentification: "1123456789",
        immediateOrigin: "1123456789",
        immediateDestination: TEST_BANK.routingNumber,
        settlementAccount: "400000001",
        balance: "forbidden",
        acceptsMixedBatches: false,
        classes: ["PPD", "CCD"],
        effectiveDaysMax: 14,
        entryLimit: "250000.00",
        fileLimit: "90000000.00",
        sameDayCutOffs: [],
      },
    ],
    checks: [
      { issueTemplate: "generic-csv", paidTemplate: "generic-paid-csv", paidAfterBankingDays: 2, printedBy: "bank" },
    ],
    transfers: { wireLimit: "500000.00", realTimeLimit: "100000.00" },
    reports: { statements: "daily", intraday: false, notifications: false },
    reportsTo: "ach",
  });

export async function openBank({
  folder,
  seed,
  now,
  random,
  mix,
  company,
  isAway,
  repeatsFiles,
}: Options): Promise<SimulatedBank> {
  const agreement = agreementOf(agreementFor(company));
  const bank: FileBank = await openFileBank({
    state: memoryState(),
    agreement: async () => agreement,
    clock: { now },
    seed,
  });
  const places = railsOf(mix()).map((rail) => {
    const place = join(folder, rail);
    const [outbox, inbox] = [join(place, "outbox"), join(place, "inbox")];
    for (const path of [outbox, inbox]) mkdirSync(path, { recursive: true });
    return { rail, place, outbox, inbox, taken: new Set<string>() };
  });
  let held: Held[] = [];
  let isCalm = false;
  let made = 0;
  let delivered = 0;
  const chance = (probability: number): boolean => random() < probability;

  /** What happens to a file on its way to the service. */
  const onItsWay = (rail: BankRail, name: string, given: string): Held[] => {
    const dueMs = now().getTime();
    const isLarge = !isCalm && given.startsWith("<") && chance(mix().largeFiles);
    const text = isLarge ? `${given}${" ".repeat(LARGE_BYTES)}` : given;
    const whole = (more: Partial<Held> = {}): Held => ({ rail, name, text, dueMs, fault: undefined, ...more });
    if (isCalm) return [whole()];
    const faults = mix();
    const other = (suffix: string): string => `x${++made}-${suffix}-${name}`;
    const files: Held[] = [];
    const wrong = chance(faults.wrongStatements) ? wrongStatement(text, random) : undefined;
    if (wrong !== undefined) {
      files.push(whole({ name: other("wrong"), text: wrong, fault: "wrong statement" }));
      files.push(whole({ dueMs: dueMs + 3 * HOUR_MS }));
    } else if (chance(faults.lateFiles))
      files.push(whole({ dueMs: dueMs + Math.ceil(random() * 30) * HOUR_MS, fault: "late" }));
    else files.push(whole());
    if (chance(faults.repeatedFiles))
      files.push(whole({ name: other("again"), dueMs: dueMs + Math.ceil(random() * 48) * HOUR_MS, fault: "repeated" }));
    if (chance(faults.malformedFiles))
      files.push(whole({ name: other("broken"), text: beginningOf(text, 2), fault: "malformed" }));
    if (chance(faults.contradictions)) {
      const opposite = contradictionOf(text, ++made);
      if (opposite !== undefined)
        files.push(whole({ name: other("contrary"), text: opposite, dueMs: dueMs + HOUR_MS, fault: "contradiction" }));
    }
    return files;
  };

  const deliver = (file: Held): CrossedFile => {
    const place = places.find(({ rail }) => rail === file.rail);
    // A careless bank delivers a part first, and later the whole under the same name.
    const path = join(place?.inbox ?? "", file.name);
    const isPartial = !isCalm && file.fault === undefined && chance(mix().partialFiles);
    if (isPartial) held.push({ ...file, dueMs: now().getTime() + HOUR_MS, fault: "late" });
    const text = isPartial ? beginningOf(file.text, 3) : file.text;
    const replaced = existsSync(path) ? readFileSync(path, "latin1") : undefined;
    writeFileSync(`${path}.tmp`, text);
    // The service reads files in the order of these times, which must not be the machine's.
    const writtenAt = new Date(now().getTime() + ++delivered);
    utimesSync(`${path}.tmp`, writtenAt, writtenAt);
    renameSync(`${path}.tmp`, path);
    const { rail, name } = file;
    const fault = isPartial ? "malformed" : file.fault;
    return { direction: "toService", rail, name, text, atMs: now().getTime(), fault, replaced };
  };

  return {
    folderOf: (rail) => join(folder, rail),
    exchange: async () => {
      if (isAway()) return [];
      const crossed: CrossedFile[] = [];
      for (const { rail, outbox, taken } of places) {
        const names = readdirSync(outbox)
          .filter((name) => !name.endsWith(".tmp") && !taken.has(name))
          .sort();
        for (const name of names.sort()) {
          taken.add(name);
          const content = readFileSync(join(outbox, name));
          await bank.receive({ name, content, connection: rail });
          const text = content.toString("latin1");
          const file = { direction: "toBank", rail, name, text, atMs: now().getTime(), fault: undefined } as const;
          crossed.push(file);
          if (repeatsFiles) crossed.push({ ...file, name: `again-${name}` });
        }
      }
      const at = new Date(now().getTime() - 1_000);
      for (const { rail } of places) {
        const due = await bank.answersDue(at, rail);
        for (const { name, content } of due.files)
          held.push(...onItsWay(rail, name, Buffer.from(content).toString("latin1")));
        await bank.markDelivered(due.upTo, rail);
      }
      const nowMs = now().getTime();
      let ready = held.filter(({ dueMs }) => isCalm || dueMs <= nowMs);
      held = held.filter((file) => !ready.includes(file));
      if (!isCalm && mix().reordered)
        ready = ready
          .map((file) => ({ file, place: random() }))
          .sort((left, right) => left.place - right.place)
          .map(({ file }) => file);
      return [...crossed, ...ready.map(deliver)];
    },
    payIn: ({ cents, ...payment }) => bank.deposit({ ...payment, amountMinor: BigInt(cents), kind: "wire" }),
    isDone: async () => {
      if (held.length > 0) return false;
      const at = new Date(now().getTime() + LATEST_ANSWER_MS);
      for (const { rail, outbox, taken } of places) {
        if (readdirSync(outbox).some((name) => !taken.has(name))) return false;
        const { files } = await bank.answersDue(at, rail);
        const texts = files.map(({ content }) => Buffer.from(content).toString("latin1"));
        // Statements come every day, with and without bookings.
        if (texts.some((text) => !text.includes("camt.053") || text.includes("<Ntry>"))) return false;
      }
      return true;
    },
    calmDown: () => {
      isCalm = true;
    },
    tidy: () => {
      if (isAway()) return;
      for (const { outbox, taken } of places) for (const name of taken) rmSync(join(outbox, name), { force: true });
    },
  };
}

/** A half, or a third: a large file is large because of what follows its end, and would otherwise be whole. */
function beginningOf(text: string, share: number): string {
  const content = text.trimEnd();
  return content.slice(0, Math.floor(content.length / share));
}

/** A statement that lacks a line, or has one with another amount: its balances show it. Undefined if there is no line. */
function wrongStatement(text: string, random: () => number): string | undefined {
  const lines = text.includes("camt.053") ? (text.match(/<Ntry>.*?<\/Ntry>/gs) ?? []) : [];
  const line = lines[Math.floor(random() * lines.length)];
  if (line === undefined) return undefined;
  const isMissing = random() < 0.5;
  return text.replace(line, () => (isMissing ? "" : line.replace(/(<Amt Ccy="USD">)/, "$11")));
}

/** The bank says the opposite of what it has said, in a new message; undefined if the file says nothing about payments. */
function contradictionOf(text: string, made: number): string | undefined {
  if (!text.includes("pacs.002") && !text.includes("pain.002")) return undefined;
  const renamed = text.replace(/<MsgId>[^<]*<\/MsgId>/, `<MsgId>CONTRARY-${made}</MsgId>`);
  if (text.includes("<TxSts>ACSC</TxSts>"))
    return renamed.replace("<TxSts>ACSC</TxSts>", "<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC03</Cd></Rsn></StsRsnInf>");
  return undefined;
}
