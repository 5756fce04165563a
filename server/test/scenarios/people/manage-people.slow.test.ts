import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { rightsOf } from "#records/people/roles.ts";
import { countResealed } from "../../kit/databases/count-resealed.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { agreed, confirm, mailedLink } from "../../kit/worlds/two-people.ts";
import { changeRole } from "../../kit/worlds/users.queries.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Users of an organization are invited, get roles, and are locked, and an administrator always remains. */
describe("manage people", () => {
  let admin: TestPerson;
  let cookie: string;
  /** Joins after the first administrator. */
  let second: TestPerson;
  before(async () => {
    admin = await newPerson(world, organization.organizationId);
    cookie = await provedIn(world.app, admin);
  });

  const asAdmin = (call: Parameters<typeof browse>[1]) => browse(world.app, { cookie, ...call });
  const invitee = (email: string, more: object = {}) => ({
    url: "/users/invitations",
    body: { email, firstName: "Grace", lastName: "Hopper", role: "approver", ...more },
  });
  const secretOf = (link: string) => link.split("#")[1] ?? "";
  const accept = (link: string, password = "three herons above the weir") =>
    browse(world.app, { url: "/invitations/accept", body: { secret: secretOf(link), password } });
  const linkTo = (email: string) => mailedLink(world.app, organization.token, email);
  /** Makes the call and, if it takes two people, confirms it as another administrator. */
  const byTwo = async (call: Parameters<typeof browse>[1]) =>
    agreed(world.app, { cookie, ...call }, await provedIn(world.app, second));
  const actionsOn = async (resourceId: string) => {
    const rows = await world.service.database.many<{ action: string; actor_type: string; actor_id: string }>({
      text: "select action, actor_type, actor_id from audit_log where resource_id = $1 order by audit_id",
      values: [resourceId],
    });
    return rows.map((row) => `${row.actor_type} ${row.action}`);
  };

  test("an invited user chooses a password and signs in with the given role", async () => {
    const invited = await asAdmin(invitee("Grace@Example.com"));
    assert.equal(invited.status, 201, invited.text);
    const link = await linkTo("grace@example.com");
    assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/dashboard\/join#[A-Za-z0-9_-]{64}$/);
    const listed = await asAdmin({ url: "/users/invitations" });
    assert.deepEqual(
      listed.body.invitations.map(({ id, email, role, invitedBy }: Record<string, string>) => [
        id,
        email,
        role,
        invitedBy,
      ]),
      [[invited.body.id, "grace@example.com", "approver", admin.userId]],
    );
    assert.ok(![listed.text, invited.text].some((text) => text.includes(secretOf(link))), "only the mail contains it");

    for (const weak of ["short", "password1234", "aaaaaaaaaaaaaaa", "grace@example.com"])
      assert.equal((await accept(link, weak)).code, "invalidRequest", weak);
    const accepted = await accept(link);
    assert.deepEqual(accepted.body, { organizationId: organization.organizationId, email: "grace@example.com" });
    assert.equal((await accept(link)).code, "invitationInvalid", "once");
    const session = await browse(world.app, {
      url: "/session",
      body: { email: "GRACE@example.com", password: "three herons above the weir" },
    });
    const self = await browse(world.app, { url: "/session", cookie: session.cookie });
    assert.deepEqual(
      [self.body.user.role, self.body.user.organizationRole, self.body.permissions, self.body.secondFactor],
      ["approver", "customUser", ["approvePayments"], false],
    );
    assert.deepEqual(await actionsOn(invited.body.id), ["user user.invite"]);
    assert.deepEqual(await actionsOn(self.body.user.userId), ["user user.create"]);
    assert.equal((await asAdmin(invitee("grace@example.com"))).code, "emailTaken");
  });

  test("an invitation link ends when it is withdrawn or replaced, and after seven days", async () => {
    const inviteAlan = async () => ({
      ...(await asAdmin(invitee("alan@example.com"))).body,
      link: await linkTo("alan@example.com"),
    });
    const first = await inviteAlan();
    const second = await inviteAlan();
    assert.equal((await accept(first.link)).code, "invitationInvalid");
    const withdraw = () => asAdmin({ method: "POST", url: `/users/invitations/${second.id}/withdraw` });
    assert.equal((await withdraw()).status, 204);
    assert.equal((await withdraw()).code, "resourceNotFound");
    assert.equal((await accept(second.link)).code, "invitationInvalid");
    assert.equal((await accept("#nonsense")).code, "invitationInvalid");
    const third = await inviteAlan();
    world.clock.set(plusMs(world.clock.now(), 7 * DAY_MS));
    assert.equal((await accept(third.link)).code, "invitationInvalid");
    cookie = await provedIn(world.app, admin);
  });

  test("lists roles by name, and the role custom with its permissions", async () => {
    for (const [more, path] of [
      [{ role: "king" }, "role"],
      [{ role: "custom" }, "customPermissions"],
      [{ role: "viewer", customPermissions: ["fetchUsers"] }, "customPermissions"],
      [{ role: "custom", customPermissions: ["fetchUsers", "everything"] }, "customPermissions"],
      [{ email: "nobody" }, "email"],
      [{ firstName: " " }, "firstName"],
    ] as const) {
      const refused = await asAdmin(invitee("x@example.com", more));
      assert.equal(refused.code, "invalidRequest", JSON.stringify(more));
      assert.equal(refused.body.errors.fields[0].path, path);
    }
  });

  test("users cannot grant or remove more than their own permissions, change themselves, or remove the last administrator", async () => {
    const helper = await newPerson(world, organization.organizationId, {
      role: "custom",
      customPermissions: ["fetchUsers", "manageUsers"],
    });
    const helperCookie = await provedIn(world.app, helper);
    const asHelper = (call: Parameters<typeof browse>[1]) => browse(world.app, { cookie: helperCookie, ...call });
    const lock = (userId: string) => ({ method: "POST" as const, url: `/users/${userId}/lock` });
    const role = (userId: string, body: object) => ({ method: "PATCH" as const, url: `/users/${userId}`, body });

    assert.equal((await asHelper(invitee("eve@example.com", { role: "administrator" }))).code, "beyondOwnRights");
    assert.equal((await asHelper(lock(admin.userId))).code, "beyondOwnRights");
    assert.equal((await asHelper(role(helper.userId, { role: "administrator" }))).code, "ownAccount");
    const peer = await newPerson(world, organization.organizationId, {
      role: "custom",
      customPermissions: ["fetchUsers"],
    });
    assert.equal((await asHelper(role(peer.userId, { role: "administrator" }))).code, "beyondOwnRights");
    assert.equal((await asHelper(role(peer.userId, { lastName: "Byron" }))).body.lastName, "Byron");
    assert.equal((await asHelper(lock(peer.userId))).body.status, "locked");
    assert.equal((await asAdmin({ method: "POST", url: `/users/${peer.userId}/unlock` })).body.status, "active");

    assert.equal((await asAdmin(lock(admin.userId))).code, "ownAccount");
    assert.equal((await asAdmin(role(admin.userId, { role: "viewer" }))).code, "ownAccount");
    assert.equal(
      (await asAdmin(role(admin.userId, { firstName: "Augusta" }))).status,
      200,
      "users may change their own name",
    );
    assert.equal((await asAdmin(lock("01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"))).code, "resourceNotFound");
  });

  test("shows a user manager the allowed actions for each user and the permissions of each role", async () => {
    const { body } = await asAdmin({ url: "/users" });
    const actionsOf = (userId: string) =>
      body.users.find((user: { userId: string }) => user.userId === userId).allowedActions;
    assert.deepEqual(actionsOf(admin.userId), ["rename"]);
    const other = body.users.find(
      ({ userId, status }: Record<string, string>) => userId !== admin.userId && status === "active",
    );
    assert.deepEqual(other.allowedActions, ["rename", "changeRole", "endSessions", "lock"]);
    const viewer = await signedIn(world.app, await newPerson(world, organization.organizationId, { role: "viewer" }));
    const seen = await browse(world.app, { url: `/users/${admin.userId}`, cookie: viewer });
    assert.deepEqual(seen.body.allowedActions, []);
    const roles = await asAdmin({ url: "/roles" });
    const names = roles.body.rights.map(({ name }: { name: string }) => name);
    for (const role of roles.body.roles) for (const right of role.rights) assert.ok(names.includes(right), right);
    assert.ok(roles.body.roles[0].rights.includes("manageUsers"));
    const renamed = await browse(world.app, {
      method: "PATCH",
      url: "/session/user",
      body: { firstName: " Vera ", lastName: "Viewer" },
      cookie: viewer,
    });
    assert.deepEqual([renamed.body.firstName, renamed.body.role], ["Vera", "viewer"]);
  });

  test("changing other users' permissions requires a step-up", async () => {
    const unproved = await signedIn(world.app, admin);
    const other = await newPerson(world, organization.organizationId, { role: "viewer" });
    const open = (await asAdmin(invitee("waits@example.com"))).body;
    const user = `/users/${other.userId}`;
    for (const call of [
      invitee("mallory@example.com", { role: "administrator" }),
      { method: "POST", url: `/users/invitations/${open.id}/resend` },
      { method: "PATCH", url: user, body: { role: "administrator" } },
      { method: "POST", url: `${user}/lock` },
      { method: "POST", url: `${user}/unlock` },
    ] as const)
      assert.equal((await browse(world.app, { ...call, cookie: unproved })).code, "stepUpNeeded", call.url);
  });

  test("a user who loses a role also loses tokens with more permissions and invitations they sent", async () => {
    const maker = await newPerson(world, organization.organizationId);
    second = await newPerson(world, organization.organizationId);
    const makerCookie = await provedIn(world.app, maker);
    const asMaker = (call: Parameters<typeof browse>[1]) => browse(world.app, { cookie: makerCookie, ...call });
    const newToken = async (body: object) => {
      const made = (await asMaker({ url: "/tokens", body })).body;
      for (const { changeId } of (await asAdmin({ url: "/control-changes" })).body.changes)
        assert.equal((await confirm(world.app, changeId, cookie)).body.status, "applied");
      return made.token as string;
    };
    const pays = await newToken({ name: "Pays", kind: "readWrite" });
    const reads = await newToken({ name: "Reads", kind: "custom", scopes: ["fetchDepositoryAccounts"] });
    const invited = await agreed(
      world.app,
      { ...invitee("heir@example.com", { role: "administrator" }), cookie: makerCookie },
      cookie,
    );
    assert.equal(invited.body.status, "applied", invited.text);
    const administrator = {
      id: (await asAdmin({ url: "/users/invitations" })).body.invitations[0].id,
      link: await linkTo("heir@example.com"),
    };
    await asMaker(invitee("guest@example.com", { role: "viewer" }));
    const viewer = { link: await linkTo("guest@example.com") };
    const accounts = async (token: string) => (await inject(world.app, token, { url: "/accounts" })).status;
    const become = (role: string, customPermissions: string[] = []) =>
      byTwo({ method: "PATCH", url: `/users/${maker.userId}`, body: { role, customPermissions } });

    const manager = ["manageUsers", "fetchDepositoryAccounts", "fetchUsers"];
    const viewersOwn = (await asAdmin({ url: "/roles" })).body.roles.find(
      ({ name }: { name: string }) => name === "viewer",
    ).rights;
    assert.equal((await become("custom", [...new Set([...manager, ...viewersOwn])])).status, 200);
    world.clock.set(plusMs(world.clock.now(), 1_000));
    assert.deepEqual([await accounts(pays), await accounts(reads)], [401, 200]);
    assert.equal((await accept(administrator.link)).code, "invitationInvalid");
    assert.deepEqual(await actionsOn(administrator.id), ["user user.invite", "user user.withdrawInvitation"]);

    assert.equal((await become("bookkeeper")).status, 200);
    assert.equal(
      (await accept(viewer.link)).code,
      "invitationInvalid",
      "a user who may not manage users cannot invite",
    );
    assert.deepEqual(await accounts(reads), 200);
  });

  test("refuses an invitation from a user whose role has just been removed", async () => {
    const late = await newPerson(world, organization.organizationId);
    const lateCookie = await provedIn(world.app, late);
    const asLate = (call: Parameters<typeof browse>[1]) => browse(world.app, { cookie: lateCookie, ...call });
    // Sessions are cached for half a second; this request fills the cache.
    assert.equal((await asLate({ url: "/users/invitations" })).status, 200);
    await changeRole(world.service, late.organizationId, late.userId, "viewer");
    const invited = await asLate(invitee("late@example.com", { role: "administrator" }));
    assert.deepEqual([invited.status, invited.code], [403, "notPermitted"]);
  });

  test("a custom role with every permission cannot remove the last administrator", async () => {
    const { organizationId } = await world.newOrganization();
    const last = await newPerson(world, organizationId);
    const { scopes, permissions } = rightsOf("administrator", []);
    const customPermissions = [...scopes, ...permissions];
    const helper = await newPerson(world, organizationId, { role: "custom", customPermissions });
    const helperCookie = await provedIn(world.app, helper);
    const url = `/users/${last.userId}`;
    for (const call of [
      { method: "POST", url: `${url}/lock` },
      { method: "PATCH", url, body: { role: "viewer" } },
    ] as const)
      assert.equal((await browse(world.app, { ...call, cookie: helperCookie })).code, "lastAdministrator", call.url);
  });

  test("one administrator remains when two concurrently confirm each other's lock", async () => {
    const other = await world.newOrganization();
    const pair = [await newPerson(world, other.organizationId), await newPerson(world, other.organizationId)] as const;
    const cookies = [await provedIn(world.app, pair[0]), await provedIn(world.app, pair[1])] as const;
    const proposed = await Promise.all([
      browse(world.app, { method: "POST", url: `/users/${pair[1].userId}/lock`, cookie: cookies[0] }),
      browse(world.app, { method: "POST", url: `/users/${pair[0].userId}/lock`, cookie: cookies[1] }),
    ]);
    assert.deepEqual(
      proposed.map(({ status }) => status),
      [202, 202],
      "neither can lock the other alone",
    );
    // Nobody else can confirm, so each may confirm being locked.
    const answers = await Promise.all([
      confirm(world.app, proposed[0].body.changeId, cookies[1]),
      confirm(world.app, proposed[1].body.changeId, cookies[0]),
    ]);
    assert.equal(answers.filter(({ body }) => body?.status === "applied").length, 1);
    const late = answers.find(({ body }) => body?.status !== "applied");
    const outcome = late?.code ?? late?.body.status;
    assert.ok(["overtaken", "mayNotDecideControlChange", "sessionEnded"].includes(outcome), late?.text ?? "");
  });

  test("changing the password ends other sessions, and the old password no longer works", async () => {
    const user = await newPerson(world, organization.organizationId, { role: "viewer" });
    const here = await signedIn(world.app, user);
    const elsewhere = await signedIn(world.app, user);
    const change = (password: string, newPassword: string) =>
      browse(world.app, { url: "/session/password", body: { password, newPassword }, cookie: here });
    assert.equal((await change("not the password", "three herons above the weir")).code, "stepUpRefused");
    assert.equal((await change(PASSWORD, "qwertyuiop123")).code, "invalidRequest");
    assert.equal((await change(PASSWORD, "three herons above the weir")).status, 204);
    assert.equal((await browse(world.app, { url: "/session", cookie: here })).status, 200);
    assert.equal((await browse(world.app, { url: "/session", cookie: elsewhere })).code, "sessionEnded");
    assert.equal(
      (await browse(world.app, { url: "/session", body: { email: user.email, password: PASSWORD } })).status,
      401,
    );
  });

  test("a second factor is confirmed once, with a valid code, and survives a key rotation", async () => {
    const user = await newPerson(world, organization.organizationId, { role: "viewer" });
    const own = await signedIn(world.app, user);
    const start = () => browse(world.app, { method: "POST", url: "/session/totp-enrolment", cookie: own });
    const confirm = (code: string) =>
      browse(world.app, { url: "/session/totp-enrolment/confirm", body: { code }, cookie: own });
    assert.equal((await confirm("000000")).code, "secondFactorIsOff");
    assert.equal((await start()).code, "stepUpNeeded", "a session alone is not enough");
    await browse(world.app, { url: "/session/step-up", body: { password: PASSWORD }, cookie: own });
    assert.match((await start()).body.uri, /^otpauth:\/\/totp\/Bursar:.+issuer=Bursar&secret=[A-Z2-7]{32}&/);
    assert.equal((await confirm("000000")).code, "wrongCode");
    const { recoveryCodes, secret } = await turnOnSecondFactor(world, user);
    assert.equal(new Set(recoveryCodes).size, 10);
    assert.equal((await start()).code, "secondFactorIsOn");

    const { organizationId } = organization;
    await world.service.database.transaction((tx) =>
      world.service.vault.rotateOrganizationKey(tx, organizationId, world.clock.now()),
    );
    assert.equal(await countResealed(world.service, organizationId, "totp_secrets.secret"), 1);
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    const body = { code: codeNow(world, secret) };
    assert.equal((await browse(world.app, { url: "/session/step-up", body, cookie: own })).status, 204);
  });

  test("a token can read the organization's users, page by page, but change none", async () => {
    const { token } = organization;
    const { body } = await inject(world.app, token, { url: `/users?limit=1&start_after=${organization.creatorId}` });
    assert.deepEqual(body.users, [
      {
        userId: admin.userId,
        email: admin.email,
        firstName: "Augusta",
        lastName: "Lovelace",
        organizationRole: "administrator",
        role: "administrator",
        customPermissions: [],
        status: "active",
      },
    ]);
    const next = await inject(world.app, token, { url: `/users?limit=1&start_after=${body.page.nextPage}` });
    assert.notEqual(next.body.users[0].userId, admin.userId);
    const single = await inject(world.app, token, { url: `/users/${admin.userId}` });
    assert.deepEqual(single.body, body.users[0]);
    for (const [role, organizationRole] of [
      ["bookkeeper", "bookkeeper"],
      ["viewer", "customUser"],
      ["approver", "customUser"],
    ] as const) {
      const { userId } = await newPerson(world, organization.organizationId, { role });
      const shown = (await inject(world.app, token, { url: `/users/${userId}` })).body;
      assert.deepEqual([shown.role, shown.organizationRole], [role, organizationRole]);
    }
    const refused = await inject(world.app, token, { method: "POST", url: `/users/${admin.userId}/lock` });
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [403, "personNeeded"]);
  });
});
