import { createHook } from "node:async_hooks";
import { createClient, type PaymentRow } from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";

/** `payMany` in a process of its own, which kills itself with -9 when an await continues for the nth time. */
export interface PayManyProcess {
  readonly baseUrl: string;
  readonly token: string;
  readonly journal: string;
  readonly accountId: string;
  readonly direct: boolean;
  readonly rows: readonly PaymentRow[];
  /** Never, if undefined. */
  readonly killAt?: number;
}

// Written by the test.
const { baseUrl, token, journal, rows, accountId, direct, killAt } = JSON.parse(
  process.env["PAY_MANY"] ?? "",
) as PayManyProcess;

const bursar = createClient({ baseUrl, token });
let awaits = 0;
createHook({
  // Called when a promise is about to continue: after every await of the client, of its journal, and of fetch.
  before() {
    awaits += 1;
    if (awaits === killAt) process.kill(process.pid, "SIGKILL");
  },
}).enable();
const { counts } = await bursar.payMany(rows, { journal: fileJournal(journal), accountId, direct });
process.stdout.write(JSON.stringify({ counts, awaits }));
