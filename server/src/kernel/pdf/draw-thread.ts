// The thread that draws documents: layout and compression of a long one would otherwise hold up payments for seconds.
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { present } from "../assert.ts";
import { drawBlock } from "./blocks.ts";
import { type OpenDocument, openDocument } from "./frame.ts";
import type { DrawMessage, DrawReply } from "./messages.ts";
import type { DrawnPart } from "./pace.ts";
import { type OpenTable, openTable } from "./table.ts";

/**
 * On Linux, every thread has a priority of its own. Where processors are scarce, payments come first, and a document
 * takes longer.
 */
function yieldToPayments(): void {
  try {
    const thread = readlinkSync("/proc/thread-self").split("/").at(-1);
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Another system: all threads have the priority of the process.
  }
}
yieldToPayments();

const port = present(parentPort, "runs in a worker thread");

let bytes: Uint8Array[] = [];
let document: OpenDocument | undefined;
let table: OpenTable | undefined;

const open = (): OpenDocument => present(document, "a document is open");

function draw(message: DrawMessage): void {
  switch (message.part) {
    case "open":
      bytes = [];
      document = openDocument(message.frame, (chunk) => bytes.push(chunk));
      return;
    case "block":
      drawBlock(open().sheet, message.block);
      return;
    case "table":
      table = openTable(open().sheet, message.summary, message.columns);
      return;
    case "rows":
      present(table, "a table is open").add(message.rows);
      return;
    case "endTable":
      present(table, "a table is open").end();
      return;
    case "close":
      open().end();
      document = undefined;
  }
}

/** The time on a processor is this thread's alone. */
function measured(work: () => void): DrawnPart {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  work();
  const { user, system } = process.threadCpuUsage(before);
  return { elapsedMs: performance.now() - startedAt, processorMs: (user + system) / 1_000 };
}

port.on("message", (message: DrawMessage) => {
  let drawn: DrawnPart;
  try {
    drawn = measured(() => draw(message));
  } catch (error) {
    port.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies DrawReply);
    return;
  }
  const done = Buffer.concat(bytes);
  bytes = [];
  port.postMessage({ bytes: done, drawn } satisfies DrawReply);
});
