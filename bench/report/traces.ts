import type { TracesCell, TracesResults } from "../figures/traces.ts";
import { median } from "../kit/statistics.ts";
import { places, table, whole } from "./table.ts";

type Figure = (cell: TracesCell) => readonly number[];

const rate: Figure = ({ rounds }) => rounds.map(({ perSecond }) => perSecond);
const processorTime: Figure = ({ costs }) =>
  costs.map(({ serviceMicroseconds, backendMicroseconds }) => serviceMicroseconds + backendMicroseconds);

/** With traces ÷ without, by round: both were measured right after each other. */
function ratios({ cells }: TracesResults, connections: number, figure: Figure): number[] {
  const of = (traced: boolean): readonly number[] => {
    const cell = cells.find((candidate) => candidate.connections === connections && candidate.traced === traced);
    return cell === undefined ? [] : figure(cell);
  };
  const without = of(false);
  return of(true).map((value, round) => value / (without[round] ?? Number.NaN));
}

export const tracedProcessorTime = (traces: TracesResults, connections: number): number[] =>
  ratios(traces, connections, processorTime);

export function tracesSection(traces: TracesResults): string {
  const rows = traces.cells.map((cell) => [
    `${cell.connections} ${cell.connections === 1 ? "connection" : "connections"}, ${cell.traced ? "traced" : "not traced"}`,
    whole(median(rate(cell))),
    whole(median(processorTime(cell))),
    whole(median(cell.costs.map(({ serviceMicroseconds }) => serviceMicroseconds))),
  ]);
  const counts = [...new Set(traces.cells.map(({ connections }) => connections))];
  const compared = counts.map((connections) => [
    `${connections}`,
    places(median(ratios(traces, connections, rate)), 3),
    places(median(ratios(traces, connections, processorTime)), 3),
  ]);
  return [
    "## Traces and metrics for a collector\n",
    table(["", "payments/s", "service and PostgreSQL, µs per payment", "service, µs per payment"], rows),
    "With ÷ without, the median of the rounds' ratios:\n",
    table(["connections", "payments/s", "processor time per payment"], compared),
    `The collector received ${whole(traces.bytesPerPayment)} bytes per payment.\n`,
  ].join("\n");
}
