import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { App } from "#main/app.ts";
import { createToken } from "#records/identity";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { type IdentityProvider, openIdentityProvider } from "../../kit/single-sign-on/identity-provider.ts";
import { openSignOn, type SignOnSettings, verified } from "../../kit/single-sign-on/sign-on-world.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";
import { turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { confirm } from "../../kit/worlds/two-people.ts";

const world = await openWorldOfFile();

const BY_GROUPS = {
  roleSource: "groups",
  roleMappings: [
    { value: "Treasurers", role: "administrator", customPermissions: [] },
    { value: "Finance", role: "approver", customPermissions: [] },
  ],
};

/** Law 48, for what the provider sends over SCIM: who is out, and which roles groups give. */
describe("law 48: users whom the provider manages", () => {
  let provider: IdentityProvider;
  let nodes: readonly App[];
  before(async () => {
    provider = await openIdentityProvider();
    nodes = [world.app, await world.anotherNode()];
  });
  after(() => provider.close());

  /** As someone with the password of the serving role. */
  const writes = (text: string, ...values: readonly unknown[]) => world.service.database.run({ text, values });

  /** An organization whose provider has a token for SCIM that two people agreed on. */
  async function openScim(settings: SignOnSettings = {}) {
    const scene = await openSignOn(world, provider, settings);
    const body = { name: "Acme ID", kind: "provisioning" };
    const created = await browse(world.app, { url: "/tokens", body, cookie: scene.asAda });
    assert.equal(created.body.apiToken.state, "waiting", created.text);
    const token: string = created.body.token;
    assert.equal((await inject(world.app, token, { url: "/scim/v2/Users" })).status, 401, "one person alone");
    const { changes } = (await browse(world.app, { url: "/control-changes", cookie: scene.asBen })).body;
    assert.equal((await confirm(world.app, changes[0].changeId, scene.asAda)).code, "ownControlChange");
    assert.equal((await confirm(world.app, changes[0].changeId, scene.asBen)).status, 200);
    const send = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, content?: unknown) => {
      const answer = await inject(world.app, token, {
        method,
        url: `/scim/v2${path}`,
        body: content,
        ...(content === undefined ? {} : { headers: { "content-type": "application/scim+json" } }),
      });
      const parsed = answer.text === "" ? undefined : JSON.parse(answer.text);
      return { status: answer.status, body: parsed, code: parsed?.errors?.errorCode as string | undefined };
    };
    const add = async (name: string, more: Readonly<Record<string, unknown>> = {}) => {
      const made = await send("POST", "/Users", {
        userName: `${name}@acme.example`,
        externalId: name,
        name: { givenName: name, familyName: "Roe" },
        active: true,
        ...more,
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return String(made.body.id);
    };
    const addGroup = async (displayName: string, ...userIds: string[]) => {
      const made = await send("POST", "/Groups", { displayName, members: userIds.map((value) => ({ value })) });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return String(made.body.id);
    };
    const roleOf = async (userId: string) => {
      const { users } = (await browse(world.app, { url: "/users", cookie: scene.asAda })).body;
      const found = users.find((user: { userId: string }) => user.userId === userId);
      return [found.role, ...found.customPermissions, ...(found.status === "locked" ? ["locked"] : [])];
    };
    return { ...scene, token, send, add, addGroup, roleOf };
  }

  describe("the provider's token", () => {
    it("works for its routes only, which work for nothing else, and ends with its creator", async () => {
      const scene = await openScim();
      for (const url of ["/accounts", "/token", "/users", "/session"])
        assert.equal((await inject(world.app, scene.token, { url })).status, 403, url);
      for (const kind of ["readWrite", "readOnly"] as const) {
        const other = await scene.organization.newToken({ kind });
        assert.equal((await inject(world.app, other, { url: "/scim/v2/Users" })).status, 403, kind);
      }
      assert.equal((await browse(world.app, { url: "/scim/v2/Users", cookie: scene.asAda })).status, 403);
      const manager = await newPerson(world, scene.organizationId, {
        role: "custom",
        customPermissions: ["manageTokens", "manageUsers", "fetchUsers"],
      });
      const body = { name: "mine", kind: "provisioning" };
      const refused = await browse(world.app, { url: "/tokens", body, cookie: await provedIn(world.app, manager) });
      assert.equal(refused.code, "beyondOwnRights");
      assert.equal((await scene.send("GET", "/Users")).status, 200);
      const lock = { method: "POST", url: `/users/${scene.ada.userId}/lock`, cookie: scene.asBen } as const;
      const locking = await browse(world.app, lock);
      assert.equal((await confirm(world.app, locking.body.changeId, scene.asAda)).status, 200);
      passTime(1_000);
      assert.equal((await scene.send("GET", "/Users")).status, 401);
    });
  });

  describe("a deactivated user", () => {
    it("is out everywhere within a second, in every dialect, and comes back only by the provider's word", async () => {
      const scene = await openScim({ ...BY_GROUPS, createsUsers: false });
      const patch = (...operations: readonly unknown[]) => ({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations: operations,
      });
      const dialects: Readonly<Record<string, (id: string) => ReturnType<typeof scene.send>>> = {
        Okta: (id) => scene.send("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: false } })),
        Entra: (id) => scene.send("PATCH", `/Users/${id}`, patch({ op: "Replace", path: "active", value: "False" })),
        "as a list": (id) =>
          scene.send("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: [{ value: "False" }] })),
        PUT: (id) => scene.send("PUT", `/Users/${id}`, { userName: `put-${id}`, Active: "false" }),
        DELETE: (id) => scene.send("DELETE", `/Users/${id}`),
      };
      let made = 0;
      for (const [dialect, deactivate] of Object.entries(dialects)) {
        const name = `user${++made}`;
        await provider.say(name, verified(name));
        const id = await scene.add(name);
        await scene.addGroup(`Finance`, id).catch(() => undefined);
        const group = (await scene.send("GET", '/Groups?filter=displayName%20eq%20"Finance"')).body.Resources[0].id;
        await scene.send("PATCH", `/Groups/${group}`, patch({ op: "add", path: "members", value: [{ value: id }] }));
        const signedInAs = await scene.signIn(name);
        const cookie = signedInAs.cookie ?? "";
        assert.equal((await scene.stepUp(cookie, name)).problem, undefined);
        const { token } = await world.service.database.transaction((tx) =>
          createToken(world.service, tx, {
            organizationId: scene.organizationId,
            name: "theirs",
            kind: "readOnly",
            actor: { type: "user", id: id as never },
          }),
        );
        for (const node of nodes) {
          assert.equal((await browse(node, { url: "/session", cookie })).status, 200);
          assert.equal((await inject(node, token, { url: "/accounts" })).status, 200);
        }
        const answer = await deactivate(id);
        assert.ok(answer.status < 300, `${dialect}: ${JSON.stringify(answer.body)}`);
        passTime(1_000);
        for (const node of nodes) {
          assert.equal((await browse(node, { url: "/session", cookie })).code, "sessionEnded", dialect);
          assert.equal((await inject(node, token, { url: "/accounts" })).status, 401, dialect);
        }
        assert.equal((await scene.signIn(name)).problem, "locked", dialect);
        assert.equal((await scene.send("GET", `/Users/${id}`)).body.active, false);

        const back = patch({ op: "replace", value: { active: true } });
        assert.equal((await scene.send("PATCH", `/Users/${id}`, back)).body.active, true);
        passTime(1_000);
        assert.equal((await browse(world.app, { url: "/session", cookie })).code, "sessionEnded", "stays ended");
        assert.equal((await inject(world.app, token, { url: "/accounts" })).status, 401);
        assert.equal((await scene.signIn(name)).problem, undefined);
      }
    });

    it("whom people locked stays locked, whatever the provider says", async () => {
      const scene = await openScim();
      const id = await scene.add("zoe");
      const lock = { method: "POST", url: `/users/${id}/lock`, cookie: scene.asAda } as const;
      assert.ok((await browse(world.app, lock)).status < 300);
      const activate = { Operations: [{ op: "replace", path: "active", value: true }] };
      const refused = await scene.send("PATCH", `/Users/${id}`, activate);
      assert.deepEqual([refused.status, refused.code], [409, "lockedInBursar"]);
      // Deactivating and activating does not help.
      await scene.send("DELETE", `/Users/${id}`);
      assert.equal((await scene.send("PATCH", `/Users/${id}`, activate)).code, "lockedInBursar");
    });

    it("is anyone but the last break-glass administrator, and the last administrator", async () => {
      const scene = await openScim();
      const [first, second] = [scene.ada, scene.ben];
      await turnOnSecondFactor(world, first);
      await turnOnSecondFactor(world, second);
      assert.ok((await scene.change({ breakGlassUsers: [first.userId, second.userId] })).status < 300);
      // Ben made no token; with him locked, Ada is the last.
      assert.equal((await scene.send("DELETE", `/Users/${second.userId}`)).status, 204);
      const refused = await scene.send("DELETE", `/Users/${first.userId}`);
      assert.deepEqual([refused.status, refused.code], [409, "lastBreakGlass"]);
      assert.equal(refused.body.schemas[0], "urn:ietf:params:scim:api:messages:2.0:Error");
      assert.equal(refused.body.status, "409");

      const other = await openScim();
      assert.equal((await other.send("DELETE", `/Users/${other.ben.userId}`)).status, 204);
      assert.equal((await other.send("DELETE", `/Users/${other.ada.userId}`)).code, "lastAdministrator");
    });
  });

  describe("groups", () => {
    it("give the role of the mapping that fits, and nothing else does", async () => {
      const scene = await openScim(BY_GROUPS);
      const { send, add, addGroup, roleOf } = scene;
      const ann = await add("ann", { roles: [{ value: "administrator" }], groups: [{ value: "Treasurers" }] });
      assert.deepEqual(await roleOf(ann), ["custom"], "no right without a mapping");
      const staff = await addGroup("Staff", ann);
      assert.deepEqual(await roleOf(ann), ["custom"]);
      const finance = await addGroup("Finance", ann);
      assert.deepEqual(await roleOf(ann), ["approver"]);
      const treasurers = await addGroup("Treasurers", ann);
      assert.deepEqual(await roleOf(ann), ["administrator"], "the first mapping that fits");
      await send("PATCH", `/Groups/${treasurers}`, {
        Operations: [{ op: "Remove", path: `members[value eq "${ann}"]` }],
      });
      assert.deepEqual(await roleOf(ann), ["approver"]);
      await send("PATCH", `/Groups/${finance}`, { Operations: [{ op: "replace", value: { displayName: "Fin" } }] });
      assert.deepEqual(await roleOf(ann), ["custom"], "by its name");
      await send("PATCH", `/Groups/${treasurers}`, {
        Operations: [{ op: "add", path: "members", value: [{ value: ann }] }],
      });
      assert.deepEqual(await roleOf(ann), ["administrator"]);
      assert.equal((await send("DELETE", `/Groups/${treasurers}`)).status, 204);
      assert.deepEqual(await roleOf(ann), ["custom"]);
      assert.equal((await send("PUT", `/Groups/${staff}`, { displayName: "Staff" })).body.members.length, 0);

      // Two people take the mapping away: at once.
      await send("PUT", `/Groups/${finance}`, { displayName: "Finance", members: [{ value: ann }] });
      assert.deepEqual(await roleOf(ann), ["approver"]);
      const [fewer] = [{ roleMappings: [] }];
      const alone = await browse(world.app, { url: "/sso/settings", body: fewer, cookie: scene.asAda });
      assert.deepEqual(await roleOf(ann), ["approver"]);
      await confirm(world.app, alone.body.changeId, scene.asBen);
      assert.deepEqual(await roleOf(ann), ["custom"]);
    });

    it("leave break-glass administrators and people of other domains alone", async () => {
      const scene = await openScim(BY_GROUPS);
      const { send, organizationId, roleOf } = scene;
      const gail = await newPerson(world, organizationId, { email: "gail@acme.example" });
      await turnOnSecondFactor(world, gail);
      assert.ok((await scene.change({ breakGlassUsers: [gail.userId] })).status < 300);
      const finance = await scene.addGroup("Finance", gail.userId);
      assert.deepEqual(await roleOf(gail.userId), ["administrator"]);
      const outside = await newPerson(world, organizationId, { email: "auditor@else.example" });
      const members = [{ value: outside.userId }];
      assert.equal(
        (await send("PUT", `/Groups/${finance}`, { displayName: "Finance", members })).code,
        "scimInvalidValue",
      );
      // Nor does an external ID make someone at the provider one of them.
      for (const person of [gail, outside]) {
        const name = `as-${person.email.split("@")[0]}`;
        await provider.say(name, verified(name));
        await send("PATCH", `/Users/${person.userId}`, {
          Operations: [{ op: "add", path: "externalId", value: name }],
        });
        assert.ok(["breakGlass", "noAccount"].includes((await scene.signIn(name)).problem ?? ""), name);
      }
      // The provider may still say that someone is out.
      assert.equal((await send("DELETE", `/Users/${outside.userId}`)).status, 204);
      assert.deepEqual(await roleOf(outside.userId), ["administrator", "locked"]);
    });

    it("of the database alone give nothing", async () => {
      const scene = await openScim(BY_GROUPS);
      const { send, add, addGroup, organizationId, roleOf } = scene;
      const [mel, kay] = [await add("mel"), await add("kay")];
      const staff = await addGroup("Staff", mel);
      const treasurers = await addGroup("Treasurers");
      await writes(
        "insert into provisioned_members (organization_id, group_id, user_id, since) values ($1, $2, $3, now())",
        organizationId,
        treasurers,
        kay,
      );
      await send("PATCH", `/Users/${kay}`, { Operations: [{ op: "replace", value: { "name.givenName": "Kaya" } }] });
      await send("PATCH", `/Groups/${staff}`, {
        Operations: [{ op: "add", path: "members", value: [{ value: kay }] }],
      });
      assert.deepEqual(await roleOf(kay), ["custom"]);
      await writes("update provisioned_groups set name = 'Treasurers 2' where group_id = $1", staff);
      const after = await send("PATCH", `/Groups/${staff}`, {
        Operations: [{ op: "replace", value: { members: [] } }],
      });
      assert.deepEqual([after.status, after.code], [403, "rowNotProven"]);
      assert.deepEqual(await roleOf(mel), ["custom"]);
      await assert.rejects(writes("delete from provisioned_members"), { code: "42501" });
      await assert.rejects(writes("update provisioned_users set user_id = $1", kay), { code: "42501" });
      // A deactivation that was taken back in the database.
      const ned = await add("ned");
      await send("DELETE", `/Users/${ned}`);
      await writes("update provisioned_users set deactivated_at = null where user_id = $1", ned);
      await writes("update users set locked_at = null where user_id = $1", ned);
      await provider.say("ned", verified("ned"));
      const back = await scene.signIn("ned");
      assert.deepEqual([back.cookie, back.code ?? back.problem], [undefined, "rowNotProven"]);
    });
  });
});
