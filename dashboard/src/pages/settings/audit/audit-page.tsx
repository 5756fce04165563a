import { Select, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { getUsersOptions, listAuditEntriesOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import type { AuditEntry } from "../../../api/generated/types.gen.ts";
import { fullNameOf, useRight } from "../../../app/session/session.ts";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../../ui/feedback/loaded.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { When } from "../../../ui/page/when.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Pager } from "../../../ui/table/pager.tsx";
import classes from "./audit-page.module.css";
import { EntryDrawer } from "./entry-drawer.tsx";
import { actorName } from "./entry-text.ts";
import { type AuditPlace, auditPlaceOfUrl } from "./routes.ts";

const route = getRouteApi("/signedIn/settings/audit");
const ROWS = 50;

const startOf = (day: string): string => new Date(`${day}T00:00:00.000`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

export function AuditPage() {
  const place: AuditPlace = route.useSearch();
  const navigate = route.useNavigate();
  const { actor, action, thing, id, from, to, entry, start_after, end_before } = place;
  const log = useQuery({
    ...listAuditEntriesOptions({
      query: {
        order: "desc",
        limit: ROWS,
        ...(actor === undefined ? {} : { actorType: "user", actorId: actor }),
        ...(action === undefined ? {} : { action }),
        ...(thing === undefined ? {} : { resourceType: thing }),
        ...(id === undefined ? {} : { resourceId: id }),
        ...(from === undefined ? {} : { from: startOf(from) }),
        ...(to === undefined ? {} : { to: endOf(to) }),
        ...(start_after === undefined ? {} : { start_after }),
        ...(end_before === undefined ? {} : { end_before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const go = (change: Partial<Record<keyof AuditPlace, string | undefined>>, replace = false) =>
    void navigate({ search: auditPlaceOfUrl({ ...place, ...change }), replace });
  const filter = (change: Partial<Record<keyof AuditPlace, string | undefined>>) =>
    go({ start_after: undefined, end_before: undefined, ...change }, true);
  return (
    <Page title="Audit log" lead="Who did what, when, and from where. Entries are never changed or deleted.">
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
                  onTurn={(turned) => go({ start_after: undefined, end_before: undefined, ...turned })}
                />
                <EntryDrawer entry={entries.find((one) => one.id === entry)} onClose={() => go({ entry: undefined })} />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function AuditFilters({
  place,
  onChange,
}: {
  readonly place: AuditPlace;
  readonly onChange: (change: Partial<Record<keyof AuditPlace, string | undefined>>) => void;
}) {
  const maySeeUsers = useRight("fetchUsers");
  const users = useQuery({ ...getUsersOptions(), enabled: maySeeUsers });
  return (
    <search className={classes["bar"]} aria-label="Filter the audit log">
      <Select
        label="User"
        placeholder="Anyone"
        size="xs"
        clearable
        clearButtonProps={{ "aria-label": "Clear user" }}
        data={(users.data?.users ?? []).map((user) => ({ value: user.userId, label: fullNameOf(user) }))}
        value={place.actor ?? null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
      />
      <TypedText
        label="Action"
        placeholder="token.create"
        value={place.action}
        onChange={(action) => onChange({ action })}
      />
      <TypedText
        label="Resource type"
        placeholder="recipient"
        value={place.thing}
        onChange={(thing) => onChange({ thing })}
      />
      <TypedText label="Resource ID" placeholder="Any" value={place.id} onChange={(id) => onChange({ id })} />
      {(["from", "to"] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          label={name === "from" ? "From" : "To"}
          value={place[name] ?? ""}
          onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </search>
  );
}

function TypedText({
  label,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}) {
  const [text, setText] = useState(value ?? "");
  useEffect(() => setText(value ?? ""), [value]);
  const ask = useDebouncedCallback(onChange, 350);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      size="xs"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value.trim() || undefined);
      }}
    />
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
      columns={[
        { header: "When", cell: ({ at }) => <When at={at} />, width: 160 },
        { header: "Who", cell: ({ actor }) => actorName(actor) },
        {
          header: "Action",
          cell: ({ action }) => (
            <Text component="span" size="sm" ff="monospace">
              {action}
            </Text>
          ),
        },
        {
          header: "Resource",
          cell: ({ resourceType, resourceId }) => (
            <Text component="span" size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {resourceType} {resourceId}
            </Text>
          ),
          wideOnly: true,
        },
        { header: "IP address", cell: ({ address }) => address ?? "", wideOnly: true, width: 120 },
      ]}
    />
  );
}
