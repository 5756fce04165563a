import fc, { type StringConstraints } from "fast-check";

const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;

/** Any character: what `unit: "binary"` has, which takes two seconds to prepare. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));

/** A text of any characters. */
export const anyText = (constraints: Omit<StringConstraints, "unit"> = {}) =>
  fc.string({ ...constraints, unit: anyCharacter });
