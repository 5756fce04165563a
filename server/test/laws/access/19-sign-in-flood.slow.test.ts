import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "#records/people";
import { long } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, PASSWORD, type TestPerson } from "../../kit/worlds/people.ts";

const NETWORKS = long ? 1_000 : 80;
/**
 * Guesses that may be checked while a known device signs in, most of them while its device is looked up and its session
 * opened: more if the database is slow. Without priority, it would wait for nearly all of them.
 */
const A_FEW = 25;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 19, floods: many networks guessing at once lock nobody out. Hashes of existing passwords have a fifth of the real
 * cost.
 */
describe(`a sign-in flood from ${NETWORKS} networks`, () => {
  let passwordHash: string;
  before(async () => {
    passwordHash = await hashPassword(PASSWORD, { memory: 4_096, passes: 1, parallelism: 1 });
  });

  const person = () => newPerson(world, organization.organizationId, { passwordHash });
  const attempt = (email: string, address: string, { password = "a guess", device = "" } = {}) =>
    browse(world.app, {
      url: "/session",
      body: { email, password, organizationId: organization.organizationId },
      address,
      ...(device === "" ? {} : { cookie: device }),
    });
  const honest = (email: string, address: string, device?: string) =>
    attempt(email, address, { password: PASSWORD, ...(device === undefined ? {} : { device }) });
  const deviceOf = async ({ email }: TestPerson): Promise<string> => {
    const { device } = await honest(email, "192.0.2.1");
    assert.ok(device);
    return device;
  };

  /** A guess from every network at once. `answered` counts the responses, `checked` those for which a password was hashed. */
  function flood(emailOf: (network: number) => string) {
    const state = { answered: 0, checked: 0, statuses: new Set<number>() };
    const all = Array.from({ length: NETWORKS }, async (_, at) => {
      const { status } = await attempt(emailOf(at), `10.${Math.floor(at / 256)}.${at % 256}.7`);
      if (status !== 429) state.checked += 1;
      state.statuses.add(status);
      state.answered += 1;
    });
    return { state, end: () => Promise.all(all) };
  }
  /** Wait until guesses are being checked. */
  const underWay = async ({ state }: ReturnType<typeof flood>) => {
    const before = state.answered;
    while (state.answered < before + 5) await sleep(1);
  };

  test("wrong sessions and tokens are throttled together per address, while valid ones from there still work", async () => {
    const address = "198.51.100.9";
    const own = await person();
    const cookie = (await honest(own.email, "192.0.2.7")).cookie ?? "";
    const [name = ""] = cookie.split("=");
    const { token } = organization;
    const read = async (headers: { cookie: string } | { authorization: string }) => {
      const answer = await world.app.api.inject({
        method: "GET",
        url: "/accounts",
        remoteAddress: address,
        headers: { "sec-fetch-site": "same-origin", ...headers },
      });
      return { status: answer.statusCode, code: answer.json().errors?.errorCode as string | undefined };
    };
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    const codes = new Map<string, number>();
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const wrong = `${randomBytes(48).toString("base64url")}`;
      const guess = attempt % 2 === 0 ? { cookie: `${name}=${wrong}` } : bearer(token.slice(0, -6) + wrong.slice(0, 6));
      const { code = "" } = await read(guess);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    assert.ok((codes.get("tooManyFailedAttempts") ?? 0) >= 30, JSON.stringify([...codes]));
    assert.ok(
      (codes.get("sessionEnded") ?? 0) >= 20 && (codes.get("invalidToken") ?? 0) >= 20,
      JSON.stringify([...codes]),
    );
    assert.equal((await read({ cookie })).status, 200, "a session that this address has not used before");
    assert.equal((await read(bearer(await organization.newToken({ kind: "readOnly" })))).status, 200);
    const metrics = await world.app.metrics.text();
    assert.match(metrics, /bursar_wrong_credentials_total\{outcome="refused"\} [4-9]\d/);
    assert.match(metrics, /bursar_wrong_credentials_total\{outcome="throttled"\} [2-9]\d/);
  });

  for (const [what, emailOf] of [
    [
      "one account",
      ({ email }: TestPerson) =>
        () =>
          email,
    ],
    ["many accounts", () => (at: number) => `nobody-${at}@example.com`],
  ] as const)
    test(`at ${what}: a known device waits for a few guesses, a new device for its turn`, async () => {
      const owner = await person();
      const device = await deviceOf(owner);
      const guesses = flood(emailOf(owner));
      await underWay(guesses);
      const before = guesses.state.checked;
      // From a network that guesses, because only the device counts.
      const answer = await honest(owner.email, "10.0.3.7", device);
      const overtaken = guesses.state.checked - before;
      assert.equal(answer.status, 200, answer.text);
      assert.ok(overtaken <= A_FEW, `${overtaken} guesses were checked while a known device waited`);
      assert.ok(guesses.state.answered < NETWORKS, "the flood was still running");

      const fresh = await honest(owner.email, "198.51.100.9");
      assert.equal(fresh.status, 200, fresh.text);
      await guesses.end();
      assert.ok(!guesses.state.statuses.has(500));
    });

  test("the owner can sign in during a repeated flood, even on a new device", async () => {
    const owner = await person();
    const device = await deviceOf(owner);
    for (let round = 0; round < 4; round += 1) await flood(() => owner.email).end();
    assert.equal((await attempt(owner.email, "10.0.3.7")).code, "tooManySignIns", "the flood is throttled");
    assert.equal((await honest(owner.email, "10.0.3.7", device)).status, 200, "a known device");
    assert.equal((await honest(owner.email, "198.51.101.9")).status, 200, "a new device elsewhere");
  });

  test("delays apply in other processes and after a restart", async () => {
    const owner = await person();
    for (let guess = 0; guess < 5; guess += 1) await attempt(owner.email, "203.0.113.5");
    const other = await world.anotherNode();
    const answer = await browse(other, {
      url: "/session",
      body: { email: owner.email, password: PASSWORD, organizationId: organization.organizationId },
      address: "203.0.113.99",
    });
    assert.deepEqual([answer.status, answer.code], [429, "tooManySignIns"], "the same /24");
  });

  test("rejects a device token that we did not issue or issued to another user", async () => {
    const [owner, other] = [await person(), await person()];
    const device = await deviceOf(other);
    for (let guess = 0; guess < 5; guess += 1) await attempt(owner.email, "203.0.114.5");
    for (const cookie of [device, `bursar_device=${"A".repeat(54)}`, "bursar_device=x"])
      assert.equal((await honest(owner.email, "203.0.114.5", cookie)).code, "tooManySignIns", cookie);
    const elsewhere = await honest(owner.email, "203.0.115.5", device);
    assert.equal(elsewhere.device, device, "two users of one device share one device token");
    assert.equal((await honest(owner.email, "203.0.114.5", device)).status, 200, "the device is now known for both");
  });
});
