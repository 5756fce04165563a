import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { watchRows } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { tokenDaysJob } from "#payments/payments";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { quickPasswordHash } from "../../kit/service/quick-password.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { type BrowserCall, browse, newPerson, PASSWORD, signedIn } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { setSettings } from "../../kit/worlds/settings.ts";
import { confirm, twoAdministrators } from "../../kit/worlds/two-people.ts";

const ORIGIN = "http://localhost:8080";
/** How long processes use what they have looked up. */
const CACHE_MS = 600;

const world = await openWorldOfFile({ publicUrl: ORIGIN });

/**
 * Law 45: someone with the password of the serving role changes who people are and what they, tokens, and settings
 * allow. PostgreSQL refuses the statement, or nobody gets in with it and the row is reported.
 */
describe("law 45: a writer to the database", () => {
  let networks = 0;
  let scene: Awaited<ReturnType<typeof twoAdministrators>>;

  beforeEach(async () => {
    scene = await twoAdministratorsHere();
  });

  const newAddress = () => `10.8.${++networks}.1`;
  const call = (given: BrowserCall) =>
    browse(world.app, { headers: { origin: ORIGIN }, address: newAddress(), ...given });
  /** As the serving role. */
  const writes = (text: string, ...values: readonly unknown[]) => world.service.database.run({ text, values });
  const read = async <Row>(text: string, ...values: readonly unknown[]) =>
    world.service.database.one<Row>({ text, values });
  const mayNotWrite = (text: string, ...values: readonly unknown[]) =>
    assert.rejects(writes(text, ...values), { code: "42501" }, text);
  const twoAdministratorsHere = async () => {
    const made = await twoAdministrators(world);
    await setSettings(world, made.organization.organizationId, { secondFactorRequiredFor: [] });
    return made;
  };
  const signIn = (email: string, password = PASSWORD) =>
    call({ url: "/session", body: { email, password, organizationId: scene.organization.organizationId } });
  const statusOf = async (cookie: string) => {
    passTime(CACHE_MS);
    return (await call({ url: "/session", cookie })).status;
  };
  const isReported = async (table: string, key: string) => {
    await acrossOrganizations(() => watchRows(world.service));
    const { organizationId } = scene.organization;
    assert.ok(
      findingsOf(world.service.vault).rows.has(`${organizationId}/${table}/${key}`),
      `${table}/${key} is reported`,
    );
  };
  const everyoneElseGoesOn = async () => assert.equal(await statusOf(scene.asAda), 200);

  describe("changes users", () => {
    it("a password, a role, and a user that were written into the database are not accepted", async () => {
      const { ben, organization } = scene;
      const mine = await quickPasswordHash("the password of an attacker");
      await writes("update users set password_hash = $1 where user_id = $2", mine, ben.userId);
      assert.equal((await signIn(ben.email, "the password of an attacker")).code, "signInRefused");
      assert.equal((await signIn(ben.email)).code, "signInRefused");
      assert.equal(await statusOf(scene.asBen), 401);
      await isReported("users", ben.userId);

      const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
      const asViewer = await signedIn(world.app, viewer);
      await writes("update users set role = 'administrator' where user_id = $1", viewer.userId);
      assert.equal(await statusOf(asViewer), 401);
      await isReported("users", viewer.userId);

      const inserted = world.service.newId();
      await writes(
        `insert into users (organization_id, user_id, email, first_name, last_name, role, password_hash, created_at)
         values ($1, $2, 'mallory@example.com', 'Mallory', 'Gray', 'administrator', $3, now())`,
        organization.organizationId,
        inserted,
        mine,
      );
      assert.equal((await signIn("mallory@example.com", "the password of an attacker")).code, "signInRefused");
      await isReported("users", inserted);
      await everyoneElseGoesOn();
    });

    it("an address and a user's existence cannot be changed at all", async () => {
      await mayNotWrite("update users set email = 'mallory@example.com' where user_id = $1", scene.ben.userId);
      await mayNotWrite("update users set created_at = now() where user_id = $1", scene.ben.userId);
      await mayNotWrite("update users set user_id = $1 where user_id = $1", scene.ben.userId);
      await mayNotWrite("delete from users where user_id = $1", scene.ben.userId);
    });

    it("a locked user stays locked when the row is put back", async () => {
      const viewer = await newPerson(world, scene.organization.organizationId, { role: "viewer" });
      const locked = await call({ method: "POST", url: `/users/${viewer.userId}/lock`, cookie: scene.asAda });
      assert.equal(locked.status, 200, locked.text);
      await writes("update users set locked_at = null where user_id = $1", viewer.userId);
      assert.equal((await signIn(viewer.email)).code, "signInRefused");
      await isReported("users", viewer.userId);
    });

    it("hiding the other administrator does not let one act alone", async () => {
      await writes("update users set locked_at = now() where user_id = $1", scene.ben.userId);
      const body = { email: "eve@example.com", firstName: "Eve", lastName: "Day", role: "administrator" };
      const invited = await call({ url: "/users/invitations", body, cookie: scene.asAda });
      assert.equal(invited.status, 202, "it waits for a second person");
      await isReported("users", scene.ben.userId);
    });
  });

  describe("changes sessions and sign-ins", () => {
    it("a step-up that did not happen ends the session", async () => {
      const viewer = await newPerson(world, scene.organization.organizationId);
      const cookie = await signedIn(world.app, viewer);
      const { id } = await read<{ id: string }>(
        "update sessions set stepped_up_at = now() where user_id = $1 returning session_id as id",
        viewer.userId,
      );
      assert.equal(await statusOf(cookie), 401);
      await isReported("sessions", id);
      await everyoneElseGoesOn();
    });

    it("an ended session stays ended when it is put back, also if it was hidden while all were ended", async () => {
      const { ben, asBen } = scene;
      await writes("update sessions set ended_at = now() where user_id = $1", ben.userId);
      const ended = await call({ method: "POST", url: `/users/${ben.userId}/end-sessions`, cookie: scene.asAda });
      assert.ok(ended.status < 300, ended.text);
      await writes("update sessions set ended_at = null where user_id = $1", ben.userId);
      assert.equal(await statusOf(asBen), 401);
      await mayNotWrite("delete from sessions where user_id = $1", ben.userId);
      await mayNotWrite("update sessions set user_id = $1 where user_id = $2", scene.ada.userId, ben.userId);
      await mayNotWrite("update sessions set expires_at = now() where user_id = $1", ben.userId);
    });

    it("wrong codes stay counted", async () => {
      const { ben } = scene;
      await turnOnSecondFactor(world, ben);
      const begun = await signIn(ben.email);
      assert.equal(begun.body.next, "totp", begun.text);
      const guess = () => call({ url: "/session/totp", body: { signIn: begun.body.signIn, code: "000000" } });
      await guess();
      await writes("update sign_ins set wrong_codes = 0 where user_id = $1", ben.userId);
      assert.equal((await guess()).code, "signInExpired");
      await mayNotWrite("delete from sign_ins where user_id = $1", ben.userId);
    });
  });

  describe("changes second factors", () => {
    it("cannot sign in with the password alone after the authenticator app was taken out of the database", async () => {
      const { ben } = scene;
      await turnOnSecondFactor(world, ben);
      await mayNotWrite("delete from totp_secrets where user_id = $1", ben.userId);
      await writes("update totp_secrets set confirmed_at = null where user_id = $1", ben.userId);
      assert.equal((await signIn(ben.email)).code, "rowNotProven");
      await isReported("totp_secrets", ben.userId);
      await everyoneElseGoesOn();
    });

    it("used codes stay used when their rows are put back", async () => {
      const { ben } = scene;
      const { secret, recoveryCodes } = await turnOnSecondFactor(world, ben);
      const begun = async () => (await signIn(ben.email)).body.signIn as string;
      const [code = ""] = recoveryCodes;
      const recover = async () => call({ url: "/session/recovery-code", body: { signIn: await begun(), code } });
      assert.equal((await recover()).status, 200);
      await writes("update recovery_codes set used_at = null where user_id = $1", ben.userId);
      assert.equal((await recover()).code, "signInRefused");
      await mayNotWrite("delete from recovery_codes where user_id = $1", ben.userId);
      const half = await begun();
      await writes("update totp_secrets set last_step = 0 where user_id = $1", ben.userId);
      const seen = { signIn: half, code: codeNow(world, secret) };
      assert.equal((await call({ url: "/session/totp", body: seen })).code, "rowNotProven", "the code of the set-up");
      await isReported("totp_secrets", ben.userId);
    });

    it("a passkey cannot be taken away or changed, and challenges stay used", async () => {
      const { ada, ben, organization } = scene;
      await setSettings(world, organization.organizationId, { secondFactorRequiredFor: ["administrator"] });
      const authenticator = createAuthenticator({ origin: ORIGIN, rpId: "localhost" });
      const options = await call({ method: "POST", url: "/session/passkeys/options", cookie: scene.asBen });
      const body = { name: "Laptop", ...authenticator.make(options.body) };
      const added = await call({ url: "/session/passkeys", body, cookie: scene.asBen });
      assert.equal(added.status, 201, added.text);
      await mayNotWrite("delete from passkeys where user_id = $1", ben.userId);
      await mayNotWrite("update passkeys set user_id = $1 where user_id = $2", ada.userId, ben.userId);
      await mayNotWrite("update passkeys set public_key = '' where user_id = $1", ben.userId);
      await mayNotWrite("delete from used_passkey_challenges");
      await mayNotWrite("update used_passkey_challenges set expires_at = now()");
      await writes("update passkeys set removed_at = now() where user_id = $1", ben.userId);
      assert.equal((await signIn(ben.email)).code, "rowNotProven", "the password alone does not become enough");
      await isReported("passkeys", added.body.id);
      await everyoneElseGoesOn();
    });
  });

  describe("changes tokens and settings", () => {
    const payWith = async (token: string) => {
      passTime(CACHE_MS);
      return inject(world.app, token, { url: "/accounts" });
    };

    it("a revoked token stays revoked when its row is put back, also if it seemed to be revoked before", async () => {
      const { organization } = scene;
      const token = await organization.newToken({ name: "Payroll" });
      assert.equal((await payWith(token)).status, 200);
      const { id } = await read<{ id: string }>(
        "update api_tokens set revoked_at = now() where name = 'Payroll' and organization_id = $1 returning token_id as id",
        organization.organizationId,
      );
      const revoked = await call({ method: "DELETE", url: `/tokens/${id}`, cookie: scene.asAda });
      assert.equal(revoked.status, 204, revoked.text);
      await writes("update api_tokens set revoked_at = null where token_id = $1", id);
      assert.equal((await payWith(token)).status, 401);
      await isReported("api_tokens", id);
      await everyoneElseGoesOn();
    });

    it("a token's rights cannot be changed, and one that waits for confirmation cannot be activated", async () => {
      const { organization } = scene;
      const token = await organization.newToken({ name: "Waiting", awaitsConfirmation: true });
      const { id } = await read<{ id: string }>(
        "update api_tokens set awaits_confirmation = false where name = 'Waiting' and organization_id = $1 returning token_id as id",
        organization.organizationId,
      );
      assert.equal((await payWith(token)).status, 401);
      await isReported("api_tokens", id);
      for (const column of ["scopes", "allowlist", "expires_at", "token_hash", "created_by"])
        await mayNotWrite(`update api_tokens set ${column} = ${column}`);
      await mayNotWrite("delete from api_tokens");
    });

    it("a lowered total of the day does not raise what a token may send", async () => {
      const { organization } = scene;
      const token = await organization.newToken({ name: "Daily", limits: { perDayMinor: 10_00n } });
      const send = (amount: number) => inject(world.app, token, payment(organization, { amount }));
      assert.equal((await send(6)).status, 200);
      assert.equal((await send(7)).body.errors.errorCode, "tokenDayLimitExceeded");
      const { id } = await read<{ id: string }>(
        "update token_spend s set spent_minor = 0 where organization_id = $1 returning token_id || '/' || spent_on as id",
        organization.organizationId,
      );
      assert.equal((await send(7)).body.errors.errorCode, "tokenDayLimitExceeded", "this process knows what it sent");
      await acrossOrganizations(() => tokenDaysJob(world.service).run());
      const key = `${organization.organizationId}/token_spend/${id}`;
      assert.ok(findingsOf(world.service.vault).rows.has(key), "it is reported");
      const { spent } = await read<{ spent: bigint }>(
        "select spent_minor as spent from token_spend where organization_id = $1",
        organization.organizationId,
      );
      assert.equal(spent, 6_00n, "for every process");
    });

    it("a token whose limits were changed is refused", async () => {
      const { organization } = scene;
      for (const [name, change] of [
        ["Larger", "limit_per_payment_minor = 99999999"],
        ["Unlimited", "limit_per_month_minor = null, payments_per_day = null, counted_since = null"],
        ["Anyone", "recipient_ids = null"],
        ["Anywhere", "account_ids = '{}'"],
      ] as const) {
        const token = await organization.newToken({
          name,
          limits: {
            perPaymentMinor: 5_00n,
            perMonthMinor: 10_00n,
            paymentsPerDay: 3,
            recipientIds: [organization.recipientId],
            accountIds: [organization.accountId],
          },
        });
        assert.equal((await payWith(token)).status, 200, name);
        const { id } = await read<{ id: string }>(
          `update api_tokens set ${change} where name = '${name}' and organization_id = $1 returning token_id as id`,
          organization.organizationId,
        );
        assert.equal((await payWith(token)).status, 401, name);
        await isReported("api_tokens", id);
      }
      await everyoneElseGoesOn();
    });

    it("lowered counts of a token do not raise what it may send, and cannot be deleted", async () => {
      const { organization } = scene;
      const token = await organization.newToken({
        name: "Monthly",
        limits: { perMonthMinor: 10_00n, paymentsPerDay: 5 },
      });
      const send = (amount: number) => inject(world.app, token, payment(organization, { amount }));
      assert.equal((await send(6)).status, 200);
      const { id } = await read<{ id: string }>(
        "update token_usage set day_minor = 0, day_payments = 0, month_minor = 0 where organization_id = $1 and month_minor = 600 returning token_id as id",
        organization.organizationId,
      );
      assert.equal((await send(7)).body.errors.errorCode, "rowNotProven");
      assert.equal((await send(1)).body.errors.errorCode, "rowNotProven");
      await isReported("token_usage", id);
      const { left } = (await inject(world.app, token, { url: "/token" })).body.limits.perMonth;
      assert.equal(left, 0, "nothing is left of counts that nothing vouches for");
      await mayNotWrite("delete from token_usage");
      await everyoneElseGoesOn();
    });

    it("the response of another request is not replayed, and no request is done again", async () => {
      const { organizationId } = scene.organization;
      const create = (name: string) =>
        call({
          url: "/tokens",
          body: { name, kind: "readOnly", idempotencyKey: `key-of-${name}` },
          cookie: scene.asAda,
        });
      assert.equal((await create("one")).status, 200);
      assert.equal((await create("two")).status, 200);
      for (const body of ["(select body from idempotent_replies where body <> r.body limit 1)", "null"]) {
        const status = body === "null" ? "null" : "status_code";
        await writes(
          `update idempotent_replies r set body = ${body}, status_code = ${status} where organization_id = $1`,
          organizationId,
        );
        assert.equal((await create("one")).code, "rowNotProven", body);
      }
      const { count } = await read<{ count: bigint }>(
        "select count(*) as count from api_tokens where organization_id = $1 and name in ('one', 'two')",
        organizationId,
      );
      assert.equal(count, 2n);
      await mayNotWrite("delete from idempotent_replies");
      await mayNotWrite("update idempotent_replies set instruction_hashes = '{}'");
    });

    it("a loosened setting stops its organization, and no other", async () => {
      const { organization } = scene;
      const other = await world.newOrganization();
      for (const change of [
        "duplicate_guard_hours = 0",
        "self_approval = true",
        "direct_send_bound = not direct_send_bound",
      ]) {
        const before = await read<{ row: object }>(
          "select to_jsonb(o) as row from organizations o where organization_id = $1",
          organization.organizationId,
        );
        await writes(`update organizations set ${change} where organization_id = $1`, organization.organizationId);
        assert.equal((await payWith(organization.token)).body.errors.errorCode, "rowNotProven", change);
        assert.equal((await payWith(other.token)).status, 200, change);
        await isReported("organizations", "");
        const put =
          "duplicate_guard_hours = (b).duplicate_guard_hours, self_approval = (b).self_approval, direct_send_bound = (b).direct_send_bound";
        await writes(
          `update organizations set ${put} from jsonb_populate_record(null::organizations, $2::jsonb) b where organizations.organization_id = $1`,
          organization.organizationId,
          JSON.stringify(before.row),
        );
        assert.equal((await payWith(organization.token)).status, 200, "as it was");
      }
      await mayNotWrite("update organizations set legal_business_name = 'Mallory, Inc.'");
      await mayNotWrite("delete from organizations");
    });
  });

  describe("changes what waits", () => {
    it("a withdrawn invitation stays withdrawn, and none can be given another role or address", async () => {
      const { ada, organization } = scene;
      const body = { email: "eve@example.com", firstName: "Eve", lastName: "Day", role: "viewer" };
      const invited = await call({ url: "/users/invitations", body, cookie: scene.asAda });
      assert.ok(invited.status < 300, invited.text);
      const { id } = await read<{ id: string }>(
        "select invitation_id as id from invitations where organization_id = $1 and email = 'eve@example.com'",
        organization.organizationId,
      );
      for (const column of ["role", "email", "user_id", "secret_hash", "expires_at", "confirmed_by"])
        await mayNotWrite(`update invitations set ${column} = ${column}`);
      await mayNotWrite("delete from invitations");
      // Hidden while everything of its sender is withdrawn, then put back.
      await writes("update invitations set status = 'withdrawn', withdrawn_at = now() where invitation_id = $1", id);
      const again = await call({ url: "/users/invitations", body, cookie: scene.asAda });
      assert.ok(again.status < 300, again.text);
      await writes("update invitations set status = 'open', withdrawn_at = null where invitation_id = $1", id);
      const listed = await call({ url: "/users/invitations", cookie: scene.asAda });
      assert.deepEqual(
        listed.body.invitations.map((invitation: { id: string }) => invitation.id).includes(id),
        false,
        "the former link is not open",
      );
      await isReported("invitations", id);
      assert.ok(ada);
    });

    it("a declined change stays declined when it is put back", async () => {
      const body = { email: "eve@example.com", firstName: "Eve", lastName: "Day", role: "administrator" };
      const proposed = await call({ url: "/users/invitations", body, cookie: scene.asAda });
      assert.equal(proposed.status, 202, proposed.text);
      const id = proposed.body.changeId as string;
      for (const column of ["proposal", "base", "kind", "subject", "proposed_by"])
        await mayNotWrite(`update control_changes set ${column} = ${column}`);
      await mayNotWrite("delete from control_changes");
      const declined = await call({ method: "POST", url: `/control-changes/${id}/decline`, cookie: scene.asBen });
      assert.ok(declined.status < 300, declined.text);
      await writes(
        "update control_changes set status = 'proposed', decided_by = null, decided_at = null where change_id = $1",
        id,
      );
      assert.equal((await confirm(world.app, id, scene.asBen)).code, "rowNotProven");
      await isReported("control_changes", id);
      await everyoneElseGoesOn();
    });
  });
});
