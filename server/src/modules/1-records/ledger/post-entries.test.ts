import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { AssertionFailure } from "#kernel/assert.ts";
import { isUnavailable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import { testSeed } from "#test/kit/faults/random.ts";
import { openWorld, type TestOrganization, type TestWorld } from "#test/kit/service/full-app.ts";
import { payOne } from "#test/kit/worlds/pay.ts";
import { balanceChanges, effectBuckets, type LedgerAccountId, type NewEntry } from "./ledger.ts";
import { systemAccountId } from "./open-accounts.ts";
import { postEntries } from "./post-entries.ts";

const at = new Date("2026-11-20T15:00:00Z");

describe("effects of entries on balances", () => {
  const anyEntry = fc.record({
    effect: fc.constantFrom("post", "release", "reverse", "transfer", "deposit" as const),
    debit: fc.constantFrom("a", "b", "c"),
    credit: fc.constantFrom("a", "b", "c"),
    amountMinor: fc.bigInt(1n, 10n ** 11n),
  });
  const entries = fc.array(anyEntry, { maxLength: 50 }).map((drawn) =>
    drawn.map(
      ({ effect, debit, credit, amountMinor }): NewEntry => ({
        transactionId: "t" as TransactionId,
        effect: effect as NewEntry["effect"],
        debitAccountId: debit as LedgerAccountId,
        creditAccountId: credit as LedgerAccountId,
        amountMinor,
        at,
      }),
    ),
  );

  test("law: for any entries, the changes sum to zero and are in ID order, one per account", () => {
    fc.assert(
      fc.property(entries, (drawn) => {
        const changes = balanceChanges(drawn);
        assert.equal(
          changes.reduce((sum, change) => sum + change.availableMinor + change.heldMinor, 0n),
          0n,
        );
        const ids = changes.map((change) => change.ledgerAccountId);
        assert.deepEqual(ids, [...new Set(ids)].sort());
      }),
      { seed: testSeed("balance changes") },
    );
  });

  test("a release changes its account once", () => {
    const [change] = balanceChanges([
      {
        transactionId: "t" as TransactionId,
        effect: "release",
        debitAccountId: "a" as LedgerAccountId,
        creditAccountId: "a" as LedgerAccountId,
        amountMinor: 5n,
        at,
      },
    ]);
    assert.deepEqual(change, { ledgerAccountId: "a", availableMinor: 5n, heldMinor: -5n, entries: 1n });
  });
});

describe("posting entries", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let savings: AccountId;
  let external: LedgerAccountId;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    savings = await organization.newAccount("Savings");
    external = await systemAccountId(world.service.database, organization.organizationId, "external");
    await organization.deposit(organization.accountId, 1_000n);
  });
  after(() => world.close());

  const entry = (
    effect: NewEntry["effect"],
    [debitAccountId, creditAccountId]: readonly [LedgerAccountId, LedgerAccountId],
    amountMinor: bigint,
    transactionId = world.service.newId<TransactionId>(),
  ): NewEntry => ({ transactionId, effect, debitAccountId, creditAccountId, amountMinor, at });
  const post = (...entries: readonly NewEntry[]) =>
    world.service.database.transaction((tx) => postEntries(tx, organization.organizationId, entries));
  const balance = (id: LedgerAccountId) =>
    world.service.database.one<{ available_minor: bigint; held_minor: bigint; version: bigint }>(sql`
        select available_minor, held_minor, version from ledger_balances where organization_id = ${organization.organizationId} and ledger_account_id = ${id}`);

  test("the buckets in SQL match those in code", async () => {
    await payOne(world.service, organization, { amountMinor: 1n });
    const rows = await world.service.database.many<{ effect: string; side: string; bucket: string }>(sql`
        select distinct effect, case when amount_minor < 0 then 'debit' else 'credit' end as side, bucket
          from ledger_postings where organization_id = ${organization.organizationId}`);
    assert.deepEqual([...new Set(rows.map((row) => row.effect))].sort(), ["deposit", "hold"]);
    for (const { effect, side, bucket } of rows)
      assert.equal(effectBuckets[effect as keyof typeof effectBuckets][side as "debit" | "credit"], bucket);
  });

  test("an account cannot be overdrawn: all entries are posted, or none", async () => {
    const to = [organization.accountId, savings] as const;
    const was = await balance(organization.accountId);
    const refused = await post(entry("transfer", to, was.available_minor), entry("transfer", to, 1n));
    assert.deepEqual(refused, {
      posted: false,
      ledgerAccountId: organization.accountId,
      availableMinor: was.available_minor,
    });
    assert.deepEqual(await balance(organization.accountId), was);
    const entries = [entry("transfer", to, 100n), entry("transfer", [savings, organization.accountId], 40n)];
    assert.deepEqual(await post(...entries), { posted: true, entries });
    assert.deepEqual(await balance(organization.accountId), {
      ...was,
      available_minor: was.available_minor - 60n,
      version: was.version + 2n,
    });
    const large = entry("deposit", [external, savings], 10n ** 13n);
    assert.deepEqual(
      await post(large),
      { posted: true, entries: [large] },
      "the external account may have any negative balance",
    );
  });

  /** Again if there was no connection in time, on a slow server. */
  const patiently = async (posting: NewEntry): ReturnType<typeof post> => {
    for (;;)
      try {
        return await post(posting);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
  };

  test("a hundred concurrent transfers in both directions lose nothing and do not deadlock", async () => {
    const [first, other] = [await balance(organization.accountId), await balance(savings)];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        patiently(
          entry("transfer", index % 2 ? [savings, organization.accountId] : [organization.accountId, savings], 1n),
        ),
      ),
    );
    assert.ok(results.every((result) => result.posted));
    assert.equal((await balance(organization.accountId)).available_minor, first.available_minor);
    assert.equal((await balance(savings)).available_minor, other.available_minor);
    assert.equal((await balance(savings)).version, other.version + 100n);
  });

  test("an impossible posting fails an assertion and changes nothing", async () => {
    const to = [organization.accountId, savings] as const;
    const was = await balance(organization.accountId);
    await assert.rejects(post(entry("transfer", to, 0n)), AssertionFailure);
    await assert.rejects(post(entry("transfer", [savings, savings], 1n)), AssertionFailure);
    await assert.rejects(post(entry("release", to, 1n)), AssertionFailure);
    await assert.rejects(
      post(entry("release", [organization.accountId, organization.accountId], 10n ** 9n)),
      AssertionFailure,
    );
    const twice = entry("transfer", to, 1n);
    await assert.rejects(post(twice, twice));
    await assert.rejects(
      post(entry("transfer", [organization.accountId, world.service.newId<AccountId>()], 1n)),
      AssertionFailure,
    );
    assert.deepEqual(await balance(organization.accountId), was);
  });
});
