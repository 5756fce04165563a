import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../../server/test/kit/faults/random.ts";
import { messageNames } from "../messages/message-tables.ts";
import { Iso20022Error, type MessageProblem } from "../schema/problems.ts";
import { type ReadOptions, readMessage } from "./read-message.ts";

const statement = readFileSync(new URL("../golden/testdata/camt.053.001.08-statement.xml", import.meta.url), "utf8");
const initiation = readFileSync(new URL("../golden/testdata/pain.001.001.09-ach.xml", import.meta.url), "utf8");

function problemsIn(input: string | Uint8Array, options: ReadOptions = {}): readonly MessageProblem[] {
  try {
    readMessage(input, messageNames, options);
    return [];
  } catch (error) {
    assert.ok(error instanceof Iso20022Error, `${error}`);
    return error.problems;
  }
}

const firstRule = (input: string | Uint8Array, options?: ReadOptions): string | undefined =>
  problemsIn(input, options)[0]?.rule;

const replaced = (text: string, from: string | RegExp, to: string): string => {
  assert.match(text, from instanceof RegExp ? from : new RegExp(from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return text.replace(from, to);
};

describe("what is not ISO 20022 in safe XML is rejected", () => {
  const dtd = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const body = initiation.slice(initiation.indexOf("<Document"));
  const cases: Readonly<Record<string, readonly [input: string | Uint8Array, rule: RegExp]>> = {
    "a document type": [`<?xml version="1.0"?><!DOCTYPE Document>${body}`, /must not have a DOCTYPE/],
    "entities of its own": [dtd + body, /must not have a DOCTYPE/],
    "an external entity": [`<!DOCTYPE d SYSTEM "file:///etc/passwd">${body}`, /must not have a DOCTYPE/],
    "an undefined entity": [replaced(initiation, "Acme", "&acme;"), /not well-formed XML/],
    "a forbidden character reference": [replaced(initiation, "Acme", "&#1;"), /not well-formed XML/],
    "an unclosed element": [initiation.slice(0, -20), /not well-formed XML/],
    "crossed elements": [replaced(initiation, "</Nm>", "</Mn>"), /not well-formed XML/],
    "two roots": [initiation + body, /not well-formed XML/],
    "nothing at all": ["", /not well-formed XML|has no Document/],
    "text without elements": ["hello", /not well-formed XML/],
    JSON: ['{"Document":{}}', /not well-formed XML/],
    "UTF-16": [Buffer.from(`\u{feff}${initiation}`, "utf16le"), /must be UTF-8/],
    "Latin-1 bytes": [Buffer.from(replaced(initiation, "Acme", "Acmé"), "latin1"), /must be UTF-8/],
    "another declared encoding": [replaced(initiation, 'encoding="UTF-8"', 'encoding="ISO-8859-1"'), /must be UTF-8/],
    "XML 1.1": [replaced(initiation, 'version="1.0"', 'version="1.1"'), /must be XML 1.0|not well-formed/],
    "a deep document": ["<a>".repeat(10_000), /at most 64 elements deep|root must be Document/],
    "a deep document inside": [replaced(initiation, "<GrpHdr>", `<GrpHdr>${"<a>".repeat(100)}`), /unknown element/],
    "a text without end": [replaced(initiation, "Acme", "A".repeat(70_000)), /65536 characters without a tag/],
    "a comment without end": [replaced(initiation, "Acme", `<!--${"A".repeat(70_000)}-->`), /65536 characters/],
    "more bytes than allowed": [initiation + " ".repeat(300_000), /at most 262144 bytes/],
    "no namespace": [replaced(initiation, / xmlns="[^"]+"/, ""), /root must be Document/],
    "another namespace": [replaced(initiation, /xmlns="[^"]+"/, 'xmlns="urn:other"'), /root must be Document/],
    "another version": [replaced(initiation, "pain.001.001.09", "pain.001.001.12"), /must be .*not pain.001.001.12/],
    "another root": [replaced(initiation, /Document/g, "Documents"), /root must be Document/],
    "an envelope that is not expected": [`<Envelope xmlns="urn:e">${body}</Envelope>`, /root must be Document/],
    "an element of another namespace": [replaced(initiation, "<Nm>", '<Nm xmlns="urn:x">'), /another namespace/],
  };
  for (const [what, [input, rule]] of Object.entries(cases)) {
    test(what, () => assert.match(firstRule(input) ?? "accepted", rule));
  }

  test("a BOM, a schema hint, comments, and prefixes are accepted", () => {
    const prefixed = initiation.replaceAll(/<(\/?)([A-Z])/g, "<$1p:$2").replace("xmlns=", "xmlns:p=");
    const hint = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x x.xsd" xmlns=';
    for (const variant of [
      `\u{feff}${initiation}`,
      Buffer.from(`\u{feff}${initiation}`),
      replaced(initiation, "xmlns=", hint),
      replaced(initiation, "<GrpHdr>", "<!-- header --><GrpHdr>"),
      replaced(initiation, "Acme", "<![CDATA[Acme]]>"),
      prefixed,
    ])
      assert.deepEqual(problemsIn(variant), []);
  });
});

describe("what a table does not allow is rejected, with the place", () => {
  const cases: Readonly<Record<string, readonly [text: string, path: RegExp, rule: RegExp, value?: string]>> = {
    "a missing element": [replaced(initiation, /<MsgId>.*<\/MsgId>/, ""), /GrpHdr$/, /^MsgId is missing$/],
    "a missing last element": [
      replaced(initiation, /<InitgPty>[\s\S]*?<\/InitgPty>/, ""),
      /GrpHdr$/,
      /InitgPty is missing/,
    ],
    "an unknown element": [replaced(initiation, "<GrpHdr>", "<GrpHdr><Foo/>"), /GrpHdr$/, /unknown element/, "Foo"],
    "the wrong order": [
      replaced(initiation, /(<CreDtTm>.*<\/CreDtTm>)\s*(<NbOfTxs>.*<\/NbOfTxs>)/, "$2$1"),
      /GrpHdr$/,
      /CreDtTm is missing|must not come after/,
    ],
    "an element twice": [
      replaced(initiation, /(<CreDtTm>.*<\/CreDtTm>)/, "$1$1"),
      /GrpHdr$/,
      /CreDtTm may occur at most 1/,
    ],
    "an overlong text": [
      replaced(initiation, "M0197A1B2C3D4", "M".repeat(36)),
      /GrpHdr\/MsgId$/,
      /at most 35 characters/,
      "M".repeat(36),
    ],
    "an empty text": [replaced(initiation, "M0197A1B2C3D4", ""), /GrpHdr\/MsgId$/, /must not be empty/],
    "a day that does not exist": [
      replaced(initiation, "2026-11-23", "2026-02-29"),
      /ReqdExctnDt\/Dt$/,
      /must be a date/,
    ],
    "a code of no list": [
      replaced(initiation, "TRF", "XTRF"),
      /PmtInf\[1\]\/PmtMtd$/,
      /must be one of CHK, TRF, TRA/,
      "XTRF",
    ],
    "two alternatives": [
      replaced(initiation, "<Othr>", "<IBAN>DE89370400440532013000</IBAN><Othr>"),
      /DbtrAcct\/Id$/,
      /exactly one of IBAN, Othr/,
    ],
    "no alternative": [
      replaced(initiation, /<Othr>[\s\S]*?<\/Othr>/, ""),
      /DbtrAcct\/Id$/,
      /exactly one of IBAN, Othr/,
    ],
    "text between elements": [replaced(initiation, "<GrpHdr>", "<GrpHdr>hello"), /GrpHdr$/, /must not contain text/],
    "elements inside a text": [
      replaced(initiation, "Acme", "<b>Acme</b>"),
      /InitgPty\/Nm$/,
      /must not contain elements/,
      "b",
    ],
    "an unknown attribute": [
      replaced(initiation, "<GrpHdr>", '<GrpHdr id="1">'),
      /GrpHdr$/,
      /attribute that is not allowed/,
      "id",
    ],
    "an amount without currency": [replaced(initiation, ' Ccy="USD"', ""), /InstdAmt$/, /attribute Ccy is missing/],
    "an unknown currency": [
      replaced(initiation, 'Ccy="USD"', 'Ccy="XYZ"'),
      /InstdAmt$/,
      /XYZ is not an ISO 4217 currency/,
    ],
    "too many decimals": [
      replaced(initiation, ">12500.00</InstdAmt", ">12500.001</InstdAmt"),
      /InstdAmt$/,
      /at most 2 decimals in USD/,
    ],
    "decimals of a currency without any": [
      replaced(initiation, 'Ccy="USD"', 'Ccy="JPY"'),
      /InstdAmt$/,
      /at most 0 decimals in JPY/,
    ],
    "an exponent": [replaced(initiation, ">12500.00</InstdAmt", ">125e2</InstdAmt"), /InstdAmt$/, /decimal number/],
    "a negative amount": [
      replaced(initiation, ">12500.00</InstdAmt", ">-1.00</InstdAmt"),
      /InstdAmt$/,
      /not be negative/,
    ],
    "a wrong count": [
      replaced(initiation, "<NbOfTxs>1<", "<NbOfTxs>2<"),
      /GrpHdr\/NbOfTxs$/,
      /number of transactions, 1/,
      "2",
    ],
    "a wrong sum": [
      replaced(initiation, "<CtrlSum>12500.00<", "<CtrlSum>12500.01<"),
      /GrpHdr\/CtrlSum$/,
      /sum of the transactions, 12500.00/,
      "12500.01",
    ],
  };
  for (const [what, [text, path, rule, value]] of Object.entries(cases)) {
    test(what, () => {
      const [problem] = problemsIn(text);
      assert.match(problem?.path ?? "accepted", path);
      assert.match(problem?.rule ?? "accepted", rule);
      if (value !== undefined) assert.equal(problem?.value, value);
    });
  }

  test("the line and column of the fault are given", () => {
    const [problem] = problemsIn(replaced(initiation, "M0197A1B2C3D4", "M".repeat(36)));
    assert.equal(problem?.line, 5);
  });

  test("account numbers are masked in errors", () => {
    const iban = "DE89370400440532013000 ";
    const [problem] = problemsIn(replaced(initiation, /<Othr>[\s\S]*?<\/Othr>/, `<IBAN>${iban}</IBAN>`));
    assert.equal(problem?.value, "…000 ");
    const overlong = problemsIn(replaced(initiation, "000123456789", `${"1".repeat(31)}6789`));
    assert.equal(overlong[0]?.value, "…6789");
    const elsewhere = problemsIn(replaced(initiation, "TRF", "4111111111111111"));
    assert.equal(elsewhere[0]?.value, "…1111");
  });

  test("many faults are counted up to twenty, and then reading stops", () => {
    const entry = /<Ntry>[\s\S]*<\/Ntry>/.exec(statement)?.[0] ?? "";
    assert.equal(
      problemsIn(replaced(statement, entry, entry.replaceAll("<Sts>", "<Foo/><Sts>").repeat(50))).length,
      20,
    );
  });
});

describe("envelopes", () => {
  const options = { isEnvelopeAllowed: true };
  const body = initiation.slice(initiation.indexOf("<Document"));

  test("carry one document, below at most four elements", () => {
    const wrap = (depth: number) => "<E>".repeat(depth) + body + "</E>".repeat(depth);
    assert.deepEqual(problemsIn(wrap(4), options), []);
    assert.match(firstRule(wrap(5), options) ?? "", /only AppHdr and Document/);
  });

  test("carry nothing else", () => {
    assert.match(firstRule(`<E>${body}${body}</E>`, options) ?? "", /nothing may follow/);
    assert.match(firstRule(`<E><F/>${body}</E>`, options) ?? "", /only AppHdr and Document/);
    assert.match(firstRule(`<E>text${body}</E>`, options) ?? "", /must not contain text/);
    assert.match(firstRule("<E/>", options) ?? "", /has no Document/);
  });

  test("have a header that names the message", () => {
    const wire = readFileSync(new URL("../golden/testdata/head.001.001.02-fedwire.xml", import.meta.url), "utf8");
    const [problem] = problemsIn(replaced(wire, "<MsgDefIdr>pacs.008", "<MsgDefIdr>pacs.009"), options);
    assert.equal(problem?.path, "AppHdr/MsgDefIdr");
  });
});

test("law: no change of bytes does more than raise an error", () => {
  const random = seeded(testSeed("fuzzed messages"));
  const original = Buffer.from(statement);
  for (let round = 0; round < (long ? 20_000 : 300); round++) {
    const bytes = Buffer.from(original);
    for (let change = 0; change < 3; change++) {
      const at = Math.floor(random() * bytes.length);
      const what = random();
      if (what < 0.5) bytes[at] = Math.floor(random() * 256);
      else if (what < 0.8) bytes.copy(bytes, at, Math.floor(random() * bytes.length));
      else bytes.fill("<", at, Math.min(at + 3, bytes.length));
    }
    problemsIn(bytes.subarray(0, Math.floor(random() * 2 * bytes.length)));
  }
});
