import { randomUUID } from "node:crypto";
import {
  customerTransferProblems,
  customerTransfers,
  type NamedMessage,
  networkTransfer,
  networkTransferProblems,
  readMessage,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import { customerFile, fedNowFacts } from "../../packages/bank-formats/src/iso20022/golden/golden-messages.testkit.ts";

/** Seconds to build, check by the rules of the bank or network, write, and read back transfers, by round. */
export interface TransferResults {
  readonly transfers: number;
  readonly customerSeconds: readonly number[];
  readonly networkSeconds: readonly number[];
}

/** The first round is not counted: V8 compiles the code meanwhile. */
export function measureTransfers(transfers: number, rounds: number): TransferResults {
  const customerSeconds: number[] = [];
  const networkSeconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const customer = secondsOf(() => buildCustomerFile(transfers));
    const network = secondsOf(() => buildNetworkMessages(transfers));
    if (round === 0) continue;
    customerSeconds.push(customer);
    networkSeconds.push(network);
  }
  return { transfers, customerSeconds, networkSeconds };
}

function secondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1_000;
}

/** A pain.001 with all transfers: a company's file for its bank. */
function buildCustomerFile(transfers: number): void {
  const file = customerFile("domesticWire");
  const batches = file.batches.map((batch) => {
    const [first] = batch.transfers;
    if (first === undefined) throw new Error("The sample has a transfer");
    const numbered = Array.from({ length: transfers }, (_, index) => ({
      ...first,
      instructionId: `I${index}`,
      endToEndId: `E${index}`,
      uetr: randomUUID(),
      amount: { Ccy: "USD", amountMinor: 100n + BigInt(index) },
    }));
    return { ...batch, transfers: numbered };
  });
  const message = customerTransfers({ ...file, batches });
  refuse(customerTransferProblems("domesticWire", message.content));
  readBack(message, "pain.001.001.09");
}

/** A pacs.008 for each transfer, as a network wants it. */
function buildNetworkMessages(transfers: number): void {
  for (let index = 0; index < transfers; index += 1) {
    const message = networkTransfer("fednow", {
      ...fedNowFacts,
      messageId: `20261120021000021A${String(index).padStart(7, "0")}`,
      instructionId: `I${index}`,
      endToEndId: `E${index}`,
      uetr: randomUUID(),
      amount: { Ccy: "USD", amountMinor: 100n + BigInt(index) },
    });
    refuse(networkTransferProblems("fednow", message.content));
    readBack(message, "pacs.008.001.08");
  }
}

/** More than a file of all transfers has. */
const BYTES_MAX = 64 * 1024 * 1024;

function readBack(message: NamedMessage, name: "pain.001.001.09" | "pacs.008.001.08"): void {
  const written = writeMessage(message);
  if (writeMessage(readMessage(written, [name], { bytesMax: BYTES_MAX }).message) !== written)
    throw new Error("What is read back differs");
}

function refuse(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new Error(`The sample breaks a rule: ${JSON.stringify(problems[0])}`);
}
