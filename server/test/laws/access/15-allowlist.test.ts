/**
 * Law 15: a direct send comes from an allowlisted address or is refused. IPv4, IPv6, blocks, IPv4-mapped IPv6; a forged
 * X-Forwarded-For never passes, with no proxy, one, or several.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import type { Api } from "#kernel/http/api.ts";
import { readConfig } from "#kernel/process/config.ts";
import { callerOf } from "#records/identity";
import { compileAllowlist, parseEntry, problemOfAll } from "#records/identity/allowlist.ts";
import { switchOnSignOn } from "../../kit/service/full-app.ts";
import { bearer, openSmallApp, type SmallApp } from "../../kit/service/small-app.ts";

const payRoute = (app: Api) => {
  app.post("/pay", { config: { scope: "sendMoney", allowlisted: true } }, async (request) => ({
    address: callerOf(request).address,
  }));
  app.post("/ask", { config: { scope: "requestSendMoney" } }, async (request) => ({
    address: callerOf(request).address,
  }));
};

interface Attempt {
  readonly token: string;
  readonly from: string;
  readonly forwarded?: string | readonly string[];
  readonly url?: string;
}

const callerFor =
  (small: () => SmallApp) =>
  async ({ token, from, forwarded, url = "/pay" }: Attempt) => {
    const headers = {
      ...bearer(token),
      ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded as string }),
    };
    const response = await small().app.inject({ method: "POST", url, remoteAddress: from, headers });
    return response.statusCode === 200
      ? { address: response.json().address as string }
      : { status: response.statusCode, errors: response.json().errors };
  };

const refusedFrom = async (attempt: Promise<Awaited<ReturnType<ReturnType<typeof callerFor>>>>, ip: string) => {
  const outcome = await attempt;
  assert.equal("status" in outcome && outcome.status, 401, JSON.stringify(outcome));
  const { errors } = outcome as { errors: { errorCode: string; ip: string } };
  assert.equal(errors.errorCode, "ipNotWhitelisted");
  assert.equal(errors.ip, ip);
};

describe("without a proxy", () => {
  let small: SmallApp;
  const attempt = callerFor(() => small);
  before(async () => {
    small = await openSmallApp({ routes: payRoute });
    await switchOnSignOn(small.service, small.organizationId);
  });
  after(() => small.close());

  test("addresses and blocks of both families", async () => {
    const { token } = await small.newToken({
      allowlist: [
        "203.0.113.7",
        "198.51.100.0/24",
        "2001:db8::5",
        "2001:db8:aaaa::/48",
        "::ffff:192.0.2.1",
        "::ffff:192.0.2.128/121",
      ],
    });
    const allowed = [
      "203.0.113.7",
      "198.51.100.0",
      "198.51.100.255",
      "2001:db8::5",
      "2001:DB8:0:0::5",
      "2001:db8:aaaa:1::9",
      "::ffff:203.0.113.7",
      "::ffff:c633:6405",
      "192.0.2.1",
      "::ffff:192.0.2.1",
      "192.0.2.200",
    ];
    for (const from of allowed) assert.ok("address" in (await attempt({ token, from })), from);
    const refused = [
      "203.0.113.8",
      "198.51.101.0",
      "198.51.99.255",
      "2001:db8::6",
      "2001:db8:aaab::1",
      "::ffff:203.0.113.8",
      "192.0.2.2",
      "192.0.2.127",
      "127.0.0.1",
      "::1",
      "::203.0.113.7",
      "64:ff9b::203.0.113.7",
    ];
    for (const from of refused) {
      const outcome = await attempt({ token, from });
      assert.equal("status" in outcome && outcome.status, 401, from);
    }
  });

  test("the caller's mapped address is shown in its IPv4 form", async () => {
    const { token } = await small.newToken({ allowlist: ["203.0.113.7"] });
    assert.deepEqual(await attempt({ token, from: "::ffff:203.0.113.7" }), { address: "203.0.113.7" });
    await refusedFrom(attempt({ token, from: "::ffff:203.0.113.9" }), "203.0.113.9");
  });

  test("an empty allowlist refuses every address and says what to do; requesting approval needs no allowlist", async () => {
    const { token } = await small.newToken();
    await refusedFrom(attempt({ token, from: "127.0.0.1" }), "127.0.0.1");
    const outcome = await attempt({ token, from: "127.0.0.1" });
    assert.match(JSON.stringify(outcome), /empty IP allowlist.*request-send-money/);
    assert.deepEqual(await attempt({ token, from: "127.0.0.1", url: "/ask" }), { address: "127.0.0.1" });
  });

  test("trusts no forwarding header in any form", async () => {
    const { token } = await small.newToken({ allowlist: ["203.0.113.7"] });
    const from = "198.51.100.66";
    const forged = [
      "203.0.113.7",
      "203.0.113.7, 203.0.113.7",
      "127.0.0.1, 203.0.113.7",
      "::ffff:203.0.113.7",
      ["198.51.100.66", "203.0.113.7"],
    ];
    for (const forwarded of forged) await refusedFrom(attempt({ token, from, forwarded }), from);
    for (const name of [
      "forwarded",
      "x-real-ip",
      "true-client-ip",
      "cf-connecting-ip",
      "x-client-ip",
      "x-cluster-client-ip",
    ]) {
      const response = await small.app.inject({
        method: "POST",
        url: "/pay",
        remoteAddress: from,
        headers: {
          ...bearer(token),
          [name]: "203.0.113.7",
          ...(name === "forwarded" ? { forwarded: "for=203.0.113.7" } : {}),
        },
      });
      assert.equal(response.statusCode, 401, name);
    }
  });
});

describe("behind trusted proxies", () => {
  let small: SmallApp;
  const attempt = callerFor(() => small);
  let token: string;
  before(async () => {
    small = await openSmallApp({
      routes: payRoute,
      config: { trustedProxies: ["10.0.0.0/8", "192.0.2.50", "2001:db8:ffff::/48"] },
    });
    await switchOnSignOn(small.service, small.organizationId);
    ({ token } = await small.newToken({ allowlist: ["203.0.113.7", "2001:db8::/64"] }));
  });
  after(() => small.close());

  test("checks the client address from the proxy, through one or several hops, in both address families", async () => {
    const expected = { address: "203.0.113.7" };
    assert.deepEqual(await attempt({ token, from: "10.1.2.3", forwarded: "203.0.113.7" }), expected);
    assert.deepEqual(
      await attempt({ token, from: "::ffff:10.1.2.3", forwarded: "203.0.113.7" }),
      expected,
      "a proxy seen through a dual-stack socket",
    );
    assert.deepEqual(await attempt({ token, from: "10.1.2.3", forwarded: "::ffff:203.0.113.7" }), expected);
    assert.deepEqual(
      await attempt({ token, from: "192.0.2.50", forwarded: "203.0.113.7, 10.9.9.9, 2001:db8:ffff::1" }),
      expected,
    );
    assert.deepEqual(await attempt({ token, from: "2001:db8:ffff::2", forwarded: "2001:0db8:0000::00aa" }), {
      address: "2001:db8::aa",
    });
  });

  test("no setting trusts everyone as a proxy", () => {
    const start = (TRUSTED_PROXIES: string) => () => readConfig({ TRUSTED_PROXIES });
    for (const entry of ["0.0.0.0/0", "128.0.0.0/1", "10.0.0.0/7", "::/0", "2000::/3", "::ffff:0:0/96"])
      assert.throws(start(`192.0.2.1, ${entry}`), /TRUSTED_PROXIES must not trust all of/, entry);
    for (const entry of ["10.0.0.0/8", "fd00::/8", "::ffff:10.0.0.0/104", "192.0.2.1"]) start(entry)();
  });

  test("ignores what the client wrote before the proxy's entry", async () => {
    await refusedFrom(attempt({ token, from: "10.1.2.3", forwarded: "203.0.113.7, 198.51.100.66" }), "198.51.100.66");
    await refusedFrom(
      attempt({ token, from: "10.1.2.3", forwarded: "203.0.113.7, 198.51.100.66, 10.9.9.9" }),
      "198.51.100.66",
    );
    await refusedFrom(
      attempt({ token, from: "10.1.2.3", forwarded: ["203.0.113.7", "198.51.100.66"] }),
      "198.51.100.66",
    );
    await refusedFrom(
      attempt({ token, from: "10.1.2.3", forwarded: "203.0.113.7, 198.51.100.66, 10.1.1.1, 192.0.2.50" }),
      "198.51.100.66",
    );
    await refusedFrom(attempt({ token, from: "10.1.2.3" }), "10.1.2.3");
  });

  test("checks a caller that is not a trusted proxy by its own address, regardless of its headers", async () => {
    await refusedFrom(attempt({ token, from: "198.51.100.66", forwarded: "203.0.113.7" }), "198.51.100.66");
    await refusedFrom(attempt({ token, from: "198.51.100.66", forwarded: "203.0.113.7, 10.1.2.3" }), "198.51.100.66");
    await refusedFrom(attempt({ token, from: "2001:db8:fffe::1", forwarded: "203.0.113.7" }), "2001:db8:fffe::1");
  });

  test("rejects texts that other programs might read as an address", async () => {
    const texts = [
      "0313.0.113.7",
      "0xcb.0.113.7",
      "3405803783",
      "203.0.28935",
      "203.0.113.7:443",
      "[2001:db8::1]",
      "unknown",
      "203.0.113.7%eth0",
      "2001:db8::1%eth0",
      '"203.0.113.7"',
      "203.0.113.007",
      "",
    ];
    for (const forwarded of texts) {
      const outcome = await attempt({ token, from: "10.1.2.3", forwarded });
      assert.equal("status" in outcome && outcome.status, 401, forwarded);
    }
  });
});

function canonicalOf(text: string): string {
  const entry = parseEntry(text);
  assert.ok("canonical" in entry, text);
  return entry.canonical;
}

describe("entries", () => {
  test("are stored in one form; invalid addresses and blocks of all addresses are refused", () => {
    const canonical: readonly [string, string][] = [
      ["10.1.2.3/8", "10.0.0.0/8"],
      ["10.1.2.3/32", "10.1.2.3"],
      ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
      ["2001:db8::1/64", "2001:db8::/64"],
      ["2001:db8::1/128", "2001:db8::1"],
      ["::ffff:10.1.2.3", "10.1.2.3"],
      ["::ffff:10.1.2.3/104", "10.0.0.0/8"],
      ["::ffff:a01:203", "10.1.2.3"],
      // IPv4-compatible (RFC 4291 §2.5.5.1), which is a separate IPv6 address.
      ["::10.1.2.3", "::a01:203"],
      ["2600:1f00::/16", "2600::/16"],
      ["64:ff9b::10.1.2.3/104", "64:ff9b::a00:0/104"],
      ["2002:a01:203::/24", "2002:a00::/24"],
      ["2001:db8::/31", "2001:db8::/31"],
    ];
    for (const [entry, expected] of canonical) assert.deepEqual(parseEntry(entry), { canonical: expected }, entry);
    const refused = [
      "",
      "localhost",
      "127.1",
      "010.0.0.1",
      "0x7f000001",
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0.0/-1",
      "10.0.0.0/255.0.0.0",
      "10.0.0.0/8/8",
      "0.0.0.0/0",
      "0.0.0.0/1",
      "128.0.0.0/1",
      "8000::/1",
      "::/0",
      "::ffff:0:0/96",
      "::ffff:10.0.0.0/64",
      "fe80::1%eth0",
      "2001:db8::/129",
      "10.0.0.1 ",
      "*",
    ];
    for (const entry of refused) assert.ok("problem" in parseEntry(entry), entry);
  });

  test("no block holds every IPv4 address in an IPv6 form, and no number of blocks holds much of either family", () => {
    const forms = {
      "compatible, mapped, and more": ["::/16", "::/80", "::/95", "::/96", "::/97", "::/103"],
      translated: ["::ffff:0:0:0/96", "::ffff:0:a00:0/103"],
      NAT64: ["64:ff9b::/96", "64:ff9b::/16", "64:ff9b::/95", "64:ff9b::/97", "64:ff9b::10.0.0.0/103"],
      "local NAT64": ["64:ff9b:1::/48", "64:ff9b:1::/64", "64:ff9b:1:8::/96", "64:ff9b:1:8::10.0.0.0/103"],
      Teredo: ["2001::/32", "2001::/16", "2001:0:808:808::/64", "2001:db8::/16", "2001::/28"],
      "6to4": ["2002::/16", "2002::/17", "2002:a00::/23"],
    };
    for (const [form, entries] of Object.entries(forms))
      for (const entry of entries) {
        const problem = parseEntry(entry);
        assert.ok("problem" in problem && /every IPv4 address/.test(problem.problem), `${form}: ${entry}`);
        // As a row from before, or one written into the database.
        const list = compileAllowlist([entry]);
        for (const address of ["64:ff9b::808:808", "::808:808", "2002:808:808::1", "2001:0:808:808::1", "64:ff9b:1::1"])
          assert.ok(!list.has(address), `${entry} holds ${address}`);
      }
    assert.ok(!compileAllowlist(["0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", "::/0"]).has("203.0.113.7"));

    const many = (count: number, entry: (at: number) => string) => Array.from({ length: count }, (_, at) => entry(at));
    const tooMuch = [
      many(100, (at) => `${at + 1}.0.0.0/8`),
      many(3, (at) => `${at + 1}.0.0.0/8`),
      ["10.0.0.0/8", "11.0.0.0/8", "203.0.113.7"],
      many(9, (at) => `10.${at * 16}.0.0/12`).concat("11.0.0.0/8", "12.0.0.0/8"),
      many(3, (at) => `64:ff9b::${at + 1}.0.0.0/104`).map((entry) => canonicalOf(entry)),
      ["10.0.0.0/8", "11.0.0.0/8", canonicalOf("2002:c00::/24")],
      many(3, (at) => `${(0x2600 + at).toString(16)}::/16`),
    ];
    for (const entries of tooMuch) assert.match(problemOfAll(entries) ?? "accepted", /narrower blocks/, entries.join());
    const accepted = [
      [],
      ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/16", "2001:db8::/32"],
      ["10.0.0.0/8", "10.0.0.0/8", "11.0.0.0/8", "10.0.0.0/8"],
      many(100, (at) => `2001:db8:${at}::1`),
    ];
    for (const entries of accepted) assert.equal(problemOfAll(entries), undefined, entries.join());
  });

  test("a token with too much of the internet is refused, naming its allowlist", async () => {
    const small = await openSmallApp({ routes: payRoute });
    after(() => small.close());
    await assert.rejects(
      small.newToken({ allowlist: ["1.0.0.0/8", "2.0.0.0/8", "3.0.0.0/8"] }),
      (error: { details?: { fields?: readonly { path: string }[] } }) =>
        error.details?.fields?.length === 1 && error.details.fields[0]?.path === "allowlist",
    );
  });

  test("a block holds exactly the addresses that share its prefix", () => {
    const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const pair = (length: number) =>
      fc.record({
        network: bytesOf(length),
        other: bytesOf(length),
        shared: fc.integer({ min: 0, max: length * 8 }),
        // The widest blocks accepted: /8 and /16.
        prefix: fc.integer({ min: length === 4 ? 8 : 16, max: length * 8 }),
      });
    fc.assert(
      fc.property(fc.oneof(pair(4), pair(16)), ({ network, other, shared, prefix }) => {
        // The two share their first bits, so that both outcomes are common.
        const bits = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
        const mixed = bits(network).slice(0, shared) + bits(other).slice(shared);
        const address = ipaddr.fromByteArray((mixed.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
        const block = ipaddr.fromByteArray([...network]);
        if ([address, block].some((ip) => ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress())) return;
        const entry = parseEntry(`${block.toString()}/${prefix}`);
        if ("problem" in entry && /every IPv4 address/.test(entry.problem)) return;
        assert.ok("canonical" in entry);
        const expected = mixed.slice(0, prefix) === bits(network).slice(0, prefix);
        assert.equal(compileAllowlist([entry.canonical]).has(address.toString()), expected);
      }),
    );
  });
});
