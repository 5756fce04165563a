import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, plusMs, systemClock } from "#kernel/clock/clock.ts";
import { requireProofs } from "#kernel/proofs/proving-database.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type EventId, idAt } from "#kernel/values/ids.ts";
import { findEvents } from "#records/events/feed";
import { attackerOf } from "../../kit/proofs/attacker.ts";
import { minimalOrganization, openTestService } from "../../kit/service/test-service.ts";
import { eventsAt, openWorldWithEndpoint, pump } from "../../kit/worlds/webhook-world.ts";

/** Law 45: an event that the service did not write is neither sent nor shown. */
describe("events are proven by their IDs", () => {
  /** Inserts an event that says a deposit failed, or that one arrived, and lists it for delivery. */
  const forgeries = {
    "a change that did not happen": sql`transaction_id, 2, 'update', array['status'], '{"status":"failed"}', '{"status":"sent"}'`,
    "a transaction that was inserted": sql`(select id from copied), 1, 'create', null::text[], null, null`,
  };
  for (const [what, forged] of Object.entries(forgeries))
    it(`neither deliver nor list ${what}`, async (t) => {
      const { world, receiver } = await openWorldWithEndpoint(t);
      const { service, organizationId } = world;
      Object.assign(service.log, { error: () => undefined });
      const { attack } = attackerOf(service, organizationId);
      await world.deposit(1_00n);
      await pump(world);
      assert.equal(eventsAt(receiver).length, 1);
      await attack(sql`
        with copied as (
          insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                                    kind, counterparty_name, bank_description, status, posted_at, estimated_delivery_at)
          select organization_id, gen_random_uuid(), account_id, counterparty_id, 1000000, created_at, kind,
                 counterparty_name, bank_description, status, posted_at, estimated_delivery_at
            from transactions where organization_id = ${organizationId} limit 1
          returning transaction_id as id
        ), forged as (
          insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at,
                              changed_paths, merge_patch, previous_values)
          select e.organization_id, (overlay(e.event_id::text placing 'ffffffffffff' from 25))::uuid, 'transaction', forged.id,
                 forged.nth, forged.operation::event_operation, e.occurred_at, forged.paths, forged.patch, forged.previous
            from events e
            join transactions t on t.organization_id = e.organization_id and t.transaction_id = e.resource_id
           cross join lateral (select ${forged}) as forged(id, nth, operation, paths, patch, previous)
           where e.organization_id = ${organizationId} limit 1
          returning event_id
        )
        insert into outbox (organization_id, topic, ids)
        select ${organizationId}, 'events', array_agg(event_id) from forged`);
      await world.deposit(2_00n);
      await pump(world);
      const amounts = eventsAt(receiver).map((event) => event.mergePatch.amount);
      assert.deepEqual(amounts, [1, 2]);
      const { events } = (await world.call({ url: "/events" })).body;
      assert.equal(events.length, 2);
      const [alarm] = findingsOf(service.vault).rows.values();
      assert.equal(alarm?.table, "events");
      assert.equal((await world.call({ url: `/events/${alarm?.key}` })).status, 404);
    });

  it("deliver nothing that someone queued for an event that does not exist, and go on", async (t) => {
    const { world, receiver } = await openWorldWithEndpoint(t);
    const { service, organizationId } = world;
    Object.assign(service.log, { error: () => undefined });
    const { attack } = attackerOf(service, organizationId);
    await attack(sql`
      insert into outbox (organization_id, topic, ids) values (${organizationId}, 'events', array[gen_random_uuid()])`);
    await world.deposit(1_00n);
    await pump(world);
    assert.equal(eventsAt(receiver).length, 1);
    assert.equal([...findingsOf(service.vault).rows.values()][0]?.table, "events");
  });

  it("are trusted as they are if they are from before the organization's rows needed proofs", async (t) => {
    const test = await openTestService({ clock: systemClock });
    t.after(() => test.close());
    const { service } = test;
    const organizationId = await minimalOrganization(service);
    const { attack } = attackerOf(service, organizationId);
    const now = service.clock.now();
    const times = [plusMs(now, -DAY_MS), plusMs(now, DAY_MS)];
    const ids = times.map((at) => idAt<EventId>(at, 0));
    for (const [index, eventId] of ids.entries())
      await attack(sql`
        insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at,
                            changed_paths, merge_patch)
        values (${organizationId}, ${eventId}, 'checkingAccount', ${service.newId()}, 1, 'update', ${times[index]},
                '{availableBalance}', '{"availableBalance":1}')`);
    /** As another process finds them, because this one remembers since when it needs proofs. */
    const trusted = async () => {
      const process = await test.another();
      const found = await withinOrganization(organizationId, () =>
        findEvents(process, process.database, organizationId, ids),
      );
      await process.database.close();
      return found.map((event) => ids.indexOf(event.event_id));
    };
    assert.deepEqual(await trusted(), [], "a new organization has no events from before");
    await test.owner().run(sql`delete from row_proofs where organization_id = ${organizationId}`);
    assert.deepEqual(await trusted(), [0, 1], "until its rows need proofs");
    await withinOrganization(organizationId, () => requireProofs(service.vault, service.database, organizationId, now));
    assert.deepEqual(await trusted(), [0]);
    await attack(sql`
      insert into row_proofs (organization_id, subject, version, proof)
      select organization_id, subject, 2000000000, proof from row_proofs where organization_id = ${organizationId}`);
    assert.deepEqual(await trusted(), [], "a later date that someone added means from the start");
  });
});
