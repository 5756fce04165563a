import assert from "node:assert/strict";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import {
  type BankConnection,
  type BankRail,
  changeConnection,
  moveConnection,
  runBankFiles,
  testConnection,
} from "#bank/exchange";
import { createFileRail, runFileRails } from "#bank/file-rails";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { createMetrics } from "#kernel/process/metrics.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { bankFilesWork } from "#main/bank-files.ts";
import { fileRailParts } from "#main/file-rails.ts";
import { fillInternationalDetails } from "#money/recipients";
import { runBankAnswers, runHandOver } from "#payments/payments";
import { verifyLedger } from "#records/ledger/check";
import type { PeopleService } from "#records/people";
import { operator, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { berlin } from "../worlds/addresses.ts";
import { payOne } from "../worlds/pay.ts";
import { TEST_BANK } from "./bank-at-folder.ts";
import { achSettings, newFolderConnection, unsentOf } from "./bank-connections.ts";
import { checkSettings } from "./check-bank.ts";

/** A rail, and when its files are written. */
export interface RailCase {
  readonly rail: BankRail;
  readonly method: PaymentMethod;
  readonly settings: object;
  /** When a file of the day is due, New York. */
  readonly dueAt: string;
}

const wireSettings = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: "Acme, Inc." };
/** Every rail. */
export const rails: readonly RailCase[] = [
  { rail: "ach", method: "ach", settings: achSettings, dueAt: "18:30" },
  { rail: "check", method: "check", settings: checkSettings, dueAt: "13:00" },
  {
    rail: "wire",
    method: "domesticWire",
    settings: { ...wireSettings, initiatingPartyName: "Acme, Inc.", initiatingPartyId: "ACME001" },
    dueAt: "11:10",
  },
  {
    rail: "internationalWire",
    method: "internationalWire",
    settings: {
      debtorAgentBic: TEST_BANK.bic,
      debtorName: "Acme, Inc.",
      initiatingPartyName: "Acme, Inc.",
      initiatingPartyId: "ACME001",
    },
    dueAt: "11:10",
  },
  { rail: "realTime", method: "realTimePayment", settings: { ...wireSettings, network: "FedNow" }, dueAt: "11:10" },
];

const DEPOSITED = 1_000_000n;
const AMOUNT = 1_000n;

/** An account whose payments of a rail are rehearsed. */
export interface Story extends RailCase {
  readonly organization: TestOrganization;
  readonly connection: BankConnection;
}

/** Rehearsals of every rail, from the first payment to what is at the bank in the end. */
export class Rehearsals {
  readonly #world: () => TestWorld;

  constructor(world: () => TestWorld) {
    this.#world = world;
  }

  readonly key = ({ organization: { organizationId }, connection: { connectionId } }: Story) => ({
    organizationId,
    connectionId,
    actor: operator,
  });
  readonly move = (story: Story, trigger: "rehearse" | "goLive" | "remove") =>
    moveConnection(this.#world().service, { ...this.key(story), trigger, ...unsentOf(this.#world().service) });
  readonly serve = (story: Story, accountIds: readonly AccountId[]) =>
    changeConnection(this.#world().service, {
      ...this.key(story),
      change: { accountIds },
      ...unsentOf(this.#world().service),
    });
  readonly pay = ({ organization, method }: Story) =>
    payOne(this.#world().service, organization, { amountMinor: AMOUNT, method });

  readonly connect = async (organization: TestOrganization, railCase: RailCase, accountIds: readonly AccountId[]) => {
    const { rail, settings: railSettings } = railCase;
    const settings = { rail, railSettings };
    const connection = await newFolderConnection(this.#world().service, organization, {
      name: rail,
      accountIds,
      settings,
    });
    return { ...railCase, organization, connection };
  };
  /** So that a recipient can receive international wires. */
  readonly fillAbroad = (organizationId: OrganizationId, recipientId: RecipientId) =>
    this.#world().service.database.transaction((tx) =>
      fillInternationalDetails(this.#world().service, tx, {
        organizationId,
        recipientId,
        actor: operator,
        details: {
          iban: "DE89370400440532013000",
          swiftCode: "COBADEFF",
          bankName: "Bank",
          bankCountry: "DE",
          address: berlin,
        },
      }),
    );
  /** On the morning of the next banking day, an account's payments of a rail are rehearsed. */
  readonly begin = async (railCase: RailCase): Promise<Story> => {
    const day = nextBankingDay(newYorkDate(this.#world().clock.now()));
    this.#world().clock.set(newYorkInstant(day, Temporal.PlainTime.from("09:00")));
    const organization = await this.#world().newOrganization();
    await organization.deposit(organization.accountId, DEPOSITED);
    await this.fillAbroad(organization.organizationId, organization.recipientId);
    const story = await this.connect(organization, railCase, [organization.accountId]);
    await testConnection(this.#world().service, this.key(story));
    await this.move(story, "rehearse");
    return story;
  };
  readonly whenDue = ({ dueAt }: Story) =>
    this.#world().clock.set(newYorkInstant(newYorkDate(this.#world().clock.now()), Temporal.PlainTime.from(dueAt)));

  /** What a worker does between a payment and its file at the bank. */
  readonly passes = async (service: PeopleService): Promise<void> => {
    const parts = fileRailParts(service);
    const rail = createFileRail(service, parts);
    const files = bankFilesWork(service, createMetrics(), { bank: undefined, fileSettleMs: 1 });
    await acrossOrganizations(async () => {
      for (let done = 1; done > 0; )
        done =
          (await runHandOver(service, rail)) +
          (await runFileRails(service, parts)) +
          (await runBankFiles(service, files)) +
          (await runBankAnswers(service));
    });
  };
  readonly handOver = () =>
    acrossOrganizations(() =>
      runHandOver(this.healthy(), createFileRail(this.healthy(), fileRailParts(this.healthy()))),
    );
  readonly healthy = (): PeopleService => ({ ...this.#world().service, machineClock: this.#world().clock });
  /** Everything that is still open happens: leases end, windows come, files are sent. */
  readonly finish = async (story: Story): Promise<void> => {
    await this.passes(this.healthy());
    for (let day = 0; day < 2; day += 1) {
      this.whenDue(story);
      // Leases of dead processes end within the window; checks wait longer for payments that are handed over.
      for (const waitMs of [0, 35 * SECOND_MS, 10 * MINUTE_MS]) {
        this.#world().clock.set(plusMs(this.#world().clock.now(), waitMs));
        await this.passes(this.healthy());
      }
      const next = nextBankingDay(newYorkDate(this.#world().clock.now()));
      this.#world().clock.set(newYorkInstant(next, Temporal.PlainTime.from("09:00")));
    }
  };

  readonly filesOf = async ({ organizationId }: TestOrganization, id: TransactionId) =>
    (
      await this.#world().service.database.many<{ state: string }>(sql`
        select distinct f.file_id, f.state from bank_file_payments p join bank_files f using (organization_id, file_id)
         where p.organization_id = ${organizationId} and p.transaction_id = ${id} and p.purpose in ('pay', 'issue')
           and not p.released`)
    ).map(({ state }) => state);
  readonly factsOf = ({ organizationId }: TestOrganization, id: TransactionId) =>
    this.#world().service.database.one<{ status: string; reason: string | null; moves: bigint; audited: bigint }>(sql`
      select t.status, t.reason_for_failure as reason,
             (select count(*) from events e where e.organization_id = t.organization_id and e.resource_id = t.transaction_id
                 and e.operation = 'update') as moves,
             (select count(*) from audit_log a where a.organization_id = t.organization_id
                 and a.resource_id = t.transaction_id::text and a.action = 'transaction.reject') as audited
        from transactions t where t.organization_id = ${organizationId} and t.transaction_id = ${id}`);

  readonly assertEnd = async (
    { organization }: Story,
    paid: { readonly rehearsed: readonly TransactionId[]; readonly live: readonly TransactionId[] },
    what: string,
  ): Promise<void> => {
    for (const id of paid.rehearsed) {
      const { status, reason, moves, audited } = await this.factsOf(organization, id);
      assert.equal(status, "failed", `${what}: a payment of the rehearsal ends`);
      assert.match(reason ?? "", /^BF-REHEARSAL: /, what);
      assert.deepEqual([moves, audited], [1n, 1n], `${what}: with one event and one audit row`);
      assert.deepEqual(
        (await this.filesOf(organization, id)).filter((state) => state !== "rehearsed"),
        [],
        `${what}: and is in no file that is sent`,
      );
    }
    for (const id of paid.live)
      assert.deepEqual(
        await this.filesOf(organization, id),
        ["sent"],
        `${what}: a live payment is in one file, which is sent`,
      );
    const { available } = await this.#world().service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    assert.equal(available, DEPOSITED - AMOUNT * BigInt(paid.live.length), `${what}: its hold is released`);
    const { differences } = await verifyLedger(this.#world().service.database, organization.organizationId);
    assert.deepEqual(differences, [], what);
  };
  /** Its folder is not read again in every later case. */
  readonly close = async (story: Story) => {
    const { organizationId } = story.organization;
    const owner = this.#world().owner();
    await owner.run(sql`
      update bank_connections set state = 'removed', removed_at = now(), secrets = null
       where organization_id = ${organizationId}`);
    // Nor are its files followed, which no bank answers.
    await owner.run(sql`delete from ach_files where organization_id = ${organizationId}`);
    await owner.run(sql`delete from transfer_files where organization_id = ${organizationId}`);
    await owner.run(sql`delete from transfers where organization_id = ${organizationId}`);
    await owner.run(sql`delete from check_runs where organization_id = ${organizationId}`);
  };
}
