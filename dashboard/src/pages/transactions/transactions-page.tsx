import { getRouteApi } from "@tanstack/react-router";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { ActivityTable } from "../../ui/money-table/activity/activity-table.tsx";
import { endsBeforeItBegins } from "../../ui/money-table/filters/date-filter.tsx";
import { FilterChips } from "../../ui/money-table/filters/filter-chips.tsx";
import { SearchBox } from "../../ui/money-table/filters/search-box.tsx";
import { SavedViews } from "../../ui/money-table/saved-views/saved-views.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useToday } from "../../ui/page/use-service-time.ts";
import { CategorizeBar } from "./categorize-bar.tsx";
import { useFilterFields } from "./filter-fields.tsx";
import { activityFilterOf, type Filters, isFiltered, noFilters, transactionsSearchOf } from "./filters.ts";
import { MarkSelected } from "./mark-selected.tsx";

const route = getRouteApi("/signedIn/transactions");

/** The filters, the order, and the page are in the URL, so that they can be shared and undone with Back. */
export function TransactionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { accounts } = useAccountNames();
  const mayCategorize = useRight("updateTransactions");
  const today = useToday();
  const isNoTime = endsBeforeItBegins(search);
  // A new filter starts at the first page.
  const change = (changed: Filters) =>
    void navigate({
      search: (before) => ({ ...before, start_after: undefined, end_before: undefined, ...changed }),
      replace: true,
    });
  const fields = useFilterFields(search, { accounts, onChange: change });
  return (
    <Page title="Transactions" wide>
      <Section flush>
        <SavedViews page="transactions" search={search} validate={transactionsSearchOf} />
        <ActivityTable
          label="Transactions"
          name="transactions"
          filter={activityFilterOf(search, today)}
          list={search}
          onList={(changed, how) => void navigate({ search: (before) => ({ ...before, ...changed }), ...how })}
          enabled={!isNoTime}
          filters={
            <>
              <SearchBox
                placeholder="Name, memo, amount, ID"
                value={search.search}
                onChange={(text) => change({ search: text })}
              />
              <FilterChips fields={fields} onClear={() => change(noFilters)} />
            </>
          }
          empty={
            isNoTime ? (
              <Empty title="The To date is earlier than the From date">Change one of the dates.</Empty>
            ) : (
              <NothingFound filtered={isFiltered(search)} />
            )
          }
          {...(mayCategorize
            ? {
                selectionActions: (selected, onDone) => (
                  <>
                    <MarkSelected selected={selected} onDone={onDone} />
                    <CategorizeBar selected={selected} onDone={onDone} />
                  </>
                ),
              }
            : {})}
        />
      </Section>
    </Page>
  );
}

function NothingFound({ filtered }: { readonly filtered: boolean }) {
  const maySend = useRight("requestSendMoney");
  if (filtered) return <Empty title="No transactions match">Change or clear the filters above.</Empty>;
  return (
    <Empty title="No transactions yet">
      {maySend
        ? "Payments, transfers, and deposits appear here. Start on the Pay page."
        : "Payments, transfers, and deposits appear here."}
    </Empty>
  );
}
