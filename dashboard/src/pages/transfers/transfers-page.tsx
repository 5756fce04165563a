import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { FirstTransferLink, NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { TransactionTable } from "../../ui/table/transaction-table.tsx";

const route = getRouteApi("/signedIn/transfers");
const ROWS = 50;

/** Transfers between the organization's accounts. Each appears once per account. */
export function TransfersPage() {
  const cursor = route.useSearch();
  const navigate = route.useNavigate();
  const { nameOf } = useAccountNames();
  const transfers = useQuery({
    ...listTransactionsOptions({
      query: { kind: ["internalTransfer", "treasuryTransfer"], order: "desc", limit: ROWS, ...cursor },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Transfers"
      lead="Transfers between your accounts. Each appears once per account."
      actions={<NewTransferButton />}
    >
      <Section flush>
        <Loaded query={transfers} skeleton={<SkeletonRows rows={8} height={40} />}>
          {({ transactions, page }) =>
            transactions.length === 0 ? (
              <Empty title="No transfers yet">
                Transfers between your accounts appear here. <FirstTransferLink />
              </Empty>
            ) : (
              <>
                <TransactionTable transactions={transactions} accountName={nameOf} />
                <Pager page={page} onTurn={(turned) => void navigate({ search: turned })} />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}
