import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runScheduledPayments } from "#payments/approvals";
import type { UserRole } from "#records/people";
import { type Contract, type Schema, type WriteOperation, writeOperations } from "../../kit/faults/generated-bodies.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { servedApi, withoutReferences } from "../../kit/service/contract-document.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { LonePerson } from "../../kit/worlds/lone-person.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/**
 * Law 23: with two administrators, no single person can move money to a destination of their choosing, through any
 * sequence of calls that their sessions and tokens permit. One person, in each role, makes random calls of every write
 * route of the contract and random steps of known attacks, with puppets they invite and tokens they create; nobody else
 * acts. Then they try to pay every recipient in every way. Only the one honest request may be paid, once, as submitted.
 *
 * The sandbox routes are excluded: they simulate the bank and the second person.
 */
const SEQUENCES = long ? 2_000 : 9;
const CALLS = 14;
const ROLES: readonly (readonly [UserRole, readonly string[]])[] = [
  ["administrator", []],
  ["administrator", []],
  ["approver", []],
  ["bookkeeper", []],
  ["custom", ["approvePayments", "manageUsers", "fetchUsers", "requestSendMoney", "fetchSendMoneyRequests"]],
  ["custom", ["manageTokens", "sendMoney", "requestSendMoney", "createRecipients", "manageRules", "approvePayments"]],
];

const world = await openWorldOfFile();

describe("no one alone", () => {
  let operations: readonly WriteOperation[];
  let components: Readonly<Record<string, Schema>>;
  const seed = testSeed("no one alone");
  const random = seeded(seed);
  before(async () => {
    const contract = withoutReferences<Contract>(await servedApi(world.app));
    components = contract.components.schemas;
    operations = writeOperations(contract).filter(({ path, isPublic }) => !isPublic && !path.startsWith("/sandbox/"));
  });

  /** Two administrators, an approver, and a bookkeeper with a pending request: none of them acts. */
  async function sleepers(organization: TestOrganization): Promise<string> {
    const { organizationId } = organization;
    for (const role of ["administrator", "administrator", "approver"] as const)
      await newPerson(world, organizationId, { role });
    const bookkeeper = await newPerson(world, organizationId, { role: "bookkeeper" });
    const { url, body } = paymentRequest(organization, { amount: 7 });
    const made = await browse(world.app, { url, body, cookie: await signedIn(world.app, bookkeeper) });
    assert.equal(made.status, 200, made.text);
    return made.body.requestId;
  }

  async function loneSequence(index: number): Promise<ReadonlySet<string>> {
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
    const honestRequestId = await sleepers(organization);
    const details = await detailsOf(organization);
    const [role, customPermissions] = ROLES[index % ROLES.length] ?? ["administrator", []];
    const person = await newPerson(world, organization.organizationId, { role, customPermissions });
    const lone = new LonePerson(world.app, organization, { random, components });
    lone.remember("accountId", await organization.newAccount("Reserve", "savings"));
    await lone.signIn(person);
    for (let call = 0; call < CALLS; call += 1) {
      if (random() < 0.6) await lone.attack();
      else await lone.anything(operations);
      // A user who signed out signs in again.
      if ((await lone.call("GET", "/session", undefined, lone.credentials[0])).status === 401) {
        lone.credentials.shift();
        await lone.signIn(person);
      }
    }
    await lone.payEverybody();
    world.clock.set(plusMs(world.clock.now(), 14 * DAY_MS));
    await runScheduledPayments(world.service);
    await assertNothingLeft(organization, { honestRequestId, details }, `sequence ${index} of seed ${seed}, ${role}`);
    return lone.reached;
  }

  /** The bank details that the honest request must be paid to. */
  const detailsOf = async ({ organizationId, recipientId }: TestOrganization): Promise<string> =>
    (
      await world.service.database.one<{ ach_routing_id: string }>(sql`
          select ach_routing_id from recipients where organization_id = ${organizationId} and recipient_id = ${recipientId}`)
    ).ach_routing_id;

  async function assertNothingLeft(
    { organizationId }: TestOrganization,
    { honestRequestId, details }: { honestRequestId: string; details: string },
    what: string,
  ) {
    const paid = await world.service.database.many<{ request_id: string | null; routing_id: string }>(sql`
        select request_id, routing_id from transactions
         where organization_id = ${organizationId} and kind = 'outgoingPayment'`);
    for (const payment of paid) {
      assert.equal(payment.request_id, honestRequestId, `${what}: paid ${JSON.stringify(payment)}`);
      assert.equal(payment.routing_id, details, `${what}: paid to changed details`);
    }
    assert.ok(paid.length <= 1, what);
  }

  test(`${SEQUENCES} sequences of one person's calls pay no destination of their choosing`, async () => {
    const reached = new Set<string>();
    for (let index = 0; index < SEQUENCES; index += 1)
      for (const route of await loneSequence(index)) reached.add(route);
    process.stdout.write(`# ${reached.size} of ${operations.length} write routes reached by random calls\n`);
  });

  test("reaches the handler of every write route with a body generated from its schema", async () => {
    const organization = await world.newOrganization();
    const lone = new LonePerson(world.app, organization, { random, components });
    lone.remember("accountId", await organization.newAccount("Reserve", "savings"));
    const person = await newPerson(world, organization.organizationId);
    await newPerson(world, organization.organizationId);
    await lone.signIn(person);
    lone.credentials.push({ token: await organization.newToken() });
    const missed: string[] = [];
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`;
      for (let attempt = 0; attempt < 40 && !lone.reached.has(name); attempt += 1) {
        await lone.write(operation);
        if ((await lone.call("GET", "/session", undefined, lone.credentials[0])).status === 401) {
          lone.credentials.shift();
          await lone.signIn(person);
          lone.credentials.reverse();
        }
      }
      if (!lone.reached.has(name)) missed.push(name);
    }
    assert.deepEqual(missed, [], "extend LonePerson with what these routes need");
  });

  test("makes a payment that a second person approves", async () => {
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_00n);
    const honestRequestId = await sleepers(organization);
    const approver = await newPerson(world, organization.organizationId, { role: "approver" });
    const cookie = await signedIn(world.app, approver);
    const { version } = (await inject(world.app, organization.token, { url: `/request-send-money/${honestRequestId}` }))
      .body;
    const approved = await browse(world.app, {
      url: `/request-send-money/${honestRequestId}/approve`,
      cookie,
      body: { version },
    });
    assert.equal(approved.body.status, "approved", approved.text);
  });
});
