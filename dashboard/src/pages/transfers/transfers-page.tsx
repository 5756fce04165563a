import { getRouteApi } from "@tanstack/react-router";
import { Empty } from "../../ui/feedback/empty.tsx";
import { FirstTransferLink, NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { ActivityTable } from "../../ui/money-table/activity/activity-table.tsx";
import { listStateOf } from "../../ui/money-table/activity/list-state.ts";
import { SavedViews } from "../../ui/money-table/saved-views/saved-views.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";

const route = getRouteApi("/signedIn/transfers");

/** Transfers between the organization's accounts, each once, with the account that it left and the one that has it now. */
export function TransfersPage() {
  const list = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Transfers" lead="Transfers between your accounts." actions={<NewTransferButton />}>
      <Section flush>
        <SavedViews page="transfers" search={list} validate={listStateOf} />
        <ActivityTable
          label="Transfers"
          name="transfers"
          filter={{ kind: ["internalTransfer", "treasuryTransfer"], direction: "out" }}
          asTransfers
          list={list}
          onList={(changed, how) => void navigate({ search: (before) => ({ ...before, ...changed }), ...how })}
          empty={
            <Empty title="No transfers yet">
              Transfers between your accounts appear here. <FirstTransferLink />
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}
