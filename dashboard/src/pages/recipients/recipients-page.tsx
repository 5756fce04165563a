import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { getRecipientsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { allMethods, shownMethods } from "../../ui/money/payment-methods.ts";
import { MoneyTable } from "../../ui/money-table/money-table.tsx";
import { TableHint, TableTools } from "../../ui/money-table/table-tools.tsx";
import { TotalsBar } from "../../ui/money-table/totals-bar.tsx";
import { useSelectedRows } from "../../ui/money-table/use-selected-rows.ts";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { SaveLinesMenu } from "../../ui/table/file-format-menu.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { SearchField } from "../../ui/table/search-section.tsx";
import { usePaid } from "./paid.tsx";
import {
  isChanged,
  linesOfRecipients,
  recipientColumns,
  recipientSortOf,
  sortedRecipients,
} from "./recipient-columns.tsx";

const route = getRouteApi("/signedIn/recipients");
/** Sorted and filtered here: nearly every organization has fewer. */
const PAGE_ROWS = 500;
/** What was paid is added up for as many. */
const WITH_TOTALS = 100;
const noun = { one: "recipient", many: "recipients" };

export function RecipientsPage() {
  const { search, start_after, end_before } = route.useSearch();
  const mayAdd = useRight("createRecipients");
  const mayInvite = useRight("fetchRecipientInvites");
  const recipients = useQuery({
    ...getRecipientsOptions({ query: { limit: PAGE_ROWS, search, start_after, end_before } }),
    placeholderData: keepPreviousData,
  });
  const navigate = route.useNavigate();
  return (
    <Page
      title="Recipients"
      lead="People and businesses you pay. Account numbers are masked until revealed."
      actions={
        mayAdd && (
          <ButtonLink to="/recipients/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New recipient
          </ButtonLink>
        )
      }
      related={mayInvite && <TextLink to="/recipients/invites">Invites</TextLink>}
    >
      <Section flush>
        <Filters rows={recipients.data?.recipients ?? []} />
        <Loaded query={recipients}>
          {({ recipients: rows, page }) =>
            rows.length === 0 ? (
              <Nobody search={search} mayAdd={mayAdd} />
            ) : (
              <>
                <Table rows={rows} isWhole={page.nextPage === undefined && page.previousPage === undefined} />
                <Pager page={page} onTurn={(cursor) => void navigate({ search: (now) => ({ ...now, ...cursor }) })} />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function useShown(rows: readonly Recipient[]): readonly Recipient[] {
  const { show, sort } = route.useSearch();
  return useMemo(() => {
    const shown = rows.filter((row) => {
      if (show === "changed") return isChanged(row);
      if (show === "incomplete") return row.payableBy.length === 0;
      const method = allMethods.find((each) => each === show);
      return method === undefined || row.payableBy.includes(method);
    });
    return sortedRecipients(shown, recipientSortOf(sort));
  }, [rows, show, sort]);
}

function Filters({ rows }: { readonly rows: readonly Recipient[] }) {
  const { search, show = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = useShown(rows);
  const first = { start_after: undefined, end_before: undefined };
  return (
    <TableTools
      filtersLabel="Filter recipients"
      exports={shown.length > 0 && <SaveLinesMenu name="recipients" linesOf={() => linesOfRecipients(shown)} />}
    >
      <SearchField
        label="Search recipients"
        placeholder="Name, nickname, or email address"
        search={search}
        onSearch={(text) => void navigate({ search: (now) => ({ ...now, ...first, search: text }), replace: true })}
        size="xs"
        w={260}
      />
      <NativeSelect
        aria-label="Show"
        size="xs"
        value={show}
        data={[
          { value: "", label: "All recipients" },
          { value: "changed", label: "Changed, needs confirmation" },
          { value: "incomplete", label: "Without bank details" },
          ...allMethods.map((method) => ({ value: method, label: shownMethods[method].name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (now) => ({ ...now, show: value || undefined }), replace: true })
        }
      />
    </TableTools>
  );
}

function Table({ rows, isWhole }: { readonly rows: readonly Recipient[]; readonly isWhole: boolean }) {
  const { sort } = route.useSearch();
  const navigate = route.useNavigate();
  const selected = useSelectedRows();
  const shown = useShown(rows);
  const withTotals = shown.length <= WITH_TOTALS;
  const paidTo = usePaid(withTotals ? shown : []);
  const totals = withTotals ? paidTo : undefined;
  const columns = useMemo(() => recipientColumns(shown, totals), [shown, totals]);
  const chosen = shown.filter(({ id }) => selected.keys.has(id));
  return (
    <>
      <TableHint
        text={isWhole ? undefined : `Sorted and filtered among these ${rows.length}. Search to find others.`}
      />
      <MoneyTable
        label="Recipients"
        rows={shown}
        empty={<Empty title="No recipients found">Change the search or the filter.</Empty>}
        rowKey={({ id }) => id}
        columns={columns}
        targetOf={({ id }) => ({ to: "/recipients/$recipientId", params: { recipientId: id } })}
        selection={{ ...selected, labelOf: ({ name }) => `Select ${name}` }}
        sort={recipientSortOf(sort)}
        onSort={({ by, order }) =>
          void navigate({ search: (now) => ({ ...now, sort: `${by}.${order}` }), replace: true })
        }
      />
      <TotalsBar noun={noun} totals={{ count: shown.length, sums: [] }} selected={{ count: chosen.length, sums: [] }}>
        <SaveLinesMenu name="recipients" linesOf={() => linesOfRecipients(chosen)} />
        <Button size="xs" variant="default" onClick={() => selected.set([])}>
          Clear selection
        </Button>
      </TotalsBar>
    </>
  );
}

function Nobody({ search, mayAdd }: { readonly search: string | undefined; readonly mayAdd: boolean }) {
  if (search !== undefined)
    return (
      <Empty title={`No recipients found for “${search}”`}>
        Try the beginning of a name, nickname, or email address.
      </Empty>
    );
  return (
    <Empty title="No recipients yet">
      {mayAdd ? (
        <TextLink to="/recipients/new">Add a recipient</TextLink>
      ) : (
        "A user with permission to add recipients can add one."
      )}
    </Empty>
  );
}
