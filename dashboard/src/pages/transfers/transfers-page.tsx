import { getRouteApi } from "@tanstack/react-router";
import { Empty } from "../../ui/feedback/empty.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { FirstTransferLink, NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { choicesOf, statusNames } from "../../ui/money/transaction-labels.ts";
import { ActivityTable } from "../../ui/money-table/activity/activity-table.tsx";
import { accountField, amountField, dateField, manyField } from "../../ui/money-table/activity/common-fields.tsx";
import { type CommonFilters, noCommonFilters } from "../../ui/money-table/activity/common-filters.ts";
import { endsBeforeItBegins } from "../../ui/money-table/filters/date-filter.tsx";
import { FilterChips } from "../../ui/money-table/filters/filter-chips.tsx";
import { SavedViews } from "../../ui/money-table/saved-views/saved-views.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useToday } from "../../ui/page/use-service-time.ts";
import { transferFilterOf, transfersSearchOf } from "./transfer-filters.ts";

const route = getRouteApi("/signedIn/transfers");
const statuses = choicesOf(statusNames);

/** Transfers between the organization's accounts, each once, with the account that it left and the one that has it now. */
export function TransfersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { accounts } = useAccountNames();
  const today = useToday();
  const isNoTime = endsBeforeItBegins(search);
  // A new filter starts at the first page.
  const change = (changed: CommonFilters) =>
    void navigate({
      search: (before) => ({ ...before, start_after: undefined, end_before: undefined, ...changed }),
      replace: true,
    });
  const fields = [
    dateField(search, change),
    accountField(search, { label: "From account", accounts, onChange: change }),
    amountField(search, change),
    manyField({ id: "status", label: "Status", choices: statuses }, search.status, (status) => change({ status })),
  ];
  return (
    <Page title="Transfers" wide lead="Transfers between your accounts." actions={<NewTransferButton />}>
      <Section flush>
        <SavedViews page="transfers" search={search} validate={transfersSearchOf} />
        <ActivityTable
          label="Transfers"
          name="transfers"
          filter={transferFilterOf(search, today)}
          asTransfers
          list={search}
          onList={(changed, how) => void navigate({ search: (before) => ({ ...before, ...changed }), ...how })}
          enabled={!isNoTime}
          filters={<FilterChips fields={fields} onClear={() => change(noCommonFilters)} />}
          empty={<NoTransfers isNoTime={isNoTime} isFiltered={fields.some(({ value }) => value !== undefined)} />}
        />
      </Section>
    </Page>
  );
}

function NoTransfers({ isNoTime, isFiltered }: { readonly isNoTime: boolean; readonly isFiltered: boolean }) {
  if (isNoTime) return <Empty title="The To date is earlier than the From date">Change one of the dates.</Empty>;
  if (isFiltered) return <Empty title="No transfers match">Change or clear the filters above.</Empty>;
  return (
    <Empty title="No transfers yet">
      Transfers between your accounts appear here. <FirstTransferLink />
    </Empty>
  );
}
