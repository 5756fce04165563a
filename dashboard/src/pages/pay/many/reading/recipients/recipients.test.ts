import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seeded, testSeed } from "../../../../../../../server/test/kit/faults/random.ts";
import { editDistance } from "./edit-distance.ts";
import { indexRecipients, type KnownRecipient, recipientsNamed } from "./known-recipients.ts";
import { coreName } from "./name-form.ts";
import { clearlyNearest, indexNames, nearNames } from "./near-names.ts";

const recipient = (id: string, name: string, more: Partial<KnownRecipient> = {}): KnownRecipient => ({
  id,
  name,
  nickname: null,
  emails: [],
  accountNumbers: [],
  ...more,
});
const recipients = [
  recipient("tern", "Tern Packaging Co.", {
    nickname: "Boxes",
    emails: ["ar@tern.example"],
    accountNumbers: ["••••7729"],
  }),
  recipient("mina", "Mina Okafor Design"),
  recipient("gas", "Willamette Gas & Power"),
  recipient("mueller", "Müller Söhne GmbH"),
  recipient("smith1", "John Smith", { accountNumbers: ["••••1111"], emails: ["a@smith.example"] }),
  recipient("smith2", "John Smith", { accountNumbers: ["••••2222"], emails: ["b@smith.example"] }),
];
const index = indexRecipients(recipients);
const named = (name: string, accountNumber = "", email = "") =>
  recipientsNamed({ name, accountNumber, email }, index).map(({ id }) => id);

describe("recognizing recipients", () => {
  it("by ID, name, nickname, email address, and last four digits", () => {
    for (const name of [
      "tern",
      " tern packaging co. ",
      "BOXES",
      "ar@tern.example",
      "••••7729",
      "*7729",
      "7729",
      "xxxx-7729",
    ])
      assert.deepEqual(named(name), ["tern"], name);
    for (const name of ["Tern", "17729", "invoice 7729", ""]) assert.deepEqual(named(name), [], name);
  });

  it("with the same name by account number or email address", () => {
    assert.deepEqual(named("John Smith"), ["smith1", "smith2"]);
    assert.deepEqual(named("John Smith", "US12 3456 2222"), ["smith2"]);
    assert.deepEqual(named("John Smith", "", "A@smith.example"), ["smith1"]);
    assert.deepEqual(named("John Smith", "9999", "c@smith.example"), ["smith1", "smith2"]);
  });
});

const names = indexNames(recipients, ({ name, nickname }) => (nickname === null ? [name] : [name, nickname]));
const nearest = (name: string) => {
  const near = clearlyNearest(nearNames(name, names));
  return near === undefined ? undefined : `${near.item.id} by ${near.reason}`;
};

describe("suggesting recipients", () => {
  const cases: readonly (readonly [name: string, expected: string | undefined])[] = [
    ["Tern Packaging", "tern by legalForm"],
    ["TERN PACKAGING, INC.", "tern by legalForm"],
    ["Tern-Packaging Co", "tern by spelling"],
    ["Tern Packging Co.", "tern by typo"],
    ["Okafor Design", "mina by partOfName"],
    ["Willamette Gas and Power LLC", "gas by legalForm"],
    ["Muller Sohne", "mueller by legalForm"],
    ["MÜLLER SÖHNE G.m.b.H.", "mueller by spelling"],
    ["John Smith Ltd", undefined],
    ["Aurora Botanicals", undefined],
    ["", undefined],
    ["x".repeat(10_000), undefined],
  ];
  for (const [name, expected] of cases)
    it(`“${name.slice(0, 40)}”: ${expected}`, () => assert.equal(nearest(name), expected));

  it("keeps a legal form that is the whole name", () => {
    assert.equal(coreName("The Company"), "the company");
    assert.equal(coreName("S.A.R.L. Dupont"), "dupont");
  });

  it("finds a name with one typo among thousands, in bounded time", () => {
    const random = seeded(testSeed("names"));
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const word = () =>
      Array.from({ length: 6 + Math.floor(random() * 4) }, () => letters[Math.floor(random() * 26)]).join("");
    const many = Array.from({ length: 5_000 }, () => `${word()} ${word()}`);
    const large = indexNames(many, (name) => [name]);
    const begun = performance.now();
    for (let round = 0; round < 300; round += 1) {
      const name = many[Math.floor(random() * many.length)] ?? "";
      const at = Math.floor(random() * (name.length - 1));
      assert.equal(nearNames(name.slice(0, at) + name.slice(at + 1), large)[0]?.item, name);
    }
    assert.ok(performance.now() - begun < 10_000);
  });
});

describe("edit distance", () => {
  it("counts changes up to a limit", () => {
    assert.equal(editDistance("", "", 0), 0);
    assert.equal(editDistance("abc", "abc", 0), 0);
    assert.equal(editDistance("abc", "acb", 1), 1);
    assert.equal(editDistance("abc", "abcd", 1), 1);
    assert.equal(editDistance("kitten", "sitting", 3), 3);
    assert.equal(editDistance("kitten", "sitting", 2), undefined);
    assert.equal(editDistance("abc", "xyz", 2), undefined);
  });

  it("is the same in both directions", () => {
    const random = seeded(testSeed("edit distance"));
    const text = () => Array.from({ length: Math.floor(random() * 8) }, () => "abc"[Math.floor(random() * 3)]).join("");
    for (let round = 0; round < 2_000; round += 1) {
      const [first, other] = [text(), text()];
      assert.equal(editDistance(first, other, 3), editDistance(other, first, 3), `${first} ${other}`);
    }
  });
});
