import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { long, seeded, testSeed } from "../../../../../server/test/kit/faults/random.ts";
import { type MessageName, messageNames, messageTables, NAMESPACE_START } from "../messages/message-tables.ts";
import { sequence } from "../schema/element-types.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { newElementWriter, writeElement } from "../schema/write-element.ts";
import { mutate } from "./mutated-document.testkit.ts";
import { hasSchema, openSchema, whyNoSchemas } from "./official-schemas.testkit.ts";
import { beginMessage } from "./read-message.ts";
import { sampleValue } from "./sample-values.testkit.ts";

const ROUNDS = long ? 500 : 12;
const MUTANTS = long ? 5_000 : 60;

function xmlOf(name: MessageName, content: unknown): string {
  const { element, type } = messageTables[name];
  const writer = newElementWriter({ isIndented: false });
  const table = sequence("Document", { [element]: type });
  writeElement(writer, "Document", table, { [element]: content }, ` xmlns="${NAMESPACE_START}${name}"`);
  assert.deepEqual(writer.problems, [], name);
  return writer.pieces.join("");
}

/** A random document of a message: valid by its table; the totals in its headers are random as well. */
function sampleDocument(name: MessageName, random: () => number): { readonly xml: string; readonly content: unknown } {
  const content = sampleValue({ random, chance: random() }, messageTables[name].type);
  return { xml: xmlOf(name, content), content };
}

/** Reads by the table only, without the rules about totals. */
function readByTable(name: MessageName, xml: string): unknown {
  const reading = beginMessage([name], {}, () => []);
  reading.write(xml);
  return reading.close().message.content;
}

const objectionOf = (name: MessageName, xml: string): string | undefined => {
  try {
    readByTable(name, xml);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Iso20022Error, `${error}`);
    return error.message;
  }
};

describe("message tables", () => {
  for (const name of messageNames) {
    test(`${name}: what is written is read back, byte for byte`, () => {
      const random = seeded(testSeed(name));
      for (let round = 0; round < ROUNDS; round++) {
        const { xml, content } = sampleDocument(name, random);
        const read = readByTable(name, xml);
        assert.deepEqual(read, content);
        assert.equal(xmlOf(name, read), xml);
      }
    });
  }
});

describe("message tables and the official schemas agree", { skip: whyNoSchemas }, () => {
  for (const name of messageNames.filter(hasSchema)) {
    test(`${name}: all that is written is valid`, () => {
      const random = seeded(testSeed(`${name}, schema`));
      using schema = openSchema(name);
      for (let round = 0; round < ROUNDS; round++) {
        const { xml } = sampleDocument(name, random);
        assert.equal(schema.problem(xml), undefined, xml);
      }
    });

    test(`${name}: what the schema rejects, the reader rejects`, () => {
      const random = seeded(testSeed(`${name}, mutants`));
      using schema = openSchema(name);
      const seen = { rejected: 0, accepted: 0 };
      for (let round = 0; round < MUTANTS; round++) {
        const mutant = mutate(sampleDocument(name, random).xml, random);
        const problem = schema.problem(mutant);
        if (problem === undefined) seen.accepted += 1;
        else {
          seen.rejected += 1;
          assert.notEqual(objectionOf(name, mutant), undefined, `${problem}\n${mutant}`);
        }
      }
      assert.ok(seen.rejected > MUTANTS / 3 && seen.accepted > 0, "mutants of both kinds were tested");
    });
  }
});
