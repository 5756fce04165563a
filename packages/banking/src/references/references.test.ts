import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { AssertionFailure } from "../assert.ts";
import { routingNumberCheckDigit } from "../identifiers/aba-routing-number.ts";
import { ACH_SEQUENCE_NUMBER_MAX, achTraceNumber, isAchTraceNumber, parseAchTraceNumber } from "./ach-trace-number.ts";
import { CHECK_NUMBER_MAX, checkNumberText, paddedCheckNumber, parseCheckNumber } from "./check-number.ts";
import { type Imad, imad, type Omad, omad, parseImad, parseOmad } from "./fedwire-references.ts";
import { compactDate, findCompactDate } from "./reference-date.ts";
import { isRtpReference, parseRtpReference, type RtpReference, rtpReference } from "./rtp-reference.ts";

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
const capitals = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), minLength: length, maxLength: length });
const anyDate = fc.integer({ min: 0, max: 36_500 }).map((days) => Temporal.PlainDate.from("2000-01-01").add({ days }));
const shown = (parts: object | undefined) =>
  parts && Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, String(value)]));

describe("dates in references", () => {
  test("accept only existing days", () => {
    assert.equal(findCompactDate("20280229")?.toString(), "2028-02-29");
    for (const text of ["20270229", "20261301", "20260431", "20260400", "2026043", "2026-4-3", ""]) {
      assert.equal(findCompactDate(text), undefined, text);
    }
  });

  test("law: formatting and parsing returns the same day", () => {
    fc.assert(fc.property(anyDate, (date) => findCompactDate(compactDate(date))?.equals(date) === true));
  });
});

describe("ACH trace numbers", () => {
  test("are the ODFI's first eight digits and a seven-digit sequence number", () => {
    assert.equal(achTraceNumber("091000019", 42), "091000010000042");
    assert.equal(achTraceNumber("09100001", 42), "091000010000042");
    assert.deepEqual(parseAchTraceNumber("091000010000042"), { odfiIdentification: "09100001", sequenceNumber: 42 });
  });

  test("reject other texts and invalid parts", () => {
    for (const text of ["", "09100001000004", "0910000100000423", "09100001000004A", "091000010000000"]) {
      assert.equal(parseAchTraceNumber(text), undefined, text);
    }
    for (const sequence of [0, -1, 1.5, 10_000_000, Number.NaN])
      assert.throws(() => achTraceNumber("09100001", sequence), AssertionFailure);
    assert.throws(() => achTraceNumber("0910000", 1), AssertionFailure);
  });

  test("law: round trip, in fifteen digits; later numbers sort later", () => {
    const anySequence = fc.integer({ min: 1, max: ACH_SEQUENCE_NUMBER_MAX });
    fc.assert(
      fc.property(digits(8), anySequence, anySequence, (odfiIdentification, sequenceNumber, other) => {
        const text = achTraceNumber(odfiIdentification, sequenceNumber);
        assert.ok(isAchTraceNumber(text));
        assert.deepEqual(parseAchTraceNumber(text), { odfiIdentification, sequenceNumber });
        assert.equal(text < achTraceNumber(odfiIdentification, other), sequenceNumber < other);
      }),
    );
  });
});

const anyImad: fc.Arbitrary<Imad> = fc.record({
  inputCycleDate: anyDate,
  inputSource: capitals(8),
  inputSequenceNumber: fc.integer({ min: 1, max: 999_999 }),
});
const anyOmad: fc.Arbitrary<Omad> = fc.record({
  outputCycleDate: anyDate,
  outputDestination: capitals(8),
  outputSequenceNumber: fc.integer({ min: 1, max: 999_999 }),
  outputMonthDay: anyDate.map((date) => date.toPlainMonthDay()),
  outputTime: fc.nat(1_439).map((minutes) => Temporal.PlainTime.from("00:00").add({ minutes })),
  applicationId: capitals(4),
});

describe("Fedwire references", () => {
  test("an IMAD is date, source, and sequence number; an OMAD adds the receipt time and application", () => {
    const inputCycleDate = Temporal.PlainDate.from("2026-07-06");
    assert.equal(imad({ inputCycleDate, inputSource: "MMQFMP31", inputSequenceNumber: 1 }), "20260706MMQFMP31000001");
    const parts = {
      outputCycleDate: Temporal.PlainDate.from("2026-07-07"),
      outputDestination: "B6B7HU3R",
      outputSequenceNumber: 12,
      // After 9 PM, Fedwire is already in its next business day.
      outputMonthDay: Temporal.PlainMonthDay.from("07-06"),
      outputTime: Temporal.PlainTime.from("21:05"),
      applicationId: "FT03",
    };
    assert.equal(omad(parts), "20260707B6B7HU3R00001207062105FT03");
  });

  test("reject other texts and invalid parts", () => {
    for (const text of [
      "",
      "20260706MMQFMP3100000",
      "20261306MMQFMP31000001",
      "20260706mmqfmp31000001",
      "20260706MMQFMP31000000",
    ]) {
      assert.equal(parseImad(text), undefined, text);
    }
    const good = "20260707B6B7HU3R00001207062105FT03";
    assert.ok(parseOmad(good));
    assert.equal(parseImad(good), undefined);
    assert.equal(parseOmad("20260706MMQFMP31000001"), undefined);
    for (const [from, to] of [
      ["07062105", "02302105"],
      ["07062105", "07062405"],
      ["07062105", "07062160"],
      ["FT03", "ft03"],
    ] as const) {
      assert.equal(parseOmad(good.replace(from, to)), undefined, to);
    }
    assert.ok(parseOmad(good.replace("07062105", "02292105")), "29 February");
    const inputCycleDate = Temporal.PlainDate.from("2026-07-06");
    assert.throws(() => imad({ inputCycleDate, inputSource: "short", inputSequenceNumber: 1 }), AssertionFailure);
    assert.throws(
      () => imad({ inputCycleDate, inputSource: "MMQFMP31", inputSequenceNumber: 1_000_000 }),
      AssertionFailure,
    );
  });

  test("law: round trip, in 22 and 34 characters", () => {
    fc.assert(
      fc.property(anyImad, anyOmad, (input, output) => {
        assert.equal(imad(input).length, 22);
        assert.deepEqual(shown(parseImad(imad(input))), shown(input));
        assert.equal(omad(output).length, 34);
        assert.deepEqual(shown(parseOmad(omad(output))), shown(output));
      }),
    );
  });
});

describe("RTP references", () => {
  const parts: RtpReference = {
    date: Temporal.PlainDate.from("2026-07-06"),
    routingNumber: "021000021",
    connection: "T1",
    source: "B",
    serial: "BURS",
    sequenceNumber: 42,
  };

  test("are date, participant, source, serial number, and sequence number", () => {
    assert.equal(rtpReference(parts), "20260706021000021T1BBURS00000000042");
  });

  test("reject other texts and invalid parts", () => {
    const good = rtpReference(parts);
    for (const text of [
      "",
      good.slice(1),
      `${good}0`,
      good.replace("0706", "0732"),
      good.replace("021000021", "021000022"),
      good.toLowerCase(),
    ]) {
      assert.ok(!isRtpReference(text), text);
    }
    for (const wrong of [
      { serial: "BUR" },
      { source: "b" },
      { connection: "1T" },
      { sequenceNumber: 0 },
      { sequenceNumber: 1e11 },
    ]) {
      assert.throws(() => rtpReference({ ...parts, ...wrong }), AssertionFailure, JSON.stringify(wrong));
    }
  });

  test("law: round trip, in 35 characters", () => {
    const anyParts: fc.Arbitrary<RtpReference> = fc.record({
      date: anyDate,
      routingNumber: digits(6)
        .map((rest) => `02${rest}`)
        .map((eight) => eight + routingNumberCheckDigit(eight)),
      connection: fc.constantFrom("T1", "A2", "Z9"),
      source: fc.constantFrom("A", "B"),
      serial: capitals(4),
      sequenceNumber: fc.integer({ min: 1, max: 99_999_999_999 }),
    });
    fc.assert(
      fc.property(anyParts, (reference) => {
        assert.equal(rtpReference(reference).length, 35);
        assert.deepEqual(shown(parseRtpReference(rtpReference(reference))), shown(reference));
      }),
    );
  });
});

describe("check numbers", () => {
  test("are parsed with leading zeros and formatted without, unless a field requires them", () => {
    assert.equal(checkNumberText(1042), "1042");
    assert.equal(paddedCheckNumber(1042, 10), "0000001042");
    assert.equal(parseCheckNumber("0000001042"), 1042);
    assert.throws(() => paddedCheckNumber(1042, 3), AssertionFailure);
    for (const checkNumber of [0, -1, 1.5, CHECK_NUMBER_MAX + 1])
      assert.throws(() => checkNumberText(checkNumber), AssertionFailure);
    for (const text of ["", "0", "000", "10a", "-1", " 1", "99999999999"])
      assert.equal(parseCheckNumber(text), undefined, text);
  });

  test("law: round trip, padded or not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: CHECK_NUMBER_MAX }), (checkNumber) => {
        assert.equal(parseCheckNumber(checkNumberText(checkNumber)), checkNumber);
        assert.equal(parseCheckNumber(paddedCheckNumber(checkNumber, 12)), checkNumber);
      }),
    );
  });
});
