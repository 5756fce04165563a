import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import pg from "pg";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { encrypt, KEY_BYTES } from "#kernel/crypto/cipher.ts";
import { beginGeneration } from "#kernel/process/generations.ts";
import type { Database } from "#kernel/sql/database.ts";
import type { AccountId, RecipientId } from "#kernel/values/ids.ts";
import { waiveSecondFactor } from "#records/identity";
import type { MailTransport } from "#records/mail";
import { checkPasswords } from "#records/people/passwords/check-password.ts";
import type { Sender } from "#reports/webhooks";
import { achSettings, newLiveConnection } from "../kit/banks/bank-connections.ts";
import { checkSettings } from "../kit/banks/check-bank.ts";
import { freshDatabase } from "../kit/databases/databases.ts";
import { seeded } from "../kit/faults/random.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../kit/service/full-app.ts";
import { saveRule } from "../kit/worlds/approvals.ts";
import { newPerson, PASSWORD, type TestPerson } from "../kit/worlds/people.ts";
import { type BankRail, openBank, railsOf, type SimulatedBank } from "./bank.ts";
import * as queries from "./books.queries.ts";
import { readBooks } from "./books.ts";
import type { Mix } from "./mix.ts";
import { answersIn, entriesIn, type Intent, type Method, Model, type Violation } from "./model.ts";
import { openNode, runOn, type SimulatedNode } from "./node.ts";
import type { Planted } from "./planted.ts";
import { openServerSessions, type ServerSessions } from "./server-sessions.ts";
import { type Disks, diskFaults, openDisks } from "./storage.ts";
import { type Surroundings, takeSurroundings } from "./surroundings.ts";
import { type Armed, type Moment, wireFaults } from "./wire.ts";

export interface SimulationOptions {
  readonly seed: number;
  readonly days: number;
  readonly mix: Mix;
  /** Stops after so many steps, and then everything ends: the prefix of a run. */
  readonly stepsMax?: number;
  readonly planted?: Planted | undefined;
  /** Receives each line of the trace. */
  readonly onLine?: (line: string) => void;
}

export interface SimulationResult {
  readonly seed: number;
  /** Banking days, those at the end included. */
  readonly daysPassed: number;
  readonly steps: number;
  readonly payments: number;
  readonly violations: readonly Violation[];
  /** Of all lines of the trace. */
  readonly hash: string;
  readonly lines: readonly string[];
  /** How often what was reached: statuses, refusals, faults and where they struck. */
  readonly reached: ReadonlyMap<string, number>;
  readonly seconds: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What exchanges files with banks, pays, and reports; each round runs these until they find nothing. */
const JOBS = [
  "batch-decisions",
  "scheduled-payments",
  "hand-over",
  "file-rails",
  "bank-files",
  "bank-answers",
  "bank-notices",
  "webhook-fan-out",
  "webhook-deliveries",
  "change-notices",
  "incoming-payments",
  "invoice-letters",
  "reconciliation",
  "memo-words",
  "mail",
];
/** Once a day. */
const NIGHTLY_JOBS = [
  "payment-notices",
  "audit-seal",
  "audit-watch",
  "row-watch",
  "ledger-check",
  "bank-files-sweep",
  "reconciliation-alerts",
];
/** What waits for these, as the books say it. */
const NIGHTLY_WORK = ["outbox of audit", "outbox of notices"];
/** There are many more passes than calls; fewer of them meet a fault. */
const JOB_SHARE = 0.15;
/** Where most faults are aimed, if steps of that kind have such moments. */
const AIMS: readonly Moment[] = ["commit", "a statement that commits", "create_payments"];
/** A round ends when this many passes in a row found nothing, or after so many. */
const PASSES_MAX = 400;
const RETRY_MS = 6_000;
/** What a step has left at the server ends in milliseconds, and on a busy machine in seconds. */
const SETTLES_NS = 120_000_000_000n;
/** Inboxes are read in every other round; those of real-time payments in each. */
const POLL_SECONDS = 3_000;
const CUT_OFF = "18:30";
/** In so many days, the last payment has left, settled, and been returned. Those in between in which nothing is open are left out. */
const QUIET_DAYS = 6;

interface Step {
  readonly atMs: number;
  readonly order: number;
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/** Those who pay, by name in the trace. */
interface Recipient {
  readonly name: string;
  readonly id: RecipientId;
}

interface Person {
  readonly name: string;
  readonly person: TestPerson;
  cookie: string | undefined;
}

let isWarm = false;
/** What happens once in a process, before surroundings are taken. */
export async function warmUp(): Promise<void> {
  if (isWarm) return;
  await (await freshDatabase()).drop();
  await checkPasswords(PASSWORD, []);
  // Node.js loads what compares names with patterns when it is first needed, which draws random numbers.
  matchesGlob("name", "*");
  isWarm = true;
}

/** Runs days from a seed: the same seed, mix, and code give the same lines. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  await warmUp();
  beginGeneration();
  const startedAt = process.hrtime.bigint();
  const start = newYorkInstant(Temporal.PlainDate.from("2026-11-30"), Temporal.PlainTime.from("06:00"));
  const surroundings = takeSurroundings(options.seed, start.getTime());
  useUpNonces(surroundings);
  const folder = mkdtempSync(join(tmpdir(), "bursar-simulation-"));
  const simulation = new Simulation(options, surroundings, folder);
  try {
    await simulation.open();
    await simulation.run();
  } catch (error) {
    simulation.fail(error);
  } finally {
    await simulation.close();
    surroundings.restore();
    rmSync(folder, { recursive: true, force: true });
  }
  return simulation.result(Number(process.hrtime.bigint() - startedAt) / 1e9);
}

/** Random bytes are drawn for many nonces at a time. Those that an earlier simulation has left are not of this seed. */
function useUpNonces(surroundings: Surroundings): void {
  const key = Buffer.alloc(KEY_BYTES);
  const { bytesDrawn } = surroundings;
  while (surroundings.bytesDrawn === bytesDrawn) encrypt(key, "", key);
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #surroundings: Surroundings;
  readonly #folder: string;
  readonly #random: () => number;
  readonly #model: Model;
  readonly #lines: string[] = [];
  readonly #hash = createHash("sha256");
  readonly #reached = new Map<string, number>();
  readonly #queue: Step[] = [];
  readonly #nodes: SimulatedNode[] = [];
  readonly #dead: SimulatedNode[] = [];
  /** By the kind of step in which they will strike. */
  readonly #waitingFaults = new Map<string, Armed>();
  readonly #recipients: Recipient[] = [];
  readonly #accounts = new Map<string, AccountId>();
  readonly #people: Person[] = [];
  readonly #names = new Map<string, string>();
  #world!: TestWorld;
  #owner!: Database;
  /** What belongs to no process: how often it asks depends on the machine, and statements of `Database` are counted. */
  #watch!: pg.Client;
  #sessions!: ServerSessions;
  #organization!: TestOrganization;
  #bank!: SimulatedBank;
  #disks!: Disks;
  #ruleId: string | undefined;
  #order = 0;
  #steps = 0;
  #daysPassed = 0;
  #born = 0;
  #isCalm = false;
  #day = Temporal.PlainDate.from("2026-11-30");
  #receiverDownUntilMs = 0;
  #mails = 0;
  #deposits = 0;
  /** IDs of those who get invoices. */
  readonly #debtors: string[] = [];

  constructor(options: SimulationOptions, surroundings: Surroundings, folder: string) {
    this.#options = options;
    // Without faults, nothing may be late.
    const { wire, skewMs, diskFaultsPerDay } = options.mix;
    this.#model = new Model({ isPunctual: wire === 0 && skewMs === 0 && diskFaultsPerDay === 0 });
    this.#surroundings = surroundings;
    this.#folder = folder;
    this.#random = seeded(options.seed);
  }

  // What the trace says.

  #say(line: string): void {
    const at = new Date(this.#surroundings.nowMs).toISOString().slice(5, 19);
    const whole = `${at} ${line}`;
    this.#lines.push(whole);
    this.#hash.update(`${whole}\n`);
    this.#options.onLine?.(whole);
  }
  #reach(what: string): void {
    this.#reached.set(what, (this.#reached.get(what) ?? 0) + 1);
  }
  #mix(): Mix {
    return this.#options.mix;
  }
  #chance(probability: number): boolean {
    return !this.#isCalm && this.#random() < probability;
  }
  #among<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  }
  /** So many times a day; a fraction is a chance. */
  #times(perDay: number): number {
    return Math.floor(perDay) + (this.#random() < perDay % 1 ? 1 : 0);
  }

  // The place.

  async open(): Promise<void> {
    const { seed } = this.#options;
    this.#world = await openWorld({ mode: "production", logLevel: "silent" }, { onError: () => undefined });
    this.#world.clock.set(new Date(this.#surroundings.nowMs));
    this.#owner = this.#world.owner();
    const { hostname, port } = new URL(this.#world.addresses().url);
    this.#sessions = openServerSessions({ host: hostname, port: Number(port) });
    this.#watch = new pg.Client({ connectionString: this.#world.addresses().ownerUrl });
    await this.#watch.connect();
    await this.#watch.query(`
      do $$ declare each regclass; begin
        for each in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
          execute format('alter table %s set (autovacuum_enabled = false)', each);
        end loop;
        execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
      end $$`);
    const { service } = this.#world;
    this.#organization = await this.#world.newOrganization();
    const { organizationId, accountId } = this.#organization;
    await service.database.transaction((tx) => waiveSecondFactor(tx, organizationId));
    this.#accounts.set("Operating", accountId);
    this.#accounts.set("Petty", await this.#organization.newAccount("Petty"));
    this.#accounts.set("Savings", await this.#organization.newAccount("Savings", "savings"));
    for (const [name, cents] of [
      ["Operating", 500_000_000_00],
      ["Petty", 20_000_00],
      ["Savings", 1_000_000_00],
    ] as const) {
      await this.#organization.deposit(this.#accountId(name), BigInt(cents));
      this.#model.deposit(this.#accountId(name), cents);
    }
    this.#model.accountIs("400000001", accountId);
    this.#model.accountIs("400000002", this.#accountId("Petty"));
    for (let index = 1; index <= 12; index += 1) await this.#newRecipient(`Payee ${index}`, index);
    for (let index = 1; index <= 4; index += 1) await this.#newRecipient(`Vendor ${index}`, 100 + index);
    this.#ruleId = await saveRule(service, this.#organization, {
      name: "Vendors",
      conditions: { recipientIds: this.#vendors().map(({ id }) => id) },
      steps: [{ approvals: 2, approvers: { kind: "anyone" } }],
      bindsDirectSend: true,
    });
    for (const { id } of this.#vendors()) this.#model.requires(id, 2, 0);
    for (const [name, role] of [
      ["Ada", "administrator"],
      ["Ben", "administrator"],
      ["Cleo", "approver"],
      ["Dan", "approver"],
      ["Mallory", "administrator"],
    ] as const) {
      const person = await newPerson(this.#world, organizationId, { role, email: `${name.toLowerCase()}@example.com` });
      this.#people.push({ name, person, cookie: undefined });
    }
    this.#bank = await openBank({
      folder: this.#folder,
      seed,
      company: "Acme, Inc.",
      now: () => new Date(this.#surroundings.nowMs),
      random: this.#random,
      mix: () => this.#mix(),
      isAway: () => this.#disks.fault === "banks unreachable",
      repeatsFiles: this.#options.planted?.repeatsFiles ?? false,
    });
    this.#disks = openDisks({
      dataDir: service.config.dataDir,
      bankFolders: railsOf(this.#mix()).map((rail) => this.#bank.folderOf(rail)),
      fails: (access) => {
        const isFailing = this.#chance(this.#mix().storageErrors);
        this.#reach(`storage: ${access}${isFailing ? " failed" : ""}`);
        return isFailing;
      },
    });
    const debtor = { debtorAgentRoutingNumber: "021000021", debtorName: "Acme, Inc." };
    const settingsOf: Readonly<Record<BankRail, object>> = {
      ach: { ...achSettings, nextDayCutOffs: [this.#options.planted?.cutOff ?? CUT_OFF] },
      realTime: { ...debtor, network: "FedNow" },
      wire: { ...debtor, initiatingPartyName: "Acme, Inc.", initiatingPartyId: "ACME001" },
      check: checkSettings,
    };
    for (const rail of railsOf(this.#mix()))
      await newLiveConnection(service, this.#organization, {
        name: rail,
        // Check numbers are an account's, and the bank books what a company sends by ACH on one account.
        accountIds: rail === "check" || rail === "ach" ? [accountId] : [accountId, this.#accountId("Petty")],
        settings: {
          channel: { folder: this.#bank.folderOf(rail), pollSeconds: POLL_SECONDS, removeAfterReading: true },
          rail,
          railSettings: settingsOf[rail],
        },
      });
    await this.#options.planted?.plantInDatabase?.(this.#owner);
    for (let index = 0; index < this.#mix().nodes; index += 1) this.#nodes.push(await this.#newNode());
    // Without the receiver there is nothing to judge, and without customers no invoice: no fault strikes these calls.
    this.#isCalm = true;
    const hook = await this.#token("POST", "/webhooks", { url: "https://hooks.example.com/acme" });
    if (hook?.status !== 200) throw new Error(hook?.text);
    for (const name of ["Customer Anne", "Customer Bert"]) {
      const added = await this.#token("POST", "/ar/customers", { name, email: "customer@example.com" });
      const { id } = jsonOf(added?.text) as { id?: string };
      if (id === undefined) throw new Error(added?.text);
      this.#names.set(id, name);
      this.#debtors.push(id);
    }
    this.#isCalm = false;
  }

  async #newRecipient(name: string, index: number): Promise<void> {
    const number = String(123_000_000 + index);
    const id = await this.#organization.newRecipient(name, number);
    this.#recipients.push({ name, id });
    this.#names.set(id, name);
    this.#model.destinationIs(id, { electronic: number, wire: number, check: name });
  }
  #vendors(): readonly Recipient[] {
    return this.#recipients.filter(({ name }) => name.startsWith("Vendor"));
  }
  #payees(): readonly Recipient[] {
    return this.#recipients.filter(({ name }) => name.startsWith("Payee"));
  }
  #accountId(name: string): AccountId {
    const id = this.#accounts.get(name);
    if (id === undefined) throw new Error(`no account ${name}`);
    return id;
  }
  #recipientName(id: string): string {
    return this.#names.get(id) ?? "someone";
  }

  /** A new process, which finds everything in the database. */
  async #newNode(): Promise<SimulatedNode> {
    this.#born += 1;
    const { planted } = this.#options;
    const { service } = this.#world;
    return openNode({
      name: `node ${this.#born}`,
      config: service.config,
      databaseUrl: this.#world.addresses().url,
      sessions: this.#sessions,
      skewMs: this.#isCalm ? 0 : Math.round((this.#random() * 2 - 1) * this.#mix().skewMs),
      surroundings: this.#surroundings,
      sender: this.#sender(),
      mail: this.#mailServer(),
      onError: (details: unknown, message?: unknown) => {
        this.#reach(`logged: ${String(message ?? details)}`);
      },
      behindDisks: (store) => this.#disks.behind(planted?.store?.(store) ?? store),
      plant: planted?.plant ?? ((database) => database),
      provesRows: planted?.provesRows ?? true,
    });
  }

  /** The receiver of webhooks, which is sometimes down, slow, or forgets to answer. */
  #sender(): Sender {
    return {
      // Claims last six times as long by the database's clock: on no machine do they end before the next round ends them.
      timeoutMs: 600_000,
      send: async ({ body }) => {
        const failed = { kind: "failed", durationMs: 1 } as const;
        if (!this.#isCalm && this.#surroundings.nowMs < this.#receiverDownUntilMs) {
          this.#reach("webhook: receiver down");
          return { ...failed, reason: "connectionRefused" };
        }
        if (this.#chance(this.#mix().failedWebhooks)) {
          this.#reach("webhook: failed");
          return { ...failed, reason: "timeout" };
        }
        const { resourceId, resourceVersion, resourceType } = JSON.parse(body) as {
          resourceId: string;
          resourceVersion: number;
          resourceType: string;
        };
        if (resourceType === "transaction") this.#model.received(resourceId, resourceVersion);
        if (this.#chance(this.#mix().lostReceipts)) {
          this.#reach("webhook: receipt lost");
          return { ...failed, reason: "connectionReset" };
        }
        return { kind: "delivered", statusCode: 200, durationMs: 1, responseSnippet: "" };
      },
      close: async () => undefined,
    };
  }
  #mailServer(): MailTransport {
    return {
      send: async () => {
        if (this.#chance(this.#mix().failedMails)) return { kind: "away", problem: "421 try again" };
        this.#mails += 1;
        return { kind: "sent" };
      },
      close: () => undefined,
    };
  }

  // Steps.

  #at(atMs: number, what: string, run: () => Promise<unknown>): void {
    this.#order += 1;
    const step = { atMs, order: this.#order, what, run };
    // Few steps wait, most of them near the end.
    let index = this.#queue.length;
    while (index > 0 && isAfter(this.#queue[index - 1] as Step, step)) index -= 1;
    this.#queue.splice(index, 0, step);
  }

  /** At the instant of a New York time of the current day, and some seconds. */
  #timeOf(time: string, seconds = 0): number {
    return newYorkInstant(this.#day, Temporal.PlainTime.from(time)).getTime() + seconds * 1_000;
  }

  async run(): Promise<void> {
    const { days, stepsMax = Number.POSITIVE_INFINITY } = this.#options;
    for (let day = 0; day < days && this.#steps < stepsMax; day += 1) {
      if (day > 0) this.#day = nextBankingDay(this.#day);
      this.#daysPassed += 1;
      this.#planDay();
      const { meddle } = this.#options.planted ?? {};
      if (day === 0 && meddle !== undefined) this.#at(this.#timeOf("13:00"), "meddling", () => meddle(this.#owner));
      await this.#work(stepsMax, this.#timeOf("22:00"));
      await this.#night(false);
      if (this.#model.violations.length > 0) return;
    }
    await this.#end();
  }

  async #work(stepsMax: number, untilMs: number): Promise<void> {
    while (this.#steps < stepsMax) {
      const next = this.#queue[0];
      if (next === undefined || next.atMs > untilMs) return;
      this.#queue.shift();
      this.#steps += 1;
      this.#setTime(next.atMs);
      await next.run();
      if (this.#model.violations.length > 0) return;
    }
  }
  #setTime(atMs: number): void {
    this.#surroundings.nowMs = Math.max(this.#surroundings.nowMs, atMs);
    this.#world.clock.set(new Date(this.#surroundings.nowMs));
  }

  #planDay(): void {
    const mix = this.#mix();
    this.#say(`day ${this.#day.toString()}`);
    const [from, to] = mix.hours.map((hour) => this.#timeOf(`${hour}:00`.padStart(5, "0"))) as [number, number];
    const sometime = (): number => from + Math.floor(this.#random() * (to - from));
    const some = (perDay: number, what: string, run: () => Promise<void>): void => {
      for (let left = this.#times(perDay); left > 0; left -= 1) this.#at(sometime(), what, run);
    };
    some(mix.paymentsPerDay / mix.paymentsAtOnce, "payments", () => this.#pay());
    // Around the cut-off, to the second.
    for (const seconds of [-61, -6, 6, 61]) this.#at(this.#timeOf(CUT_OFF, seconds), "payments", () => this.#pay());
    some(mix.requestsPerDay, "request", () => this.#request());
    some(mix.requestsPerDay * 3, "approval", () => this.#approve());
    some(mix.editsPerDay, "edit", () => this.#edit());
    some(mix.ruleChangesPerDay, "rule", () => this.#changeRule());
    some(mix.transfersPerDay, "transfer", () => this.#transfer());
    some(mix.incomingPerDay, "incoming", () => this.#payIn());
    some(mix.invoicesPerDay, "invoice", () => this.#invoice());
    some(mix.invoicesPerDay / 6, "invoice", () => this.#cancelInvoice());
    some(mix.mischiefPerDay, "mischief", () => this.#mischief());
    some(mix.keyRotationsPerDay, "key rotation", () => this.#rotateKeys());
    some((mix.paymentsPerDay * mix.cancellations) / 2, "cancellation", () => this.#cancel());
    some(mix.diskFaultsPerDay, "disks", async () => {
      const fault = this.#among(diskFaults);
      this.#disks.set(fault);
      this.#reach(`disks: ${fault}`);
      this.#say(`disks: ${fault}`);
      this.#at(this.#surroundings.nowMs + Math.ceil(this.#random() * 4) * HOUR_MS, "disks", async () => {
        this.#disks.set(undefined);
        this.#say("disks work");
      });
    });
    if (mix.receiverDownHours > 0) {
      const downMs = sometime();
      this.#at(downMs, "receiver", async () => {
        this.#receiverDownUntilMs = downMs + mix.receiverDownHours * HOUR_MS;
        this.#say(`the receiver is down for ${mix.receiverDownHours} hours`);
      });
    }
    for (let atMs = from - HOUR_MS; atMs <= to + HOUR_MS; atMs += 30 * MINUTE_MS) {
      this.#at(atMs, "bank", () => this.#exchange());
      this.#at(atMs + 5 * MINUTE_MS, "round", () => this.#round());
    }
    for (const seconds of [3, 61]) this.#at(this.#timeOf(CUT_OFF, seconds), "round", () => this.#round());
  }

  /** A step of a process, with or without a fault; a process that died is replaced. */
  async #on<Result>(
    what: string,
    work: (node: SimulatedNode) => Promise<Result>,
    given?: SimulatedNode,
  ): Promise<{ readonly result: Result | undefined; readonly node: SimulatedNode; readonly note: string }> {
    const node = given ?? this.#among(this.#nodes);
    const armed = this.#armed(what);
    const { result, met, seen } = await runOn(node, this.#surroundings, armed, () => work(node));
    await this.#settle(node);
    for (const moment of seen) this.#reach(`seen: ${what} at ${moment}`);
    if (met !== undefined) {
      this.#waitingFaults.delete(what);
      this.#reach(`struck: ${what}, ${met.fault} at ${met.moment}`);
    }
    const note = met === undefined ? "" : ` [${node.name} ${met.fault}: ${met.moment}]`;
    if (node.isDead) {
      this.#dead.push(node);
      this.#nodes.splice(this.#nodes.indexOf(node), 1, await this.#newNode());
      for (const person of this.#people) if (this.#random() < 0.1) person.cookie = undefined;
    }
    return { result, node, note };
  }
  /** A fault for steps of this kind, which waits for its moment, at the longest until the night. */
  #armed(what: string): Armed | undefined {
    if (this.#isCalm) return undefined;
    const waiting = this.#waitingFaults.get(what);
    if (waiting !== undefined) return waiting;
    const { wire, deaths } = this.#mix();
    if (!this.#chance(wire * (JOBS.includes(what) ? JOB_SHARE : 1))) return undefined;
    const isDeath = this.#random() < deaths;
    const fault = this.#among(wireFaults.filter((each) => each.startsWith("die") === isDeath));
    const aims = AIMS.filter((each) => this.#reached.has(`seen: ${what} at ${each}`));
    const moment = aims.length === 0 || this.#random() < 0.4 ? undefined : this.#among(aims);
    // Most steps are short, and some have hundreds of round trips, of which few make something permanent.
    const left = 1 + Math.floor(this.#random() ** 3 * (moment === undefined ? 60 : 5));
    const armed: Armed = { fault, moment, left, refuses: this.#random() < 0.5 };
    this.#waitingFaults.set(what, armed);
    return armed;
  }
  /** Nothing of a step is left: what the process began is done, and what it left at the server has ended. */
  async #settle(node: SimulatedNode): Promise<void> {
    await yieldToOthers();
    const { database } = node.service;
    await this.#ends("a process's own statements", async () => {
      const { busy, waiting } = database.connectionLoad();
      return node.isDead || (busy === 0 && waiting === 0);
    });
    await this.#sessions.settled();
    const ports = this.#sessions.takeEnded();
    if (ports.length > 0) await this.#ends("statements at the server", async () => !(await this.#runsAtServer(ports)));
  }
  /** However slow the machine is: what would run into the next step would change its trace. */
  async #ends(what: string, isOver: () => Promise<boolean>): Promise<void> {
    const startedAt = process.hrtime.bigint();
    while (!(await isOver())) {
      if (process.hrtime.bigint() - startedAt > SETTLES_NS) throw new Error(`${what} do not end`);
      await yieldToOthers();
    }
  }

  /** Whether server processes of these connections still run. */
  async #runsAtServer(ports: readonly number[]): Promise<boolean> {
    const { rows } = await this.#watch.query("select from pg_stat_activity where client_port = any ($1) limit 1", [
      ports,
    ]);
    return rows.length > 0;
  }

  // Clients.

  async #call(
    node: SimulatedNode,
    { method = "POST", url, body, headers }: Call,
  ): Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }> {
    const response = await node.app.api.inject({
      method,
      url,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, text: response.body, headers: response.headers };
  }
  #withToken(node: SimulatedNode, method: Call["method"], url: string, body?: unknown) {
    return this.#call(node, { method, url, body, headers: { authorization: `Bearer ${this.#organization.token}` } });
  }
  /** Undefined if there was no answer. */
  async #token(method: Call["method"], url: string, body?: unknown) {
    const { result } = await this.#on("token", (node) => this.#withToken(node, method, url, body));
    return result;
  }
  /** Signs in first if need be, and once again if the session has ended meanwhile. */
  async #as(person: Person, method: Call["method"], url: string, body?: unknown) {
    const had = person.cookie;
    const answered = await this.#once(person, method, url, body);
    const isEnded = had !== undefined && person.cookie === undefined && answered.result !== undefined;
    return isEnded ? this.#once(person, method, url, body) : answered;
  }
  async #once(person: Person, method: Call["method"], url: string, body: unknown) {
    const headers = { "sec-fetch-site": "same-origin" };
    if (person.cookie === undefined) await this.#signIn(person, headers);
    if (person.cookie === undefined) return { result: undefined, note: " [no session]" };
    const { cookie } = person;
    const { result, note } = await this.#on("person", (node) =>
      this.#call(node, { method, url, body, headers: { ...headers, cookie } }),
    );
    if (result?.status === 401 || result?.text.includes("stepUpNeeded")) person.cookie = undefined;
    return { result, note };
  }
  /** Without faults: all processes here share the turns in which passwords are hashed, and a dead one would keep its turn. */
  async #signIn(person: Person, headers: Readonly<Record<string, string>>): Promise<void> {
    const node = this.#among(this.#nodes);
    const { email, organizationId } = person.person;
    await runOn(node, this.#surroundings, undefined, async () => {
      const body = { email, password: PASSWORD, organizationId };
      const signedIn = await this.#call(node, { url: "/session", body, headers });
      const set = [signedIn.headers["set-cookie"] ?? []].flat().map(String);
      const cookie = set.find((each) => each.includes("bursar_session="))?.split(";")[0];
      if (cookie === undefined) return;
      const proof = { url: "/session/step-up", body: { password: PASSWORD }, headers: { ...headers, cookie } };
      if ((await this.#call(node, proof)).status === 204) person.cookie = cookie;
    });
    await this.#settle(node);
  }

  #intent(intent: Omit<Intent, "name" | "key" | "state" | "askedMs">): Intent {
    const name = `${intent.kind} ${this.#model.intents.length + 1}`;
    const made: Intent = {
      ...intent,
      name,
      key: `${this.#options.seed}-${name}`,
      state: "open",
      askedMs: this.#surroundings.nowMs,
    };
    this.#model.add(made);
    return made;
  }
  #bodyOf(intent: Intent): { url: string; body: object } {
    const { kind, account, recipient, cents, method, key } = intent;
    if (kind === "invoice") {
      const date = this.#day.toString();
      return {
        url: "/ar/invoices",
        body: {
          customerId: recipient,
          destinationAccountId: account,
          invoiceNumber: intent.name,
          invoiceDate: date,
          dueDate: date,
          ccEmails: [],
          achDebitEnabled: false,
          creditCardEnabled: false,
          useRealAccountNumber: false,
          lineItems: [{ name: "Work", quantity: 1, unitPrice: cents / 100 }],
          idempotencyKey: key,
        },
      };
    }
    if (kind === "transfer")
      return {
        url: "/transfer",
        body: { sourceAccountId: account, destinationAccountId: recipient, amount: cents / 100, idempotencyKey: key },
      };
    return {
      url: `/account/${account}/${kind === "payment" ? "transactions" : "request-send-money"}`,
      body: { recipientId: recipient, amount: cents / 100, paymentMethod: method, idempotencyKey: key },
    };
  }

  /** Sends intentions at the same instant; those without an answer are sent again later, on any process. */
  async #send(intents: readonly Intent[]): Promise<void> {
    const { result, note } = await this.#answersTo(intents);
    const atMs = this.#surroundings.nowMs;
    const outcomes: string[] = [];
    intents.forEach((intent, index) => {
      const answer = result?.[index];
      const isLost = answer !== undefined && this.#chance(this.#mix().lostAnswers);
      if (isLost) this.#model.answeredUnseen(intent, answer.status, answer.text);
      else if (answer !== undefined) this.#model.answered(intent, answer.status, answer.text, atMs);
      const outcome = answer === undefined ? "no answer" : isLost ? "answer lost" : (intent.code ?? `${answer.status}`);
      this.#reach(`${intent.kind}: ${outcome}`);
      outcomes.push(`${intent.name} ${outcome}`);
      if (intent.state === "open")
        this.#at(atMs + Math.ceil(this.#random() * 30) * MINUTE_MS, "again", () => this.#send([intent]));
    });
    this.#say(`${outcomes.join(", ")}${note}`);
    for (const intent of intents) this.#model.judge(intent);
  }

  /** The answers, in order; undefined where there was none. Intentions of people are sent one by one. */
  async #answersTo(intents: readonly Intent[]) {
    const [first] = intents;
    const person = this.#people.find(({ name }) => name === first?.by);
    if (first !== undefined && person !== undefined) {
      const { url, body } = this.#bodyOf(first);
      const { result, note } = await this.#as(person, "POST", url, body);
      return { result: [result], note };
    }
    return this.#on(first?.kind ?? "nothing", (node) =>
      Promise.all(
        intents.map((intent) => {
          const { url, body } = this.#bodyOf(intent);
          return this.#withToken(node, "POST", url, body);
        }),
      ),
    );
  }

  async #pay(): Promise<void> {
    const mix = this.#mix();
    const intents: Intent[] = [];
    for (let left = mix.paymentsAtOnce; left > 0; left -= 1) {
      const twin = this.#chance(mix.duplicates) ? this.#recentPayment() : undefined;
      const toVendor = this.#chance(0.01);
      const recipient = this.#among(toVendor ? this.#vendors() : this.#payees()).id;
      const isPetty = this.#chance(mix.petty) && mix.realTime + mix.wires > 0;
      const account = isPetty ? "Petty" : "Operating";
      const method = this.#method(account);
      const cents = 100 + Math.floor(this.#random() * 499_900);
      const intent = this.#intent({
        kind: "payment",
        account: twin?.account ?? this.#accountId(account),
        recipient: twin?.recipient ?? recipient,
        cents: twin?.cents ?? cents,
        method: twin?.method ?? method,
        by: "token",
      });
      intents.push(intent);
      this.#say(
        `${intent.name}: ${intent.cents} from ${this.#accountName(intent.account)} to ${this.#recipientName(intent.recipient)} by ${intent.method}${twin === undefined ? "" : `, as ${twin.name}`}`,
      );
    }
    await this.#send(intents);
  }
  #method(account: "Operating" | "Petty"): Method {
    const { realTime, wires, checks } = this.#mix();
    const draw = this.#random();
    if (account === "Petty") return draw * (realTime + wires) < realTime ? "realTimePayment" : "domesticWire";
    if (draw < realTime) return "realTimePayment";
    if (draw < realTime + wires) return "domesticWire";
    return draw < realTime + wires + checks ? "check" : "ach";
  }
  #accountName(id: string): string {
    return [...this.#accounts].find(([, account]) => account === id)?.[0] ?? "an account";
  }
  #recentPayment(): Intent | undefined {
    const accepted = this.#model.intents
      .slice(-300)
      .filter(({ kind, state }) => kind === "payment" && state === "accepted");
    return accepted.length === 0 ? undefined : this.#among(accepted);
  }

  async #request(): Promise<void> {
    const isVendor = this.#random() < 0.6;
    // Administrators request, too, and may approve what others requested.
    const by = this.#random() < 0.3 ? this.#among(["Ada", "Ben"]) : "token";
    const intent = this.#intent({
      kind: "request",
      account: this.#accountId("Operating"),
      recipient: this.#among(isVendor ? this.#vendors() : this.#payees()).id,
      cents: 100 + Math.floor(this.#random() * 499_900),
      method: this.#method("Operating"),
      by,
    });
    this.#say(
      `${intent.name}: ${by} requests ${intent.cents} to ${this.#recipientName(intent.recipient)} by ${intent.method}`,
    );
    await this.#send([intent]);
  }

  async #transfer(): Promise<void> {
    const [from, to, centsMax] = this.#among([
      ["Operating", "Savings", 100_000],
      ["Savings", "Petty", 100_000],
      // More than it has.
      ["Petty", "Savings", 40_000_00],
    ] as const);
    const intent = this.#intent({
      kind: "transfer",
      account: this.#accountId(from),
      recipient: this.#accountId(to),
      cents: 100 + Math.floor(this.#random() * centsMax),
      method: "ach",
      by: "token",
    });
    this.#say(`${intent.name}: ${intent.cents} from ${from} to ${to}`);
    await this.#send([intent]);
  }

  async #payIn(): Promise<void> {
    const [name, accountNumber] = this.#among([
      ["Operating", "400000001"],
      ["Petty", "400000002"],
    ] as const);
    const cents = 100 + Math.floor(this.#random() * 499_900);
    this.#deposits += 1;
    const depositId = `Deposit ${this.#deposits}`;
    const invoice = this.#random() < 0.7 ? this.#someInvoice(this.#accountId(name)) : undefined;
    if (invoice !== undefined) return this.#payInvoice(invoice, { depositId, accountNumber, cents });
    const payer = `Customer ${this.#deposits}`;
    await this.#bank.payIn({ depositId, accountNumber, cents, payer });
    this.#model.paidIn(this.#accountId(name), cents);
    this.#reach("incoming payment");
    this.#say(`${payer} pays ${cents} to ${name}`);
  }

  // Invoices.

  async #invoice(): Promise<void> {
    const intent = this.#intent({
      kind: "invoice",
      account: this.#accountId(this.#among(["Operating", "Petty"])),
      recipient: this.#among(this.#debtors),
      cents: 100 + Math.floor(this.#random() * 499_900),
      method: "ach",
      by: "token",
    });
    this.#say(`${intent.name}: ${intent.cents} of ${this.#recipientName(intent.recipient)}`);
    await this.#send([intent]);
  }
  #someInvoice(account: string): Intent | undefined {
    const sent = this.#model.intents.filter(
      (intent) => intent.kind === "invoice" && intent.state === "accepted" && intent.account === account,
    );
    return sent.length === 0 ? undefined : this.#among(sent);
  }
  /** All of what is due, a part, or more; the same invoice may be paid again. */
  async #payInvoice(
    invoice: Intent,
    { depositId, accountNumber, cents }: { depositId: string; accountNumber: string; cents: number },
  ): Promise<void> {
    const paid = this.#among([invoice.cents, Math.ceil(invoice.cents / 3), invoice.cents + cents]);
    const payer = this.#recipientName(invoice.recipient);
    await this.#bank.payIn({ depositId, accountNumber, cents: paid, payer, remittance: `Payment of ${invoice.name}` });
    this.#model.paidIn(invoice.account, paid);
    this.#reach("incoming payment of an invoice");
    this.#say(`${payer} pays ${paid} for ${invoice.name}`);
  }
  async #cancelInvoice(): Promise<void> {
    const invoice = this.#someInvoice(this.#accountId(this.#among(["Operating", "Petty"])));
    if (invoice?.id === undefined) return;
    await this.#cancelAt(`/ar/invoices/${invoice.id}/cancel`, invoice.id, invoice.name, "cancel invoice");
  }

  async #cancel(): Promise<void> {
    const intent = this.#recentPayment();
    if (intent?.id === undefined) return;
    await this.#cancelAt(`/transaction/${intent.id}/cancel`, intent.id, intent.name, "cancel");
  }
  async #cancelAt(url: string, id: string, name: string, what: string): Promise<void> {
    const { result, note } = await this.#on("cancel", (node) => this.#withToken(node, "POST", url, {}));
    const isDone = result?.status === 200;
    if (isDone || result === undefined || result.status >= 500) this.#model.cancelled(id, isDone);
    const outcome = result === undefined ? "no answer" : (codeOf(result.text) ?? `${result.status}`);
    this.#reach(`${what}: ${outcome}`);
    this.#say(`cancel ${name}: ${outcome}${note}`);
  }

  async #edit(): Promise<void> {
    // Half of the edits are of someone whom some, but not enough people have approved to pay.
    const half = [...this.#model.requests.values()].filter(
      ({ paymentId, approvals }) => paymentId === undefined && approvals.length > 0,
    );
    const isAimed = this.#random() < 0.5 && half.length > 0;
    const aim = isAimed ? this.#among(half).intent.recipient : undefined;
    const recipient = this.#recipients.find(({ id }) => id === aim) ?? this.#among(this.#recipients);
    const number = String(124_000_000 + Math.floor(this.#random() * 900_000));
    const isForWires = this.#random() < 0.3;
    const details = {
      accountNumber: number,
      routingNumber: "021000021",
      address: { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
    };
    const body = isForWires
      ? { domesticWireRoutingInfo: details }
      : { electronicRoutingInfo: { ...details, electronicAccountType: "businessChecking" } };
    const changed = isForWires ? { wire: number } : { electronic: number };
    // From now on, the recipient may have these details, whatever the answer.
    const { result, note } = await this.#on("edit", (node) =>
      this.#withToken(node, "POST", `/recipient/${recipient.id}`, body),
    );
    const isDone = result?.status === 200;
    if (isDone || result === undefined || result.status >= 500)
      this.#model.destinationIs(recipient.id, changed, isDone);
    const outcome = result === undefined ? "no answer" : (codeOf(result.text) ?? `${result.status}`);
    this.#reach(`edit: ${outcome}`);
    this.#say(
      `new ${isForWires ? "wire " : ""}details of ${recipient.name}, ending in ${number.slice(-4)}: ${outcome}${note}`,
    );
  }

  // People.

  #person(name: string): Person {
    const person = this.#people.find((each) => each.name === name);
    if (person === undefined) throw new Error(`nobody is called ${name}`);
    return person;
  }

  async #approve(by?: Person): Promise<void> {
    const open = [...this.#model.requests].filter(([, { paymentId }]) => paymentId === undefined);
    if (open.length === 0) return;
    const [requestId, { intent }] = this.#among(open);
    const person = by ?? this.#among(this.#people.filter(({ name }) => name !== "Mallory"));
    const url = `/request-send-money/${requestId}`;
    const shown = await this.#as(person, "GET", url);
    if (shown.result?.status !== 200) {
      this.#say(`${person.name} cannot see ${intent.name}: ${shown.result?.status ?? "no answer"}${shown.note}`);
      return;
    }
    const { version, status } = JSON.parse(shown.result.text) as { version: number; status: string };
    if (status !== "pendingApproval") {
      this.#learn(requestId, shown.result.text);
      return;
    }
    const isRejection = this.#chance(0.05);
    const { result, note } = await this.#as(
      person,
      "POST",
      `${url}/${isRejection ? "reject" : "approve"}`,
      isRejection ? { version, reason: "Not ours" } : { version },
    );
    const isUnknown = result === undefined || result.status >= 500;
    if (!isRejection && (isUnknown || result.status === 200))
      this.#model.approvalGiven(requestId, person.name, !isUnknown);
    if (result?.status === 200) this.#learn(requestId, result.text);
    const outcome = isUnknown ? "no answer" : (codeOf(result.text) ?? statusOf(result.text));
    this.#reach(`${isRejection ? "reject" : "approve"}: ${outcome}`);
    this.#say(
      `${person.name} ${isRejection ? "rejects" : "approves"} ${intent.name}, version ${version}: ${outcome}${note}`,
    );
  }
  #learn(requestId: string, text: string): void {
    const { transactionId, status } = JSON.parse(text) as { transactionId: string | null; status: string };
    const request = this.#model.requests.get(requestId);
    if (request === undefined) return;
    if (transactionId !== null) request.paymentId = transactionId;
    // Rejected requests are not approved again.
    if (status !== "pendingApproval" && transactionId === null) this.#model.requests.delete(requestId);
  }

  async #changeRule(): Promise<void> {
    const [proposer, other] = this.#random() < 0.5 ? ["Ada", "Ben"] : ["Ben", "Ada"];
    const approvals = 1 + Math.floor(this.#random() * 3);
    await this.#proposeRule(this.#person(proposer ?? ""), approvals, this.#person(other ?? ""));
  }
  async #proposeRule(proposer: Person, approvals: number, other: Person | undefined): Promise<void> {
    const proposed = await this.#as(proposer, "POST", "/approval-rules/changes", {
      ruleId: this.#ruleId,
      name: "Vendors",
      position: 1,
      active: true,
      conditions: { recipientIds: this.#vendors().map(({ id }) => id) },
      steps: [{ approvals }],
      allowSelfApproval: false,
      bindsDirectSend: true,
    });
    const { changeId, status = "no answer" } = jsonOf(proposed.result?.text) as { changeId?: string; status?: string };
    this.#reach(`rule: ${proposed.result?.status === 200 ? status : (codeOf(proposed.result?.text) ?? "no answer")}`);
    this.#say(`${proposer.name} proposes ${approvals} approvals: ${status}${proposed.note}`);
    if (status === "applied") this.#model.violate("no control is loosened alone", proposer.name, "the change applies");
    if (other === undefined || changeId === undefined) return;
    const fromMs = this.#surroundings.nowMs;
    const { result, note } = await this.#as(other, "POST", `/control-changes/${changeId}/confirm`);
    const isUnknown = result === undefined || result.status >= 500;
    if (isUnknown || result.status === 200)
      for (const { id } of this.#vendors()) this.#model.requires(id, approvals, fromMs, !isUnknown);
    const outcome = isUnknown ? "no answer" : (codeOf(result.text) ?? `${result.status}`);
    this.#reach(`rule confirmed: ${outcome}`);
    this.#say(`${other.name} confirms ${approvals} approvals: ${outcome}${note}`);
  }

  /** Mallory, an administrator, tries to move money alone. */
  async #mischief(): Promise<void> {
    const mallory = this.#person("Mallory");
    const attempt = this.#among(["rule", "request", "approve", "settings"] as const);
    if (attempt === "rule") return this.#proposeRule(mallory, 1, mallory);
    if (attempt === "settings") {
      const { result } = await this.#as(mallory, "GET", "/organization/settings");
      const { version } = jsonOf(result?.text) as { version?: number };
      const changed = await this.#as(mallory, "POST", "/organization/settings", {
        version: version ?? 1,
        selfApproval: true,
      });
      const outcome =
        changed.result === undefined ? "no answer" : (codeOf(changed.result.text) ?? `${changed.result.status}`);
      this.#reach(`settings alone: ${outcome}`);
      this.#say(`Mallory wants self-approval: ${outcome}${changed.note}`);
      if (changed.result?.status === 200 && changed.result.text.includes('"selfApproval":true'))
        this.#model.violate("no control is loosened alone", "Mallory", changed.result.text);
      return;
    }
    if (attempt === "approve") return this.#approve(mallory);
    const { url, body } = this.#bodyOf({
      name: "",
      kind: "request",
      account: this.#accountId("Operating"),
      recipient: this.#among(this.#vendors()).id,
      cents: 100 + Math.floor(this.#random() * 499_900),
      method: "ach",
      key: `${this.#options.seed}-mallory-${this.#order++}`,
      by: "Mallory",
      askedMs: this.#surroundings.nowMs,
      state: "open",
    });
    const asked = await this.#as(mallory, "POST", url, body);
    const { requestId, version } = jsonOf(asked.result?.text) as { requestId?: string; version?: number };
    this.#say(`Mallory requests a payment: ${asked.result?.status ?? "no answer"}${asked.note}`);
    if (requestId === undefined) return;
    const own = await this.#as(mallory, "POST", `/request-send-money/${requestId}/approve`, { version });
    const outcome = own.result === undefined ? "no answer" : (codeOf(own.result.text) ?? `${own.result.status}`);
    this.#reach(`approve own: ${outcome}`);
    this.#say(`Mallory approves it: ${outcome}${own.note}`);
    if (own.result?.status === 200) this.#model.violate("nobody moves money alone", "Mallory", own.result.text);
  }

  /** What an operator runs. Without a fault it must succeed, and nothing may be unreadable then. */
  async #rotateKeys(): Promise<void> {
    const { result, note } = await this.#on("key rotation", ({ service }) => {
      const call = { command: "key.rotate", input: {}, actor: operator };
      return runAdminCommand({ service, sandbox: undefined }, call).catch(String);
    });
    const outcome = result === undefined ? "died" : typeof result === "string" ? "failed" : "done";
    this.#reach(`key rotation: ${outcome}`);
    this.#say(`keys rotate: ${outcome}${note}`);
    const isUnreadable = /"unreadable":[1-9]|"unreadableKeys":\["|"keyVersion":null/.test(JSON.stringify(result) ?? "");
    if (isUnreadable || (outcome === "failed" && note === ""))
      this.#model.violate("what is encrypted stays readable", "key rotation", JSON.stringify(result));
  }

  // Programs.

  /** Returns how many files crossed. */
  async #exchange(): Promise<number> {
    const crossed = await this.#bank.exchange();
    for (const { direction, rail, name, text, atMs, fault, replaced } of crossed) {
      if (direction === "toBank") {
        this.#model.bankReceived(rail, name, text, atMs);
        const paid = entriesIn(rail, name, text, atMs);
        const names = paid.map(({ ending, cents }) => `${this.#model.nameOfEnding(ending)} ${cents}`).sort();
        if (paid.length > 0) this.#say(`the bank receives ${rail}: ${names.join(", ")}`);
      } else {
        this.#model.bankAnswered(text, { fault, replaced });
        const undone = answersIn(text)
          .map(({ ending, says }) => `${this.#model.nameOfEnding(ending)} ${says}`)
          .sort();
        this.#reach(`bank file: ${fault ?? "whole"}`);
        this.#say(`the bank sends ${rail}${fault === undefined ? "" : `, ${fault}`}: ${undone.join(", ")}`);
      }
    }
    return crossed.length;
  }
  /** The passes of background jobs, each on any process, until there is nothing to do. */
  async #round(names: readonly string[] = JOBS): Promise<void> {
    await queries.endLeases(this.#owner);
    let [idle, passes] = [0, 0];
    const worked = new Map<string, number>();
    const notes: string[] = [];
    while (idle < names.length && passes < PASSES_MAX) {
      let hasFailed = false;
      for (const name of names) {
        passes += 1;
        const { result, note } = await this.#on(name, async (node) => {
          const job = node.app.jobs.find((each) => each.name === name);
          if (job === undefined) throw new Error(`no job ${name}`);
          return job.run().catch(() => -1);
        });
        if (note !== "") notes.push(` ${name}${note}`);
        const done = result ?? -1;
        hasFailed ||= done < 0;
        if (done > 0) worked.set(name, (worked.get(name) ?? 0) + done);
        // While disks fail, so do jobs, however often they try.
        const isStuck = done < 0 && note === "" && this.#disks.fault !== undefined;
        idle = done === 0 || isStuck ? idle + 1 : 0;
        if (idle >= names.length) break;
      }
      // What failed is tried again after a pause. Without one, no inbox is read a second time.
      if (hasFailed) this.#setTime(this.#surroundings.nowMs + RETRY_MS);
    }
    const did = [...worked].map(([name, count]) => `${name} ${count}`).join(", ");
    if (did !== "" || notes.length > 0) this.#say(`work: ${did}${notes.join(";")}`);
  }

  async #night(isFinal: boolean): Promise<void> {
    const wasCalm = this.#isCalm;
    this.#waitingFaults.clear();
    this.#isCalm = true;
    await this.#round();
    await this.#round(NIGHTLY_JOBS);
    await this.#round();
    this.#isCalm = wasCalm;
    // Nothing is planned after the last night.
    if (!isFinal) await this.#watch.query("vacuum analyze");
    const books = await readBooks(this.#owner, this.#organization.organizationId);
    this.#model.compare(books, { nowMs: this.#surroundings.nowMs, isFinal });
    const counts = Map.groupBy(books.payments, ({ status }) => status);
    const shown = [...counts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([status, all]) => `${status} ${all.length}`);
    for (const { status } of books.payments) if (isFinal) this.#reach(`ended: ${status}`);
    for (const { status, paidCents } of books.invoices)
      if (isFinal) this.#reach(`invoice ended: ${status === "Unpaid" && paidCents > 0 ? "partly paid" : status}`);
    this.#say(
      `night: ${shown.join(", ")}; ${books.accounts.map(({ availableCents, heldCents }) => `${availableCents}/${heldCents}`).join(" ")}`,
    );
    this.#bank.tidy();
  }

  /** Faults stop, and everything that is on its way arrives. */
  async #end(): Promise<void> {
    this.#isCalm = true;
    this.#bank.calmDown();
    this.#disks.set(undefined);
    this.#say("faults stop");
    for (let day = 1; day <= QUIET_DAYS; day += 1) {
      this.#day = nextBankingDay(this.#day);
      // The last day shows that what has ended stays as it is.
      if (day < QUIET_DAYS && (await this.#isNothingOpen())) continue;
      this.#daysPassed += 1;
      // At the cut-offs, by the slowest clock: a service that works is there. Wires are collected for two minutes.
      for (const time of ["09:05", "09:10", "13:00", CUT_OFF])
        this.#at(this.#timeOf(time, 3), "round", () => this.#round());
      for (const time of ["07:00", "09:00", "12:00", "19:30"])
        this.#at(this.#timeOf(time), "bank", async () => {
          const crossed = await this.#exchange();
          // Otherwise, there is nothing to do but what waits for its time, of which the evening takes care.
          if (crossed > 0 || time === "19:30") this.#at(this.#timeOf(time, 60), "round", () => this.#round());
        });
      await this.#work(Number.POSITIVE_INFINITY, this.#timeOf("22:00"));
      if (this.#model.violations.length > 0) break;
    }
    await this.#night(true);
  }
  /** The service, its clients, and the bank agree that nothing is on its way. */
  async #isNothingOpen(): Promise<boolean> {
    if (this.#queue.length > 0 || this.#model.intents.some(({ state }) => state === "open")) return false;
    const { organizationId } = this.#organization;
    const { total } = await queries.countPending(this.#owner, organizationId);
    const unfinished = await queries.unfinishedWork(this.#owner, organizationId);
    const isWorking = unfinished.some(({ what }) => !NIGHTLY_WORK.includes(what));
    return total === 0n && !isWorking && (await this.#bank.isDone());
  }

  fail(error: unknown): void {
    this.#model.violate(
      "the simulation runs",
      "the harness",
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) {
      await node.app.close().catch(() => undefined);
      await node.service.database.close().catch(() => undefined);
      node.wire.close();
    }
    for (const { wire } of this.#dead) wire.close();
    for (let turn = 0; turn < 100; turn += 1) await yieldToOthers();
    this.#sessions?.close();
    await this.#watch?.end();
    await this.#world?.close();
  }

  result(seconds: number): SimulationResult {
    return {
      seed: this.#options.seed,
      daysPassed: this.#daysPassed,
      steps: this.#steps,
      payments: this.#model.intents.length,
      violations: this.#model.violations,
      hash: this.#hash.digest("hex"),
      lines: this.#lines,
      reached: this.#reached,
      seconds,
    };
  }
}

interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const isAfter = (step: Step, other: Step): boolean =>
  step.atMs > other.atMs || (step.atMs === other.atMs && step.order > other.order);

const jsonOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
};
const codeOf = (text: string | undefined): string | undefined => /"errorCode":"(\w+)"/.exec(text ?? "")?.[1];
const statusOf = (text: string): string => String((jsonOf(text) as { status?: string }).status);
