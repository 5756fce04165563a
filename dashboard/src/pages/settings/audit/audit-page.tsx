import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listAuditEntriesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { AuditEntry } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatLongDay, When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { FileFormatMenu } from "#ui/table/file-format-menu.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { auditFilterOf, exportAddress } from "./audit-query.ts";
import { type AuditSearch, auditSearchOf } from "./audit-search.ts";
import { EntryDrawer } from "./entry-drawer.tsx";
import { Sentence } from "./sentence.tsx";

const route = getRouteApi("/signedIn/settings/audit");
const ROWS = 50;

export function AuditPage() {
  const place: AuditSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { entry, start_after, end_before } = place;
  const log = useQuery({
    ...listAuditEntriesOptions({
      query: {
        ...auditFilterOf(place),
        limit: ROWS,
        ...(start_after === undefined ? {} : { start_after }),
        ...(end_before === undefined ? {} : { end_before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const go = (change: Partial<Record<keyof AuditSearch, string | undefined>>, replace = false) =>
    void navigate({ search: auditSearchOf({ ...place, ...change }), replace });
  const filter = (change: Partial<Record<keyof AuditSearch, string | undefined>>) =>
    go({ start_after: undefined, end_before: undefined, entry: undefined, ...change }, true);
  return (
    <SettingsAreaPage
      title="Audit log"
      lead="Who did what, when, and from where. Entries are never changed or deleted."
      actions={<FileFormatMenu addressOf={(format) => exportAddress(place, format)} />}
    >
      <Section flush>
        <AuditFilters place={place} onChange={filter} />
        <Loaded query={log} skeleton={<SkeletonRows rows={12} height={36} />}>
          {({ entries, page }) =>
            entries.length === 0 ? (
              <Empty title="No entries match">Change the filters above.</Empty>
            ) : (
              <>
                <AuditTable entries={entries} selected={entry} onOpen={(opened) => go({ entry: opened })} />
                <Pager
                  page={page}
                  onTurn={(turned) =>
                    go({ start_after: undefined, end_before: undefined, entry: undefined, ...turned })
                  }
                />
                <EntryDrawer
                  entry={entries.find(({ id }) => id === entry)}
                  onClose={() => go({ entry: undefined })}
                  onFollow={({ resourceId }) => filter({ thing: undefined, id: resourceId })}
                />
              </>
            )
          }
        </Loaded>
      </Section>
    </SettingsAreaPage>
  );
}

function AuditTable({
  entries,
  selected,
  onOpen,
}: {
  readonly entries: readonly AuditEntry[];
  readonly selected: string | undefined;
  readonly onOpen: (id: string) => void;
}) {
  return (
    <DataTable
      label="Audit log"
      rows={entries}
      rowKey={({ id }) => id}
      selectedKey={selected}
      onOpen={({ id }) => onOpen(id)}
      headingOf={({ at }) => formatLongDay(at)}
      columns={[
        { header: "Time", cell: ({ at }) => <When at={at} form="time" />, width: 120, phone: "second" },
        { header: "What happened", cell: ({ sentence }) => <Sentence parts={sentence} />, phone: "name" },
        { header: "IP address", cell: ({ address }) => address ?? "", wideOnly: true, width: 130 },
      ]}
    />
  );
}
