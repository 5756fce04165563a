import { keptBy } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

export interface WitnessedRow {
  readonly auditId: string;
  readonly number: bigint;
}

/** What this process knows about a stream from its own commits and reads: rows up to `number` existed. */
export interface Witnessed {
  readonly organizationId: OrganizationId;
  readonly streamId: string;
  number: bigint;
  /**
   * The last row of each of this process's commits, until it is sealed. The number alone is not enough: after deleting
   * the last rows and resetting the counter, the next payments would reuse their numbers.
   */
  rows: WitnessedRow[];
  /** An unsealed number, and since when; a stream under load always has some. */
  waiting: { readonly number: bigint; readonly sinceMs: number } | undefined;
}

/** By process, as in alarms.ts. In memory, where database access cannot change it. */
const streamsOf = keptBy<Service["vault"], Map<string, Witnessed>>(() => new Map());
/** More streams than this are not expected to have rows waiting for a seal at the same time. */
const STREAMS_MAX = 100_000;

export const witnessedStreams = ({ vault }: Pick<Service, "vault">): Map<string, Witnessed> => streamsOf(vault);

export const streamName = (organizationId: OrganizationId, streamId: string): string => `${organizationId}/${streamId}`;

/** Beyond this many unsealed commits of a stream, the older half is dropped; sealing is overdue by then. */
const ROWS_MAX = 20_000;

/** Records that this process committed the stream's rows up to this one. */
export function witness(
  service: Pick<Service, "vault">,
  stream: Pick<Witnessed, "organizationId" | "streamId">,
  row: WitnessedRow,
): void {
  const witnessed = witnessNumber(service, { ...stream, number: row.number });
  if (witnessed === undefined) return;
  if (witnessed.rows.length >= ROWS_MAX) witnessed.rows = witnessed.rows.slice(ROWS_MAX / 2);
  witnessed.rows.push(row);
}

/** Records that the stream's rows up to this number are committed. */
export function witnessNumber(
  service: Pick<Service, "vault">,
  { organizationId, streamId, number }: Pick<Witnessed, "organizationId" | "streamId" | "number">,
): Witnessed | undefined {
  const streams = witnessedStreams(service);
  const name = streamName(organizationId, streamId);
  const before = streams.get(name);
  if (before !== undefined) {
    if (number > before.number) before.number = number;
    return before;
  }
  if (streams.size >= STREAMS_MAX) return undefined;
  const first: Witnessed = { organizationId, streamId, number, rows: [], waiting: undefined };
  streams.set(name, first);
  return first;
}
