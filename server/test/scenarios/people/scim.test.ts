import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile({}, { signOn: true });

/** SCIM 2.0 as clients of the standard use it. Law 48 has what it may not do. */
describe("a provider sends users and groups", () => {
  let token: string;
  before(async () => {
    token = await (await world.newOrganization()).newToken({ kind: "provisioning" });
  });
  const send = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown) =>
    inject(world.app, token, { method, url: `/scim/v2${path}`, body });
  const filterOf = (filter: string) => `filter=${encodeURIComponent(filter)}`;

  it("describes itself", async () => {
    const { body, headers } = await send("GET", "/ServiceProviderConfig");
    assert.match(String(headers["content-type"]), /^application\/scim\+json/);
    assert.deepEqual([body.patch.supported, body.bulk.supported], [true, false]);
    const types = (await send("GET", "/ResourceTypes")).body.Resources;
    assert.deepEqual([types[0].endpoint, types[1].endpoint], ["/Users", "/Groups"]);
    const { id } = (await send("GET", "/Schemas")).body.Resources[0];
    assert.equal((await send("GET", `/Schemas/${id}`)).body.name, "User");
    assert.equal((await send("GET", "/Schemas/other")).status, 404);
  });

  it("adds a user, finds it again, and changes it in every dialect", async () => {
    const sent = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "Kim.Lee@example.com",
      externalId: "00u1",
      name: { givenName: "Kim", familyName: "Lee" },
      emails: [{ value: "second@example.com" }, { value: "kim@example.com", primary: true }],
      active: true,
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Finance" },
    };
    const made = await send("POST", "/Users", sent);
    assert.equal(made.status, 201, made.text);
    const { id, meta } = made.body;
    assert.equal(made.headers["location"], meta.location);
    assert.deepEqual([made.body.userName, made.body.emails[0].value], ["kim.lee@example.com", "kim@example.com"]);
    for (const filter of ['userName eq "KIM.LEE@example.com"', 'externalId eq "00u1"', `id eq "${id}"`]) {
      const { body } = await send("GET", `/Users?${filterOf(filter)}`);
      assert.deepEqual([body.totalResults, body.Resources[0].id], [1, id], filter);
    }
    assert.equal((await send("GET", `/Users?${filterOf('userName eq "nobody@example.com"')}`)).body.totalResults, 0);

    const nameAfter = async (operation: unknown) =>
      (await send("PATCH", `/Users/${id}`, { Operations: [operation] })).body.name.formatted;
    assert.equal(await nameAfter({ op: "replace", value: { name: { givenName: "Kimberly" } } }), "Kimberly Lee");
    assert.equal(await nameAfter({ op: "Replace", path: "name.familyName", value: "Roe" }), "Kimberly Roe");
    assert.equal(await nameAfter({ op: "add", value: { "name.givenName": "Kim", title: "CFO" } }), "Kim Roe");
    await nameAfter({ op: "remove", path: "externalId" });
    assert.equal((await send("GET", `/Users/${id}`)).body.externalId, undefined);
    const { body } = await send("PUT", `/Users/${id}`, { ...sent, userName: "kim@example.com" });
    assert.deepEqual([body.userName, body.externalId, body.name.familyName], ["kim@example.com", "00u1", "Lee"]);
  });

  it("refuses what is taken, missing, or not supported, in the standard's form", async () => {
    await send("POST", "/Users", { userName: "lou@example.com", externalId: "00u2" });
    const refused = async (answer: ReturnType<typeof send>) => {
      const { body } = await answer;
      assert.equal(body.schemas[0], "urn:ietf:params:scim:api:messages:2.0:Error");
      return [body.status, body.scimType, body.errors.errorCode];
    };
    const taken = ["409", "uniqueness", "scimNotUnique"];
    assert.deepEqual(await refused(send("POST", "/Users", { userName: "Lou@example.com" })), taken);
    assert.deepEqual(await refused(send("POST", "/Users", { userName: "max@example.com", externalId: "00u2" })), taken);
    const sameAddress = { userName: "max@example.com", emails: [{ value: "lou@example.com" }] };
    assert.deepEqual(await refused(send("POST", "/Users", sameAddress)), taken);
    for (const body of [
      {},
      { userName: "max@elsewhere.example" },
      { userName: "max@example.com", active: "perhaps" },
      { userName: "max\u202e@example.com" },
      { userName: 7 },
    ])
      assert.deepEqual(
        await refused(send("POST", "/Users", body)),
        ["400", "invalidValue", "scimInvalidValue"],
        JSON.stringify(body),
      );
    for (const filter of ['userName sw "l"', 'title eq "CFO"', "userName pr", 'userName eq "a" or userName eq "b"'])
      assert.deepEqual(
        await refused(send("GET", `/Users?${filterOf(filter)}`)),
        ["400", "invalidFilter", "scimInvalidFilter"],
        filter,
      );
    assert.deepEqual((await refused(send("GET", "/Users/nobody")))[0], "404");
    await send("POST", "/Groups", { displayName: "Finance" });
    assert.deepEqual(await refused(send("POST", "/Groups", { displayName: "Finance" })), taken);
  });

  it("lists pages, and groups with and without members", async () => {
    const ids: string[] = [];
    for (const name of ["ann", "bob", "cid"])
      ids.push((await send("POST", "/Users", { userName: `${name}@example.com` })).body.id);
    const idsOf = (resources: readonly { readonly id: string }[]) => resources.map(({ id }) => id);
    const all = (await send("GET", "/Users")).body;
    const paged: string[] = [];
    for (let start = 1; start <= all.totalResults; start += 2)
      paged.push(...idsOf((await send("GET", `/Users?startIndex=${start}&count=2`)).body.Resources));
    assert.deepEqual(paged, idsOf(all.Resources));
    assert.equal((await send("GET", "/Users?startIndex=9999&count=5")).body.Resources.length, 0);
    assert.equal((await send("GET", "/Users?count=0")).body.itemsPerPage, 0);

    const [ann, bob, cid] = ids;
    const made = await send("POST", "/Groups", { displayName: "Staff", externalId: "g1", members: [{ value: ann }] });
    const { id } = made.body;
    const membersAfter = async (operation: unknown) => {
      const { body } = await send("PATCH", `/Groups/${id}`, { Operations: [operation] });
      return body.members.map((member: { value: string }) => member.value);
    };
    const value = [{ value: bob }, { value: cid }];
    assert.deepEqual(await membersAfter({ op: "add", path: "members", value }), [ann, bob, cid]);
    assert.deepEqual(await membersAfter({ op: "Add", value: { members: value } }), [ann, bob, cid], "twice");
    assert.deepEqual(await membersAfter({ op: "remove", path: `members[value eq "${bob}"]` }), [ann, cid]);
    assert.deepEqual(await membersAfter({ op: "remove", path: "members", value: [{ value: cid }] }), [ann]);
    assert.deepEqual(await membersAfter({ op: "replace", path: "members", value }), [bob, cid]);
    const found = await send("GET", `/Groups?excludedAttributes=members&${filterOf('displayName eq "staff"')}`);
    assert.deepEqual([found.body.totalResults, found.body.Resources[0].members], [1, []]);
    assert.equal((await send("GET", `/Groups/${id}?excludedAttributes=members`)).body.members, undefined);
    assert.deepEqual((await send("GET", `/Users/${bob}`)).body.groups, [{ value: id, display: "Staff" }]);
    assert.equal((await send("DELETE", `/Groups/${id}`)).status, 204);
    assert.equal((await send("GET", `/Groups/${id}`)).status, 404);
    assert.deepEqual((await send("GET", `/Users/${bob}`)).body.groups, []);
  });

  it("is found by the domain of an address; other domains lead nowhere", async () => {
    const start = (body: unknown) => browse(world.app, { url: "/sso/start", body });
    const unknown = await start({ email: "ada@unknown.example" });
    assert.deepEqual([unknown.status, unknown.code], [404, "noProvider"]);
    assert.equal((await start({ organizationId: world.service.newId() })).code, "noProvider");
    assert.equal((await start({})).code, "noProvider");
  });
});
