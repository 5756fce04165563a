import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { businessHeader, fedwireEnvelope } from "../builders/business-headers.ts";
import { networkTransfer } from "../builders/network-transfers.ts";
import { hasSchema, openSchema, whyNoSchemas } from "../documents/official-schemas.testkit.ts";
import { readMessage } from "../documents/read-message.ts";
import { writeMessage } from "../documents/write-message.ts";
import { messageNames } from "../messages/message-tables.ts";
import { goldenMessages, networkFacts } from "./golden-messages.testkit.ts";

/** `BURSAR_WRITE_GOLDEN=1` writes the files again; review the difference before committing it. */
const isWriting = process.env["BURSAR_WRITE_GOLDEN"] === "1";

const fileOf = (name: string): URL => new URL(`testdata/${name}.xml`, import.meta.url);

function golden(name: string, written: string): string {
  if (isWriting) writeFileSync(fileOf(name), written);
  return readFileSync(fileOf(name), "utf8");
}

describe("golden files", () => {
  for (const [name, build] of Object.entries(goldenMessages)) {
    test(`${name} is written byte for byte`, () => {
      const message = build();
      const written = writeMessage(message);
      assert.equal(written, golden(name, written));
    });

    test(`${name} is read as what was written`, () => {
      const received = readMessage(readFileSync(fileOf(name)), messageNames);
      assert.equal(writeMessage(received.message), readFileSync(fileOf(name), "utf8"));
    });
  }

  test("a Fedwire message is wrapped with its header", () => {
    const message = networkTransfer("fedwire", networkFacts);
    const header = businessHeader(message, {
      from: { routingNumber: "021000021" },
      to: { routingNumber: "021151080" },
      messageId: networkFacts.messageId,
      createdAt: networkFacts.createdAt,
    });
    const envelope = fedwireEnvelope("incoming", "pacs.008.001.08");
    const written = writeMessage(message, { header, envelope });
    assert.equal(written, golden("head.001.001.02-fedwire", written));
    const received = readMessage(written, ["pacs.008.001.08"], { isEnvelopeAllowed: true });
    assert.equal(received.header?.BizMsgIdr, networkFacts.messageId);
    assert.deepEqual(received.envelope, envelope);
    assert.equal(writeMessage(received.message, { header: received.header ?? header, envelope }), written);
  });
});

describe("golden files are valid by the official schemas", { skip: whyNoSchemas }, () => {
  for (const [name, build] of Object.entries(goldenMessages).filter(([, build]) => hasSchema(build().name))) {
    test(name, () => {
      using schema = openSchema(build().name);
      assert.equal(schema.problem(readFileSync(fileOf(name), "utf8")), undefined);
    });
  }

  test("the business application header", () => {
    const [header = ""] =
      /<AppHdr[\s\S]*<\/AppHdr>/.exec(readFileSync(fileOf("head.001.001.02-fedwire"), "utf8")) ?? [];
    using schema = openSchema("head.001.001.02");
    assert.equal(schema.problem(header), undefined);
    assert.notEqual(
      schema.problem(header.replace("<CreDt>", "<Created>").replace("</CreDt>", "</Created>")),
      undefined,
    );
  });
});
