import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import { parseEntry } from "#records/identity/allowlist.ts";
import { personTexts } from "#records/people/requested-rights.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

/** Law 18, texts that look alike: invisible characters, email addresses with delimiters, keys in two encodings. */
const HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2028", "\u00ad", "\u3164", "\u0000", "\u0085"];

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("texts that look alike", () => {
  let cookie: string;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
    cookie = await provedIn(world.app, await newPerson(world, organization.organizationId));
  });

  test("names with invisible characters are refused on every route that takes a name", async () => {
    const { token } = organization;
    for (const hidden of HIDDEN) {
      const name = `Globex${hidden} Inc.`;
      const asToken = (url: string, body: unknown) => inject(world.app, token, { url, body });
      const asPerson = (url: string, body: unknown) => browse(world.app, { url, body, cookie });
      const person = { email: "new@example.com", firstName: name, lastName: "B", role: "bookkeeper" };
      const answers = [
        await asToken("/recipients", { name, emails: [] }),
        await asToken("/recipients", { name: "Globex", nickname: name, emails: [] }),
        await asToken("/categories", { name }),
        await asPerson("/users/invitations", person),
        await asPerson("/tokens", { name, kind: "readOnly" }),
      ];
      for (const [at, { status, body }] of answers.entries())
        assert.ok(status === 400, `${at} ${JSON.stringify(hidden)}: ${status} ${JSON.stringify(body)}`);
    }
  });

  test("a note may not reverse the reading direction", async () => {
    for (const hidden of ["\u202e", "\u2067", "\u200b"]) {
      const answer = await inject(world.app, organization.token, payment(organization, { note: `a${hidden}b` }));
      assert.equal(answer.status, 400, answer.text);
    }
  });
});

test("rejects email addresses with delimiters or hidden characters", () => {
  for (const email of [
    "<a@b.example>",
    "a@b.example>",
    "a,b@c.example",
    "a;b@c.example",
    '"a"@b.example',
    "a@b\u202e.example",
  ])
    assert.throws(() => personTexts({ email }), /must be an email address/, email);
  assert.equal(personTexts({ email: "Ada.Lovelace+x@example.com" }).email, "ada.lovelace+x@example.com");
});

test("rejects allowlist blocks that are too large", () => {
  for (const entry of [
    "0.0.0.0/0",
    "0.0.0.0/1",
    "128.0.0.0/1",
    "10.0.0.0/7",
    "::/0",
    "::/1",
    "8000::/1",
    "2000::/3",
    "::ffff:0:0/97",
  ])
    assert.ok("problem" in parseEntry(entry), entry);
  for (const entry of ["10.0.0.0/8", "192.0.2.0/24", "2001:db8::/32", "2600::/16"])
    assert.ok("canonical" in parseEntry(entry), entry);
});

test("a key in another Unicode form is refused, not treated as another key", () => {
  const composed = "caf\u00e9";
  assert.equal(idempotencyKeyOf({ headers: {} }, { idempotencyKey: composed }), composed);
  assert.throws(() => idempotencyKeyOf({ headers: {} }, { idempotencyKey: composed.normalize("NFD") }), /form C/);
  // Node.js decodes a header's bytes beyond ASCII as Latin-1.
  assert.throws(() => idempotencyKeyOf({ headers: { "idempotency-key": "caf\u00c3\u00a9" } }, null), /must be ASCII/);
});
