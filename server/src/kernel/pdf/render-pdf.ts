import { Worker } from "node:worker_threads";
import { unavailable } from "../http/http-refusals.ts";
import { oneAtATimeWithin, TooManyWaiting } from "../work/one-at-a-time.ts";
import type { DrawMessage, DrawReply } from "./messages.ts";
import { startPace } from "./pace.ts";
import type { PdfBlock, PdfDocument } from "./pdf-document.ts";

/** After this time without a document the thread ends and its memory is free again. */
const IDLE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 };
const ROWS_PER_MESSAGE = 250;
/** More documents, and those that waited longer, get 503: clients would have given up before their document is ready. */
const QUEUE = { waitingMax: 16, waitingMs: 20_000 };

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
const turns = oneAtATimeWithin(QUEUE);

function startThread(): Worker {
  const worker = new Worker(new URL("./draw-thread.ts", import.meta.url), {
    name: "pdf",
    resourceLimits: MEMORY,
  });
  worker.unref();
  worker.once("exit", () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

function stopThread(): void {
  void thread?.terminate();
  thread = undefined;
}

type Drawn = Exclude<DrawReply, { error: string }>;

/** Sends one part and waits until it is drawn, so that the thread never has more than one in its queue. */
function draw(worker: Worker, message: DrawMessage): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      worker.off("message", onReply).off("error", onError).off("exit", onExit);
      worker.unref();
      outcome();
    };
    const onReply = (reply: DrawReply) =>
      settle(() => ("error" in reply ? reject(new Error(`drawing failed: ${reply.error}`)) : resolve(reply)));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error("the thread that draws documents ended")));
    worker.on("message", onReply).on("error", onError).on("exit", onExit);
    // While a document is drawn, the process must not end.
    worker.ref();
    worker.postMessage(message);
  });
}

async function* rowsOf(table: Extract<PdfBlock, { kind: "table" }>) {
  if (Symbol.asyncIterator in table.rows) {
    yield* table.rows;
    return;
  }
  for (let start = 0; start < table.rows.length; start += ROWS_PER_MESSAGE) {
    yield table.rows.slice(start, start + ROWS_PER_MESSAGE);
  }
}

async function* partsOf({ blocks, ...frame }: PdfDocument): AsyncGenerator<DrawMessage> {
  yield { part: "open", frame };
  for (const block of blocks) {
    if (block.kind !== "table") {
      yield { part: "block", block };
      continue;
    }
    yield { part: "table", summary: block.summary, columns: block.columns };
    for await (const rows of rowsOf(block)) yield { part: "rows", rows };
    yield { part: "endTable" };
  }
  yield { part: "close" };
}

async function render(document: PdfDocument): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= startThread();
  const worker = thread;
  const chunks: Uint8Array[] = [];
  const letPaymentsGoFirst = startPace();
  try {
    for await (const part of partsOf(document)) {
      const { bytes, drawn } = await draw(worker, part);
      chunks.push(bytes);
      await letPaymentsGoFirst(drawn);
    }
  } catch (error) {
    // A half-drawn document must not become the beginning of the next one.
    stopThread();
    throw error;
  }
  idle = setTimeout(stopThread, IDLE_MS);
  idle.unref();
  return Buffer.concat(chunks);
}

/**
 * Draws a document in a thread of its own, one document at a time. The same document always gives the same bytes. The
 * whole file is returned: a reply that broke off in the middle would look like a shorter statement.
 */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  try {
    return await turns(() => render(document));
  } catch (error) {
    throw error instanceof TooManyWaiting ? unavailable(error) : error;
  }
}
