import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { readNachaFile } from "bursar-bank-formats/nacha";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { verifyLedger } from "#records/ledger/check";
import { newFolderConnection } from "../../kit/banks/bank-connections.ts";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

/** Two small deposits show that bank details lead to an account of the payee, who enters their amounts. */
describe("validating a recipient's account", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: TestPerson;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    // The stories take weeks.
    await setSettings(world, organization.organizationId, { secondFactorRequiredFor: [] });
    ada = await newPerson(world, organization.organizationId);
  });
  after(() => world.close());

  const call = async (url: string, body?: unknown, method?: "PATCH") => {
    const answer = await inject(world.app, organization.token, {
      url,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const pay = async (recipientId: string, amount: number): Promise<string> => {
    const { url, body } = payment(organization, { recipientId, amount });
    return (await call(url, body)).id;
  };
  const days = async (count: number) => {
    const to = plusMs(world.clock.now(), count * DAY_MS).toISOString();
    await advanceTo((body) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body }), to);
  };
  const newRecipient = async (name: string, accountNumber?: string) => {
    const recipientId = await organization.newRecipient(name, accountNumber);
    await call(`/recipient/${recipientId}`, { emails: [`${recipientId}@payee.example`] }, "PATCH");
    return recipientId;
  };
  const standing = async (recipientId: string) => (await call(`/recipient/${recipientId}`)).accountValidation;
  const start = async (recipientId: string, { by = ada, more = {} } = {}) =>
    browse(world.app, {
      url: `/recipient/${recipientId}/account-validation`,
      body: { accountId: organization.accountId, ...more },
      cookie: await provedIn(world.app, by),
    });
  /** The secret of the link in the email to the payee. */
  const linkOf = async (recipientId: string): Promise<string> => {
    const { emails } = await call("/sandbox/emails?limit=100&order=desc");
    const found = emails.find(({ to }: { to: string }) => to === `${recipientId}@payee.example`);
    const { text } = await call(`/sandbox/emails/${found.id}`);
    const [, secret = ""] = /\/invite\/verify\/([\w-]+)/.exec(text) ?? [];
    return secret;
  };
  const verify = (secret: string, amounts: readonly number[]) =>
    browse(world.app, { url: `/verifications/${secret}`, body: { amounts } });
  const depositsTo = async (recipientId: string) =>
    world.service.database.many<{ amount: number; status: string; note: string }>(sql`
      select (-amount_minor)::integer as amount, status, note from transactions
       where organization_id = ${organization.organizationId} and counterparty_id = ${recipientId} and amount_minor > -100
       order by transaction_id`);
  const amountsTo = async (recipientId: string) => (await depositsTo(recipientId)).map(({ amount }) => amount / 100);
  const statusOf = async (id: string) => (await call(`/transaction/${id}`)).status;

  it("takes two deposits, and the payee who enters their amounts", async () => {
    const tern = await newRecipient("Tern Packaging");
    assert.equal(await standing(tern), null);
    const options = await browse(world.app, {
      url: `/recipient/${tern}/account-validation`,
      cookie: await provedIn(world.app, ada),
    });
    assert.deepEqual(options.body, {
      accountIds: [organization.accountId],
      email: `${tern}@payee.example`,
      isOwnChange: false,
    });

    const started = await start(tern);
    assert.equal(started.status, 200, started.text);
    assert.equal(started.body.state, "pending");
    const deposits = await depositsTo(tern);
    assert.deepEqual(
      deposits.map(({ status, note }) => `${status} ${note}`),
      Array(2).fill("pending Micro-deposit that validates the recipient's account"),
    );
    assert.notEqual(deposits[0]?.amount, deposits[1]?.amount);
    assert.equal((await start(tern)).code, "accountValidationOpen");

    const secret = await linkOf(tern);
    const page = await browse(world.app, { url: `/verifications/${secret}` });
    assert.deepEqual([page.status, page.body.attemptsLeft], [200, 3]);
    assert.doesNotMatch(page.text, /123456789|:0\.\d/, "the page shows neither the account nor an amount");

    await days(4);
    assert.deepEqual(
      (await depositsTo(tern)).map(({ status }) => status),
      ["sent", "sent"],
    );
    const { files } = await call("/bank-files?direction=out&limit=1");
    const { text } = await inject(world.app, organization.token, { url: `/bank-files/${files[0].id}/content` });
    const [batch] = readNachaFile(text).batches;
    assert.equal(batch?.header.companyEntryDescription.trim(), "ACCTVERIFY", "as the Nacha rules prescribe");
    assert.equal((await call(`/recipient/${tern}`)).dateLastPaid, null, "the deposits are no payment of the recipient");

    const wrong = await verify(secret, [0.01, 0.01]);
    assert.deepEqual([wrong.status, wrong.code], [400, "amountsWrong"]);
    assert.match(wrong.body.message, /Attempts left: 2/);
    const tooMuch = await verify(secret, [1, 0.5]);
    assert.equal(tooMuch.body.errors.fields[0].path, "amounts.0");
    const amounts = await amountsTo(tern);
    assert.equal((await verify(secret, amounts.toReversed())).status, 204);
    assert.deepEqual([(await standing(tern)).state, (await standing(tern)).method], ["validated", "microDeposits"]);
    assert.equal((await verify(secret, amounts)).code, "verificationUnusable");
    assert.equal((await start(tern)).code, "accountValidationOpen");
    const { differences } = await verifyLedger(world.service.database);
    assert.deepEqual(differences, []);
  });

  it("fails after three wrong answers, or without an answer in time, and may begin again twice", async () => {
    const guessed = await newRecipient("Guessed");
    await start(guessed);
    const secret = await linkOf(guessed);
    for (const left of [2, 1, 0])
      assert.match((await verify(secret, [0.01, 0.01])).body.message, new RegExp(`left: ${left}`));
    assert.equal((await verify(secret, await amountsTo(guessed))).code, "verificationUnusable");
    assert.match((await standing(guessed)).reason, /^BF-AMOUNTS/);

    assert.equal((await start(guessed)).status, 200);
    await days(15);
    assert.match((await standing(guessed)).reason, /^BF-UNVERIFIED/);
    assert.equal(
      (await verify(await linkOf(guessed), (await amountsTo(guessed)).slice(2))).code,
      "verificationUnusable",
    );
    assert.equal((await start(guessed)).status, 200);
    await days(15);
    const last = await start(guessed);
    assert.deepEqual([last.status, last.code], [429, "tooManyValidations"]);
  });

  it("is not started by the user who entered the details, if another one could", async () => {
    const bob = await newPerson(world, organization.organizationId);
    const cookie = await provedIn(world.app, bob);
    const electronicRoutingInfo = {
      accountNumber: "5550001",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    const made = await browse(world.app, {
      url: "/recipients",
      body: { name: "Bob's own", emails: ["bob@example.com"], electronicRoutingInfo },
      cookie,
    });
    const { id } = made.body;
    assert.equal((await start(id, { by: bob })).code, "ownBankDetails");
    assert.deepEqual(await depositsTo(id), []);
    assert.equal((await start(id)).status, 200);
    const clerk = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    assert.equal((await start(id, { by: clerk })).status, 403);
  });

  it("needs an address, and an account whose connection offers it", async () => {
    const mute = await organization.newRecipient("Mute");
    assert.equal((await start(mute)).code, "noAddressForVerification");
    assert.deepEqual(await depositsTo(mute), [], "what is refused moves no money");
    assert.equal((await start(mute, { more: { email: "mute@payee.example" } })).status, 200);
    const elsewhere = await organization.newAccount("Elsewhere");
    await newFolderConnection(world.service, { ...organization, accountId: elsewhere });
    assert.equal(
      (await start(await newRecipient("Other"), { more: { accountId: elsewhere } })).code,
      "microDepositsNotOffered",
    );
  });

  it("holds the first payment back where the organization requires it", async () => {
    const knownBefore = await newRecipient("Known before");
    await days(1);
    await setSettings(world, organization.organizationId, { requireAccountValidation: true });
    const [fresh, wrong] = [await newRecipient("Fresh"), await newRecipient("Wrong", "9902000003")];
    const [toKnown, toFresh, toWrong] = [await pay(knownBefore, 40), await pay(fresh, 41), await pay(wrong, 42)];
    await days(4);
    assert.deepEqual([await statusOf(toKnown), await statusOf(toFresh)], ["sent", "pending"]);
    const { entries } = await call(`/transaction/${toFresh}/timeline`);
    assert.ok(entries.some(({ text }: { text: string }) => text.startsWith("Waits until the recipient's account is")));

    await start(fresh);
    await start(wrong);
    await days(7);
    assert.equal(await statusOf(toFresh), "pending", "the deposits arrived, but nobody entered their amounts");
    assert.match((await standing(wrong)).reason, /^R03/, "the bank returned a deposit");
    const refused = await call(`/transaction/${toWrong}`);
    assert.deepEqual([refused.status, refused.reasonForFailure.slice(0, 10)], ["blocked", "BF-ACCOUNT"]);
    assert.equal((await verify(await linkOf(fresh), await amountsTo(fresh))).status, 204);
    await days(4);
    assert.equal(await statusOf(toFresh), "sent");
    const { differences } = await verifyLedger(world.service.database);
    assert.deepEqual(differences, []);
  });
});
