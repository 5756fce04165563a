import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoadResult } from "../load/plan.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS, startPayers, untilCompiled } from "./bench.ts";
import { type Cost, measureCost } from "./cost.ts";

/** What traces and metrics for a collector cost. */
export interface TracesResults {
  readonly cells: readonly TracesCell[];
  /** What the collector received of each payment made while it was there, in bytes. */
  readonly bytesPerPayment: number;
}

export interface TracesCell {
  readonly traced: boolean;
  readonly connections: number;
  readonly rounds: LoadResult[];
  readonly costs: Omit<Cost, "column" | "connections">[];
}

/**
 * Two services on one cluster, with and without a collector. Each round measures them one right after the other, in
 * alternating order, so that a change in the machine's speed affects both.
 */
export async function measureTraces(bench: Bench): Promise<TracesResults> {
  const collector = await openSink();
  try {
    const sides = [await openSide(bench, undefined), await openSide(bench, collector.endpoint)];
    const cells = [1, REFERENCE_CONNECTIONS].flatMap((connections) =>
      [false, true].map((traced): TracesCell => ({ traced, connections, rounds: [], costs: [] })),
    );
    for (const payer of sides) await untilCompiled(payer);
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      for (const connections of [1, REFERENCE_CONNECTIONS]) {
        const pair = cells.filter((cell) => cell.connections === connections);
        for (const cell of round % 2 === 0 ? pair.toReversed() : pair) {
          const payer = sides[cell.traced ? 1 : 0];
          if (payer) await measureCell(bench, payer, cell);
          const rate = cell.rounds.at(-1)?.perSecond.toFixed(0);
          bench.say(`round ${round}: ${connections} connections, ${cell.traced ? "traced" : "not traced"}: ${rate}/s`);
        }
      }
    }
    const payments = sides[1]?.nextNumber ?? 0;
    for (const { service } of sides) await service.stop();
    return { cells, bytesPerPayment: collector.bytes() / payments };
  } finally {
    await collector.close();
  }
}

async function openSide(bench: Bench, endpoint: string | undefined): Promise<Payer> {
  const target = await newTarget(bench, endpoint === undefined ? "not_traced" : "traced", "postgres");
  const { payers } = await startPayers(
    endpoint === undefined ? target : { ...target, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } },
    [{ accounts: 1, recipients: 50, deposits: 100 }],
  );
  const [payer] = payers;
  if (payer === undefined) throw new Error("The service has a payer");
  return payer;
}

async function measureCell(bench: Bench, payer: Payer, { connections, rounds, costs }: TracesCell): Promise<void> {
  const { result, cost } = await measureCost(bench, payer.service, () =>
    pay(payer, { connections, seconds: bench.options.seconds }),
  );
  rounds.push(result);
  if (cost) costs.push(cost);
  await untilQuiet(payer.service);
}

/** A collector that drops everything: its own work is not the service's. */
async function openSink() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on("end", () => response.setHeader("content-type", "application/x-protobuf").end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
