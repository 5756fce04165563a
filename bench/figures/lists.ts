import { quantile } from "../kit/statistics.ts";
import { type Get, signedIn } from "../lists/client.ts";
import { explainSlow } from "../lists/explain.ts";
import type { MeasuredList } from "../lists/list.ts";
import { measuredLists } from "../lists/measured.ts";
import { listOperations } from "../lists/operations.ts";
import { type PreparedLists, prepareLists, readCursors } from "../lists/prepare.ts";
import { mostRows } from "../options.ts";
import { startService } from "../service/running-service.ts";
import type { Bench } from "./bench.ts";

/** One page of one list. */
export interface ListFigure {
  readonly operation: string;
  /** The query, with ids shortened. */
  readonly query: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

export interface ListResults {
  /** Of each resource. */
  readonly rows: number;
  readonly figures: readonly ListFigure[];
}

export const LIST_AIM_MS = 50;
const PAGE = 50;
const WARM_UP = 20;
/** Of fewer requests, the 99th percentile would be the slowest one. */
const REQUESTS = 200;
/** A page that takes seconds is not requested as often. */
const PATIENCE_MS = 5_000;

/** Every list of the API with a million rows of its resource: pages by cursor and offset, filters, and searches. */
export async function measureLists(bench: Bench): Promise<ListResults> {
  return measureOn(bench, await prepareLists(bench));
}

/** The same with a prepared database. */
export async function measureOn(bench: Bench, prepared: PreparedLists): Promise<ListResults> {
  const service = await startService(prepared.target);
  const figures: ListFigure[] = [];
  const slow: string[] = [];
  try {
    const client = await signedIn(service, prepared);
    for (const list of measuredLists.filter(isWanted)) {
      for (const path of await pathsOf(bench, list, prepared)) {
        const figure = await measurePath(client, list, path);
        figures.push(figure);
        if (figure.p99Ms > LIST_AIM_MS) slow.push(path);
        bench.say(
          `${figure.p99Ms > LIST_AIM_MS ? "SLOW " : ""}${figure.operation} ${figure.query}: p50 ${figure.p50Ms.toFixed(1)} ms, p99 ${figure.p99Ms.toFixed(1)} ms`,
        );
      }
    }
  } finally {
    await service.stop();
  }
  await refuseUnproven(bench, prepared);
  if (slow.length > 0) await explainSlow(bench, prepared, slow);
  return { rows: mostRows(bench.options), figures };
}

/** Rows without proofs are left out of pages, and searching their proofs takes longer than reading the rows. */
async function refuseUnproven({ cluster }: Bench, { target }: PreparedLists): Promise<void> {
  const found = await cluster.psql(target.name, "select count(*) from unproven_rows");
  if (found !== "0") throw new Error(`${found} of the rows that lists read had no proof`);
}

/** Lists to measure while one of them is worked on. */
const isWanted = ({ operation }: MeasuredList): boolean =>
  (process.env["BENCH_LISTS"] ?? operation).split(",").includes(operation);

/** The pages of a list, then the first page of each filter. */
export async function pathsOf(bench: Bench, list: MeasuredList, { target, ids }: PreparedLists): Promise<string[]> {
  const path = list.path(ids);
  const cursors = await readCursors(bench, target.name, list);
  const pages = cursors
    ? [
        // The default: a page of 1,000.
        "",
        `limit=${PAGE}`,
        `limit=${PAGE}&order=desc`,
        `limit=${PAGE}&order=asc&start_after=${cursors.middle}`,
        `limit=${PAGE}&order=asc&end_before=${cursors.middle}`,
        `limit=${PAGE}&order=asc&start_after=${cursors.end}`,
      ]
    : [];
  const takesLimit = limited.has(list.operation);
  const filters = list
    .filters(ids)
    .map((filter) => (takesLimit ? `${filter}${filter === "" ? "" : "&"}limit=${PAGE}` : filter));
  return [...pages, ...filters].map((query) => (query === "" ? path : `${path}?${query}`));
}

/** Operations whose pages have a size. */
const limited: ReadonlySet<string> = new Set(
  listOperations().flatMap(({ operation, query }) => (query.includes("limit") ? [operation] : [])),
);

async function measurePath(get: Get, { operation }: MeasuredList, path: string): Promise<ListFigure> {
  let { bytes } = await get(path);
  const beganAt = performance.now();
  const isPatient = () => performance.now() - beganAt < PATIENCE_MS;
  for (let count = 0; count < WARM_UP && isPatient(); count += 1) await get(path);
  const durations: number[] = [];
  for (let count = 0; count < REQUESTS && (count < WARM_UP || isPatient()); count += 1) {
    const answer = await get(path);
    bytes = answer.bytes;
    durations.push(answer.latencyMs);
  }
  const query = (path.split("?")[1] ?? "").replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");
  return { operation, query, p50Ms: quantile(durations, 0.5), p99Ms: quantile(durations, 0.99), bytes };
}
