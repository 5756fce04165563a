import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyText } from "#test/kit/faults/any-text.ts";
import { runsOf } from "#test/kit/faults/random.ts";
import { checkWebhookUrl, webhookUrlLengthMax, webhookUrlProblem } from "./webhook-url.ts";

const production = { allowHttp: false, allowLoopback: false };
const sandbox = { allowHttp: true, allowLoopback: true };

describe("a webhook URL entered in production", () => {
  for (const url of [
    "https://example.com/hooks",
    "https://example.com:8443/hooks?tenant=1&x=%20",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/hooks",
    "https://bücher.example/",
    `https://example.com/${"a".repeat(webhookUrlLengthMax - 20)}`,
  ]) {
    test(`${url.slice(0, 60)} is accepted`, () => assert.equal(webhookUrlProblem(url, production), undefined));
  }

  const cases: readonly [string, RegExp][] = [
    ["", /empty/],
    ["example.com/hooks", /valid absolute/],
    ["/hooks", /valid absolute/],
    ["https://", /valid absolute/],
    ["https://999.1.1.1/", /valid absolute/],
    ["http://example.com/", /start with https:\/\/\.$/],
    ["ftp://example.com/", /https/],
    ["file:///etc/passwd", /https/],
    ["gopher://example.com/", /https/],
    ["javascript:alert(1)", /https/],
    ["https://user:secret@example.com/", /user name or password/],
    ["https://example.com@127.0.0.1/", /user name or password/],
    ["https://:p@example.com/", /user name or password/],
    ["https://example.com/#part", /fragment/],
    ["https://example.com/#", /fragment/],
    ["https://example.com/a b", /spaces/],
    [" https://example.com/", /spaces/],
    ["https://exa\tmple.com/", /spaces/],
    ["https://example.com\\@127.0.0.1/", /backslashes/],
    ["https://example.com/\u0000", /control/],
    ["https://example.com:0/", /port 0/],
    [`https://example.com/${"a".repeat(webhookUrlLengthMax)}`, /longer than 2048/],
    ["https://localhost/", /public address/],
    ["https://api.localhost./", /public address/],
    ["https://10.0.0.1/", /public address/],
    ["https://0x7f000001/", /public address/],
    ["https://[::1]/", /public address/],
    ["https://169.254.169.254/latest/meta-data/", /public address/],
  ];
  for (const [url, expected] of cases) {
    test(`${JSON.stringify(url.slice(0, 60))} is refused with a message`, () =>
      assert.match(webhookUrlProblem(url, production) ?? "accepted", expected));
  }
});

test("sandbox mode accepts http and loopback, but no private network", () => {
  for (const url of ["http://localhost:3000/", "http://127.0.0.1/", "https://[::1]:8443/", "http://example.com/"]) {
    assert.equal(webhookUrlProblem(url, sandbox), undefined, url);
  }
  for (const url of ["http://10.0.0.1/", "http://169.254.169.254/", "http://[fd00::1]/", "http://0.0.0.0/"]) {
    assert.match(webhookUrlProblem(url, sandbox) ?? "accepted", /public address/, url);
  }
});

test("ports of other protocols are refused in both modes; those of the web and from 1024 on are accepted", () => {
  for (const port of [1, 21, 22, 23, 25, 53, 79, 81, 110, 143, 389, 442, 444, 445, 465, 514, 587, 636, 853, 993, 1023])
    for (const [scheme, rules] of [
      ["https", production],
      ["https", sandbox],
      ["http", sandbox],
    ] as const)
      assert.match(
        webhookUrlProblem(`${scheme}://example.com:${port}/`, rules) ?? "accepted",
        new RegExp(`port ${port}\\. Use 80, 443, or a port from 1024 on`),
      );
  for (const port of [80, 443, 1024, 8443, 9090, 65_535])
    assert.equal(webhookUrlProblem(`https://example.com:${port}/`, production), undefined);
  assert.equal(webhookUrlProblem("http://127.0.0.1:9090/", sandbox), undefined);
});

test("the check never throws, and it accepts only https without user info", () => {
  // Not fc.webUrl: its user info and paths, of any characters, take seconds to prepare.
  const part = anyText({ maxLength: 10 }).map(encodeURIComponent);
  const userInfo = fc.oneof(
    fc.constant(""),
    part.map((user) => `${user}@`),
  );
  const url = fc
    .tuple(fc.constantFrom("https", "http"), userInfo, fc.webAuthority({ withPort: true }), part)
    .map(([scheme, user, authority, path]) => `${scheme}://${user}${authority}/${path}`);
  const text = fc.oneof(fc.string(), url, anyText());
  fc.assert(
    fc.property(text, (url) => {
      const checked = checkWebhookUrl(url, production);
      if (!checked.ok) return checked.problem.endsWith(".") && checked.problem.length < 120;
      return checked.url.protocol === "https:" && checked.url.username === "" && checked.url.hash === "";
    }),
    { numRuns: runsOf(2_000) },
  );
});
