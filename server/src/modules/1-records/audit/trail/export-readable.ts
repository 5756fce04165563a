import { newYorkClock } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { type CsvCell, csvOf } from "#kernel/values/csv.ts";
import type { AuditId, OrganizationId } from "#kernel/values/ids.ts";
import { writeXlsx } from "#kernel/xlsx/index.ts";
import type { AuditRow } from "./list-audit.queries.ts";
import type { NameActors } from "./sentences/names.ts";
import { type ReadableEntry, readableEntries, sentenceText } from "./sentences/render-entries.ts";

/** Rows read, named, and held at a time. */
const PAGE_ROWS = 500;

interface Column {
  readonly header: string;
  readonly width: number;
  readonly of: (entry: ReadableEntry) => Exclude<CsvCell, bigint>;
}

const side = (text: string | null): string => text ?? "None";
const changeText = ({ changes }: ReadableEntry): string =>
  changes
    .map(({ label, before, after }) =>
      before === null ? `${label}: ${side(after)}` : `${label}: ${before} → ${side(after)}`,
    )
    .join("\n");

/** What the page shows, then the codes that it shows on request. */
const columns: readonly Column[] = [
  { header: "Time (ET)", width: 20, of: ({ row }) => newYorkClock(row.at) },
  { header: "What happened", width: 64, of: sentenceText },
  { header: "Changes", width: 48, of: changeText },
  { header: "IP address", width: 16, of: ({ row }) => row.address },
  { header: "Action", width: 28, of: ({ row }) => row.action },
  { header: "Resource type", width: 18, of: ({ row }) => row.resource_type },
  { header: "Resource ID", width: 38, of: ({ row }) => row.resource_id },
  { header: "Actor type", width: 12, of: ({ row }) => row.actor_type },
  { header: "Actor ID", width: 38, of: ({ row }) => row.actor_id },
  { header: "Request ID", width: 38, of: ({ row }) => row.http_request_id },
  { header: "Entry ID", width: 38, of: ({ row }) => row.audit_id },
  { header: "Hash", width: 66, of: ({ row }) => row.mac?.toString("hex") ?? null },
];

interface ReadableFile {
  readonly format: "csv" | "xlsx";
  readonly nameActors: NameActors;
  readonly readPage: (cursors: {
    readonly limit: number;
    readonly start_after?: AuditId;
  }) => Promise<readonly AuditRow[]>;
}

/**
 * Every entry of the list in its order, one page at a time, so that memory does not grow with the file. The first page is
 * read before this resolves, so that a filter is refused as on the list.
 */
export async function exportReadable(
  service: Service,
  organizationId: OrganizationId,
  { format, nameActors, readPage }: ReadableFile,
): Promise<AsyncGenerator<string | Uint8Array>> {
  const read = async (after: AuditId | undefined) => {
    const rows = await readPage({ limit: PAGE_ROWS, ...(after === undefined ? {} : { start_after: after }) });
    assert(rows.length <= PAGE_ROWS, "an export reads pages of the size that it holds");
    return readableEntries(service.database, organizationId, { rows, nameActors });
  };
  const first = await read(undefined);
  return format === "csv" ? csv() : writeXlsx({ sheet: "Audit log", columns, rows: cells(), at: service.clock.now() });

  async function* pages(): AsyncGenerator<readonly ReadableEntry[]> {
    for (let entries = first; entries.length > 0; entries = await read(entries.at(-1)?.row.audit_id)) {
      yield entries;
      if (entries.length < PAGE_ROWS) return;
    }
  }
  async function* cells() {
    for await (const entries of pages()) yield entries.map((entry) => columns.map(({ of }) => of(entry)));
  }
  async function* csv(): AsyncGenerator<string> {
    yield csvOf([columns.map(({ header }) => header)]);
    for await (const page of cells()) yield csvOf(page);
  }
}
