import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { invite as inviteUser } from "#records/people";
import { achSettings, sftpSettings } from "../../kit/banks/bank-connections.ts";
import { failInvitationMail } from "../../kit/operations/set-up-fixtures.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { type BrowserCall, browse, newPerson, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";
import { confirm, twoAdministrators } from "../../kit/worlds/two-people.ts";

const world = await openWorldOfFile();
const { app } = world;
const SECRET = "a password that nobody may read";

const as = (cookie: string) => (call: Omit<BrowserCall, "cookie">) => browse(app, { ...call, cookie });
const post = (url: string, body: unknown = {}) => ({ method: "POST" as const, url, body });
const folderOf = ({ organizationId }: TestOrganization) =>
  join(world.service.config.dataDir, "banks", organizationId, "first-harbor");

const sftp = (accountId: string) => ({
  name: "First Harbor ACH",
  rail: "ach",
  kind: "sftp",
  accountIds: [accountId],
  railSettings: achSettings,
  channel: sftpSettings,
  secrets: { password: SECRET },
});
const folder = (organization: TestOrganization, accountId = organization.accountId) => ({
  ...sftp(accountId),
  kind: "folder",
  channel: { folder: folderOf(organization) },
  secrets: {},
});

/** A connection of an account of its own, in rehearsal. */
async function rehearsing(organization: TestOrganization, cookie: string): Promise<string> {
  const added = await as(cookie)(post("/bank-connections", folder(organization, await organization.newAccount("New"))));
  assert.equal(added.status, 201, added.text);
  const tested = await as(cookie)(post(`/bank-connections/${added.body.id}/test`));
  assert.equal(tested.body.passed, true, tested.text);
  const rehearsed = await as(cookie)(post(`/bank-connections/${added.body.id}/rehearse`));
  assert.equal(rehearsed.body.state, "rehearsal", rehearsed.text);
  return added.body.id;
}

describe("bank connections that users set up", () => {
  it("take secrets and never show them, not even to a server that another user names", async () => {
    const { organization, asAda, asBen } = await twoAdministrators(world);
    const ada = as(asAda);
    const added = await ada(post("/bank-connections", sftp(await organization.newAccount("Elsewhere"))));
    assert.equal(added.status, 201, added.text);
    assert.equal(added.body.state, "draft");
    const url = `/bank-connections/${added.body.id}/settings`;
    const { body: settings, text } = await as(asBen)({ url });
    assert.deepEqual(settings.storedSecrets, ["password"]);
    for (const each of [added.text, text, (await ada({ url: "/bank-connections" })).text])
      assert.ok(!each.includes(SECRET), each);

    const { version } = settings;
    const named = await as(asBen)(post(url, { version, channel: { host: "sftp.mallory.example" } }));
    assert.deepEqual([named.status, named.code], [400, "invalidRequest"]);
    assert.match(named.text, /secrets\.password must be entered again for another server|must be entered again/);
    const again = { version, channel: { host: "sftp2.bank.example" }, secrets: { password: "another one" } };
    const changed = await as(asBen)(post(url, again));
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await ada(post(url, { version, name: "Old" }))).code, "bankConnectionChanged");
    const { body: log } = await ada({ url: "/audit?limit=20" });
    assert.ok(!JSON.stringify(log).includes(SECRET));
  });

  it("have their folders where users may have them", async () => {
    const { organization, asAda } = await twoAdministrators(world);
    const { organizationId: other } = await world.newOrganization();
    const root = join(world.service.config.dataDir, "banks", organization.organizationId);
    for (const place of ["/etc", root, join(root, "..", other, "bank"), `${root}/a/../../${other}`]) {
      const refused = await as(asAda)(
        post("/bank-connections", { ...folder(organization), channel: { folder: place } }),
      );
      assert.deepEqual([refused.status, refused.code], [400, "invalidRequest"], place);
      assert.match(refused.text, /channel\.folder/);
    }
  });

  it("go live when a second administrator confirms where files go, and not after a change", async () => {
    const { organization, asAda, asBen } = await twoAdministrators(world);
    const connectionId = await rehearsing(organization, asAda);
    const goLive = () => as(asAda)(post(`/bank-connections/${connectionId}/go-live`));
    const stateOf = async () =>
      (await as(asAda)({ url: "/bank-connections" })).body.bankConnections.find(
        ({ id }: { id: string }) => id === connectionId,
      )?.state;
    const first = await goLive();
    assert.equal(first.status, 202, first.text);
    assert.equal(await stateOf(), "rehearsal");
    const { body: waiting } = await as(asBen)({ url: "/control-changes" });
    assert.match(waiting.changes[0].summary, new RegExp(`Go live with .* from New to ${folderOf(organization)}`));

    // Ada changes it after Ben has seen it.
    const url = `/bank-connections/${connectionId}/settings`;
    const { version } = (await as(asAda)({ url })).body;
    const changed = await as(asAda)(post(url, { version, railSettings: { companyName: "MALLORY" } }));
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await confirm(app, first.body.changeId, asBen)).body.status, "overtaken");
    assert.equal(await stateOf(), "rehearsal");
    assert.equal((await goLive()).code, "bankConnectionNotTested");

    await as(asAda)(post(`/bank-connections/${connectionId}/test`));
    const second = await goLive();
    assert.equal((await confirm(app, second.body.changeId, asAda)).code, "ownControlChange");
    assert.equal((await confirm(app, second.body.changeId, asBen)).body.status, "applied");
    assert.equal(await stateOf(), "live");

    const { version: live } = (await as(asAda)({ url })).body;
    assert.equal((await as(asAda)(post(url, { version: live, name: "Other" }))).code, "bankConnectionInState");
    assert.equal((await as(asAda)(post(`/bank-connections/${connectionId}/remove`))).code, "bankConnectionInState");
    assert.deepEqual(readdirSync(folderOf(organization)).sort(), ["inbox", "outbox"]);
    const { body: mails } = await inject(app, organization.token, { url: "/sandbox/emails?limit=1" });
    const { body: mail } = await inject(app, organization.token, { url: `/sandbox/emails/${mails.emails[0].id}` });
    assert.match(mail.text, /is live: payments leave through it\. It was done in the dashboard, by Ada Lovelace/);
  });

  it("are set up alone by an administrator without a second one", async () => {
    const organization = await world.newOrganization();
    const cookie = await provedIn(app, await newPerson(world, organization.organizationId));
    const connectionId = await rehearsing(organization, cookie);
    const live = await as(cookie)(post(`/bank-connections/${connectionId}/go-live`));
    assert.deepEqual([live.status, live.body.state], [200, "live"], live.text);
  });

  it("need a recent proof of identity, and the permission", async () => {
    const { organization, ada } = await twoAdministrators(world);
    const cookie = await signedIn(app, ada);
    assert.equal((await as(cookie)(post("/bank-connections", folder(organization)))).code, "stepUpNeeded");
    const viewer = await provedIn(app, await newPerson(world, organization.organizationId, { role: "viewer" }));
    for (const call of [
      { url: "/set-up-to-live" },
      { url: "/bank-connections/questions" },
      post("/bank-connections", folder(organization)),
    ])
      assert.equal((await as(viewer)(call)).code, "notPermitted");
  });
});

describe("previews", () => {
  it("say that a payment waits while no connection is live, and is not sent in a rehearsal", async () => {
    const { organization, asAda } = await twoAdministrators(world);
    const { accountId, recipientId } = organization;
    const warnings = async () => {
      const body = { recipientId, amount: 12, paymentMethod: "ach" };
      const url = `/account/${accountId}/request-send-money/preview`;
      const answer = await inject(app, organization.token, { url, body });
      return (answer.body.warnings as { code: string; message: string }[]).map(({ code }) => code);
    };
    const about = ["noLiveBankConnection", "bankConnectionInRehearsal"];
    const aboutBank = async () => (await warnings()).filter((code) => about.includes(code));
    // The sandbox's own bank would take it.
    assert.deepEqual(await aboutBank(), []);
    const { body: added } = await as(asAda)(post("/bank-connections", folder(organization)));
    assert.deepEqual(await aboutBank(), ["noLiveBankConnection"]);
    await as(asAda)(post(`/bank-connections/${added.id}/test`));
    await as(asAda)(post(`/bank-connections/${added.id}/rehearse`));
    assert.deepEqual(await aboutBank(), ["bankConnectionInRehearsal"]);
  });
});

describe("an opening balance", () => {
  const opened = async (cookie: string, accountNumber: string) => {
    const body = { name: "Operating", kind: "checking", routingNumber: "021000021", accountNumber };
    const answer = await as(cookie)(post("/accounts", body));
    assert.equal(answer.status, 201, answer.text);
    return answer.body.accountId as AccountId;
  };
  const balanceOf = async ({ token }: TestOrganization, accountId: string) =>
    (await inject(app, token, { url: `/account/${accountId}` })).body.availableBalance;

  it("waits for a second administrator, and comes before any transaction", async () => {
    const { organization, asAda, asBen } = await twoAdministrators(world);
    const accountId = await opened(asAda, "445566770001");
    const body = { name: "Twice", kind: "checking", routingNumber: "021000021", accountNumber: "445566770001" };
    assert.equal((await as(asBen)(post("/accounts", body))).code, "accountOpenAlready");
    const url = `/account/${accountId}/opening-balance`;
    const proposed = await as(asAda)(post(url, { amount: 2500.5 }));
    assert.equal(proposed.status, 202, proposed.text);
    assert.equal(await balanceOf(organization, accountId), 0);
    assert.equal((await confirm(app, proposed.body.changeId, asBen)).body.status, "applied");
    assert.equal(await balanceOf(organization, accountId), 2500.5);
    assert.equal((await as(asAda)(post(url, { amount: 1 }))).code, "accountHasTransactions");
  });

  it("is overtaken by a deposit that came first", async () => {
    const { organization, asAda, asBen } = await twoAdministrators(world);
    const accountId = await opened(asAda, "445566770002");
    const { body } = await as(asAda)(post(`/account/${accountId}/opening-balance`, { amount: 100 }));
    await organization.deposit(accountId, 5_00n);
    assert.equal((await confirm(app, body.changeId, asBen)).body.status, "overtaken");
    assert.equal(await balanceOf(organization, accountId), 5);
  });
});

describe("an invitation that no mail server took", () => {
  const invite = (email: string, role = "viewer") =>
    post("/users/invitations", { email, firstName: "Grace", lastName: "Hopper", role });
  const listed = async (cookie: string, email: string) =>
    (await as(cookie)({ url: "/users/invitations" })).body.invitations.find(
      (invitation: { email: string }) => invitation.email === email,
    );

  it("says so, and offers its link to an administrator who did not send it", async () => {
    const { organization, asAda, asBen } = await twoAdministrators(world);
    const email = "grace@example.com";
    const { body: sent } = await as(asAda)(invite(email));
    assert.deepEqual([sent.delivery, sent.linkOffered], ["waiting", false]);
    const url = `/users/invitations/${sent.id}/link`;
    assert.equal((await as(asBen)(post(url))).code, "invitationLinkNotOffered");
    await failInvitationMail(world, organization.organizationId);
    const [forAda, forBen] = [await listed(asAda, email), await listed(asBen, email)];
    assert.deepEqual([forAda.delivery, forAda.deliveryProblem], ["failed", "ECONNREFUSED"]);
    assert.deepEqual([forAda.linkOffered, forBen.linkOffered], [false, true]);
    assert.equal((await as(asAda)(post(url))).code, "invitationLinkNotOffered");

    const received = await as(asBen)(post(url));
    assert.equal(received.status, 201, received.text);
    assert.deepEqual([(await listed(asBen, email)).delivery], ["link"]);
    const secret = received.body.link.split("#")[1];
    const joined = await browse(app, {
      url: "/invitations/accept",
      body: { secret, password: "three herons above the weir" },
    });
    assert.equal(joined.body.email, email, joined.text);
    const { body: log } = await as(asAda)({ url: "/audit?limit=20" });
    assert.match(JSON.stringify(log), /user\.showInvitationLink/);
  });

  it("gives rights only if two people agreed to it before", async () => {
    const organization = await world.newOrganization();
    const { organizationId } = organization;
    const asAda = await provedIn(app, await newPerson(world, organizationId));
    const email = "puppet@example.com";
    const { body: sent } = await as(asAda)(invite(email, "administrator"));
    await failInvitationMail(world, organizationId);
    assert.equal((await listed(asAda, email)).linkOffered, false, "a lone administrator is the sender");
    const asBen = await provedIn(app, await newPerson(world, organizationId));
    assert.equal((await listed(asBen, email)).linkOffered, false, "one person chose the invitee");
    assert.equal((await as(asBen)(post(`/users/invitations/${sent.id}/link`))).code, "invitationLinkNotOffered");
  });

  it("shows no link of an invitation that the operator made", async () => {
    const { organization, asAda } = await twoAdministrators(world);
    const email = "operators@example.com";
    const invitee = { email, firstName: "Grace", lastName: "Hopper", role: "viewer", customPermissions: [] } as const;
    const people = { ...world.service, machineClock: world.service.clock };
    const { organizationId } = organization;
    await world.service.database.transaction((tx) =>
      inviteUser(people, tx, { organizationId, invitee, actor: operator, caller: undefined }),
    );
    await failInvitationMail(world, organization.organizationId);
    assert.deepEqual(
      [(await listed(asAda, email)).delivery, (await listed(asAda, email)).linkOffered],
      ["failed", false],
    );
  });
});

describe("the list of what to set up", () => {
  interface Item {
    readonly item: string;
    readonly done: boolean;
    readonly found: string;
    readonly confirms: string | null;
    readonly confirmation: { readonly by: string } | null;
  }
  const list = async (cookie: string) => {
    const { body } = await as(cookie)({ url: "/set-up-to-live" });
    const items = body.items as readonly Item[];
    const itemOf = (name: string) => items.find(({ item }) => item === name) ?? assert.fail(name);
    return { itemOf, done: items.filter(({ done }) => done).map(({ item }) => item) };
  };

  it("follows what the service sees, and what named users confirm", async () => {
    const organization = await world.newOrganization();
    const asAda = await provedIn(app, await newPerson(world, organization.organizationId));
    assert.deepEqual((await list(asAda)).done, ["accounts"]);

    const address = { address1: "1 Main Street", city: "New York", region: "NY", postalCode: "10001" };
    assert.equal((await as(asAda)(post("/organization/legal-address/replace", address))).status, 200);
    assert.equal(
      (await as(asAda)(post("/organization/legal-address/replace", { ...address, region: "XX" }))).status,
      400,
    );
    await newPerson(world, organization.organizationId);
    assert.deepEqual((await list(asAda)).done, ["organization", "accounts", "colleagues"]);

    const confirmed = await as(asAda)(post("/set-up-to-live/monitoring/confirm"));
    assert.equal(confirmed.status, 200, confirmed.text);
    const { itemOf } = await list(asAda);
    assert.deepEqual([itemOf("monitoring").done, itemOf("monitoring").confirmation?.by], [true, "Ada Lovelace"]);
    await as(asAda)(post("/set-up-to-live/monitoring/withdraw"));
    assert.equal((await list(asAda)).itemOf("monitoring").done, false);
    assert.equal((await as(asAda)(post("/set-up-to-live/monitoring/withdraw"))).code, "resourceNotFound");
  });

  it("takes no confirmation of what the service can see is missing", async () => {
    const { organization, asAda } = await twoAdministrators(world);
    for (const item of ["organization", "rehearsal", "goLive", "email"])
      assert.equal((await as(asAda)(post(`/set-up-to-live/${item}/confirm`))).code, "setUpItemNotConfirmable", item);
    await rehearsing(organization, asAda);
    assert.match((await list(asAda)).itemOf("rehearsal").found, /No payment has been put into a file yet/);
    assert.equal((await as(asAda)(post("/set-up-to-live/rehearsal/confirm"))).code, "setUpItemNotConfirmable");
  });

  it("counts a test email once the mail server took it and the user received it", async () => {
    const { asAda, asBen, ben, organization, ada } = await twoAdministrators(world);
    const sent = await as(asAda)(post("/set-up-to-live/test-email"));
    assert.deepEqual([sent.status, sent.body.recipient], [202, ada.email]);
    assert.match((await list(asAda)).itemOf("email").found, /is on its way/);
    for (const { name, run } of app.jobs) if (name === "mail") await run();
    const { itemOf } = await list(asAda);
    assert.equal(itemOf("email").confirms, "The test email arrived.");
    assert.equal((await as(asAda)(post("/set-up-to-live/email/confirm"))).status, 200);
    assert.equal((await list(asAda)).itemOf("email").done, true);
    const { body } = await inject(app, organization.token, { url: "/sandbox/emails?limit=1" });
    assert.equal(body.emails[0].subject, "Test email from Bursar");
    for (let more = 0; more < 9; more += 1) await as(asAda)(post("/set-up-to-live/test-email"));
    assert.equal((await as(asAda)(post("/set-up-to-live/test-email"))).code, "tooManyTestEmails");
    assert.equal((await list(asBen)).itemOf("email").done, true, "another test does not undo it");

    // Old emails are deleted, and that one arrived stays true.
    await setSettings(world, organization.organizationId, { secondFactorRequiredFor: [] });
    world.clock.set(plusMs(world.clock.now(), 31 * DAY_MS));
    for (const name of ["mail", "mail", "mail-clean-up"]) await app.jobs.find((job) => job.name === name)?.run();
    const later = (await list(await provedIn(app, ben))).itemOf("email");
    assert.match(later.found, /No test email was sent in the last 30 days/);
    assert.equal(later.done, true);
  });
});
