import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createNachaWriter,
  isIatHeader,
  type NachaItem,
  readNacha,
  returnBatchHeader,
  returnOf,
  traceNumberOf,
} from "bursar-bank-formats/nacha";
import type { AnswerStep } from "./steps.ts";

/** The bank that returns. */
const BANK = "02100002";
/** Through which nothing was sent. */
const OTHER_BANK = "09100001";
const CREATED_ON = "2026-11-24";

/** One file that returns every entry of the outbox as unpaid for want of funds, which most returns say. */
export async function returnAll({ folder, name, isUnknown }: AnswerStep): Promise<void> {
  const inbox = join(folder, "inbox");
  const unfinished = join(inbox, `${name}.tmp`);
  await pipeline(Readable.from(returnsOf(join(folder, "outbox"), isUnknown)), createWriteStream(unfinished));
  await rename(unfinished, join(inbox, name));
}

async function* returnsOf(outbox: string, isUnknown: boolean): AsyncGenerator<string> {
  const names = readdirSync(outbox).sort();
  let writer: ReturnType<typeof createNachaWriter> | undefined;
  let header: Extract<NachaItem, { kind: "batchHeader" }>["header"] | undefined;
  let sequenceNumber = 0;
  for (const name of names)
    for await (const item of readNacha(createReadStream(join(outbox, name)))) {
      if (item.kind === "fileHeader" && writer === undefined) {
        const { immediateDestination: bank } = item.header;
        writer = createNachaWriter({ ...item.header, immediateOrigin: bank, fileCreationDate: CREATED_ON });
        yield writer.fileHeader();
      } else if (item.kind === "batchHeader") {
        header = item.header;
        yield writer?.beginBatch(returnBatchHeader(header, BANK)) ?? "";
      } else if (item.kind === "entry" && header !== undefined && !isIatHeader(header)) {
        sequenceNumber += 1;
        const traceNumber = traceNumberOf({ odfiIdentification: BANK, sequenceNumber });
        const entry = isUnknown
          ? { ...item.entry, traceNumber: traceNumberOf({ odfiIdentification: OTHER_BANK, sequenceNumber }) }
          : item.entry;
        const returned = returnOf({ header, entry }, { returnReasonCode: "R01", traceNumber });
        yield writer?.entry(returned) ?? "";
      } else if (item.kind === "batchControl") yield writer?.endBatch() ?? "";
    }
  yield writer?.end() ?? "";
}
