import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Letter, renderLetter } from "./letter.ts";
import { nextMailAttemptAt } from "./retry.ts";

const letter = (more: Partial<Letter> = {}): Letter => ({
  subject: "Join Acme",
  paragraphs: ["Hello Ada,"],
  facts: [["Payee", "Globex"]],
  link: { label: "Choose a password", url: "https://pay.example.com/dashboard/join#abc" },
  footer: "The link works once.",
  ...more,
});

describe("letters", () => {
  test("have the same content as text and as HTML", () => {
    const { subject, text, html } = renderLetter(letter());
    assert.equal(subject, "Join Acme");
    for (const part of ["Hello Ada,", "Globex", "https://pay.example.com/dashboard/join#abc", "The link works once."])
      for (const form of [text, html]) assert.ok(form.includes(part), part);
    assert.ok(!/<(script|img|link)/.test(html), "loads no external resources");
  });

  test("show the organization to its customers, and nothing of its choosing beyond a logo and a color", () => {
    const brand = { legalName: "Acme <b>Inc</b>", color: "#1d4f91", hasLogo: true };
    const { text, html, showsLogo } = renderLetter(letter(), brand);
    assert.equal(showsLogo, true);
    assert.equal(html.match(/<img /g)?.length, 1);
    assert.ok(html.includes('src="cid:logo@bursar"'), "the logo is in the email, not at an address");
    assert.ok(html.includes("Acme &lt;b&gt;Inc&lt;/b&gt;"));
    assert.ok(html.includes("background:#1d4f91"));
    assert.equal(text, renderLetter(letter()).text);
    const plain = renderLetter(letter(), { ...brand, color: undefined, hasLogo: false });
    assert.deepEqual(plain, renderLetter(letter()));
  });

  test("lines with links, and where to choose emails, are in both forms", () => {
    const { text, html } = renderLetter(
      letter({
        lists: [
          {
            title: "Approvals (3)",
            items: [{ text: "$5.00 to Globex", url: "https://a.example/1" }],
            rest: "and 2 more",
          },
        ],
        manage: { label: "Choose emails", url: "https://a.example/profile" },
      }),
    );
    assert.ok(text.includes("Approvals (3)\n- $5.00 to Globex\n  https://a.example/1\nand 2 more\n"), text);
    assert.ok(text.endsWith("Choose emails: https://a.example/profile\n"));
    for (const part of [
      "Approvals (3)",
      '<a href="https://a.example/1"',
      "and 2 more",
      '<a href="https://a.example/profile"',
    ])
      assert.ok(html.includes(part), part);
  });

  test("names entered by users never become markup", () => {
    const evil = `<script>alert(1)</script>"'&`;
    const { text, html } = renderLetter(
      letter({
        paragraphs: [evil],
        facts: [[evil, evil]],
        subject: evil,
        footer: evil,
        link: { label: evil, url: evil },
        lists: [{ title: evil, items: [{ text: evil, url: evil }], rest: evil }],
        manage: { label: evil, url: evil },
      }),
    );
    assert.ok(text.includes(evil));
    assert.ok(!html.includes("<script") && !html.includes(`"'&`));
    assert.equal(html.split("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;").length - 1, 15);
  });

  test("names entered by users never become another header", () => {
    const { subject } = renderLetter(letter({ subject: "Hello\r\nBcc: everybody@example.com\u2028x\0y" }));
    // plain-words: the address is sample data, not prose
    assert.equal(subject, "Hello Bcc: everybody@example.com x y");
    assert.equal(renderLetter(letter({ subject: "x".repeat(500) })).subject.length, 200);
  });
});

describe("a failed mail is retried", () => {
  const at = new Date("2026-11-20T15:00:00Z");
  const next = (more: object = {}) =>
    nextMailAttemptAt({
      attempts: 1,
      firstAttemptAt: at,
      expiresAt: undefined,
      failedAt: at,
      random: () => 0.5,
      ...more,
    });
  const waitSeconds = (attempts: number) => ((next({ attempts })?.getTime() ?? 0) - at.getTime()) / 1000;

  test("after 15 s, doubling each time, up to an hour", () => {
    assert.deepEqual([1, 2, 3, 8, 9, 10, 1000].map(waitSeconds), [15, 30, 60, 1920, 3600, 3600, 3600]);
  });

  test("for three days, or as long as its link works", () => {
    const hours = (count: number) => new Date(at.getTime() + count * 3_600_000);
    assert.ok(next({ failedAt: hours(71.9) }));
    assert.equal(next({ failedAt: hours(72) }), undefined);
    assert.equal(next({ expiresAt: at }), undefined);
    assert.ok(next({ failedAt: hours(100), expiresAt: hours(101) }));
  });
});
