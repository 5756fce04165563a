import type { EventData } from "node:test";
import { recordSeconds } from "./test-seconds.ts";

/** What each process takes in addition to its tests. */
const START_SECONDS = 0.3;

interface TestEvent {
  readonly type: string;
  readonly data: unknown;
}

/** Prints nothing: records how long each test file took, to order the next run (`--test-reporter`). */
// biome-ignore lint/style/noDefaultExport: where Node.js looks for a reporter.
export default async function* recordFileSeconds(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  const seconds: Record<string, number> = {};
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    // The data of these events, according to Node.js's types.
    const { name, nesting, details } = data as EventData.TestPass | EventData.TestFail;
    // Each file of a batch is a test with its name (batch-files.ts).
    if (nesting === 0 && name.endsWith(".test.ts")) seconds[name] = START_SECONDS + details.duration_ms / 1000;
  }
  recordSeconds(seconds);
  yield "";
}
