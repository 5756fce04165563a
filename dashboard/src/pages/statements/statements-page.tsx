import { Button, Group, Select, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getAccountsOptions, listStatementsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useToday } from "../../ui/page/use-service-time.ts";
import { fileDayOf } from "../../ui/page/when.tsx";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";
import { NewStatement } from "./new-statement.tsx";
import { StatementsByPeriod, StatementsOfAccount } from "./statement-table.tsx";
import type { StatementsSearch } from "./statements-search.ts";

const route = getRouteApi("/signedIn/statements");
const ROWS = 48;
/** Statements of a month that just ended appear while the page is open. */
const REFRESH_MS = 10_000;

/** Monthly statements of all accounts, and those made on request. */
export function StatementsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isMaking, setMaking] = useState(false);
  const { accounts, years } = useStatementAccounts();
  const mayMake = useRight("createAccountStatements");
  const statements = useQuery({
    ...listStatementsOptions({ query: queryOf(search) }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const change = (changed: Pick<StatementsSearch, "account" | "year">) =>
    void navigate({
      search: (kept) => ({ ...kept, ...changed, start_after: undefined, end_before: undefined }),
      replace: true,
    });
  const turn = (cursor: Cursor) =>
    void navigate({ search: (kept) => ({ ...kept, start_after: undefined, end_before: undefined, ...cursor }) });
  return (
    <Page
      title="Statements"
      lead="Created for every account after the end of each month."
      actions={
        mayMake &&
        accounts?.length !== 0 && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={accounts === undefined}
            onClick={() => setMaking(true)}
          >
            New statement
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Filters search={search} accounts={accounts ?? []} years={years} onChange={change} />
        <Loaded query={statements} skeleton={<SkeletonRows rows={8} height={40} />}>
          {({ statements: rows, page }) => {
            if (rows.length === 0)
              return (
                <Section flush>
                  <NoStatements filtered={search.account !== undefined || search.year !== undefined} />
                </Section>
              );
            if (search.account === undefined)
              return (
                <>
                  <StatementsByPeriod rows={rows} />
                  <Pager page={page} onTurn={turn} />
                </>
              );
            return (
              <Section flush>
                <StatementsOfAccount rows={rows} />
                <Pager page={page} onTurn={turn} />
              </Section>
            );
          }}
        </Loaded>
      </Stack>
      {isMaking && accounts && (
        <NewStatement accounts={accounts} account={search.account} onClose={() => setMaking(false)} />
      )}
    </Page>
  );
}

const queryOf = ({ account, year, start_after, end_before }: StatementsSearch) => ({
  limit: ROWS,
  kind: ["monthly" as const, "custom" as const],
  ...(account === undefined ? {} : { accountId: account }),
  ...(year === undefined ? {} : { start: `${year}-01-01`, end: `${year}-12-31` }),
  ...(start_after === undefined ? {} : { start_after }),
  ...(end_before === undefined ? {} : { end_before }),
});

/** @param day - YYYY-MM-DD */
const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The accounts that have statements, and the years since the first of them was opened. */
function useStatementAccounts() {
  const enabled = useRight("fetchDepositoryAccounts");
  const { data } = useQuery({ ...getAccountsOptions(), enabled, staleTime: 30_000 });
  const found = (data?.accounts ?? []).filter(({ kind }) => kind !== "treasury");
  const now = yearOf(useToday());
  const first = Math.min(now, ...found.map(({ createdAt }) => yearOf(fileDayOf(createdAt))));
  return {
    accounts: data && found.map(({ id, name, nickname }) => ({ value: id, label: nickname ?? name })),
    years: Array.from({ length: now - first + 1 }, (_, index) => String(now - index)),
  };
}

function Filters({
  search,
  accounts,
  years,
  onChange,
}: {
  readonly search: StatementsSearch;
  readonly accounts: readonly { value: string; label: string }[];
  readonly years: readonly string[];
  readonly onChange: (changed: Pick<StatementsSearch, "account" | "year">) => void;
}) {
  return (
    <Group component="search" gap="sm" align="flex-end" wrap="nowrap">
      <Select
        label="Account"
        placeholder="Any"
        size="xs"
        data={[...accounts]}
        value={search.account ?? null}
        onChange={(value) => onChange({ account: value ?? undefined })}
        clearable
        clearButtonProps={{ "aria-label": "Clear account" }}
      />
      <Select
        label="Year"
        placeholder="Any"
        size="xs"
        w={110}
        data={[...years]}
        value={search.year ?? null}
        onChange={(value) => onChange({ year: value ?? undefined })}
        clearable
        clearButtonProps={{ "aria-label": "Clear year" }}
      />
    </Group>
  );
}

function NoStatements({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty title="No statements match">Change or clear the filters above.</Empty>;
  return <Empty title="No statements yet">The first one appears after the end of the month.</Empty>;
}
