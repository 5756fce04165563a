import { Group, NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getTreasuryStatementsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { TreasuryStatement } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { TreasuryStatementLink } from "../../ui/files/treasury-statement-link.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { AddDocument } from "./add-document.tsx";
import classes from "./treasury.module.css";
import type { TreasurySearch } from "./treasury-search.ts";

const route = getRouteApi("/signedIn/treasury");

const SHOWN = 8;
const filters = [
  { value: "", label: "All documents" },
  { value: "MonthlyStatement", label: "Monthly statements" },
  { value: "TradeConfirmation", label: "Trade confirmations" },
  { value: "1099", label: "Tax forms (1099)" },
] as const;

/** The latest statements, confirmations, and forms, as PDF. */
export function StatementsSection({ treasuryId }: { readonly treasuryId: string }) {
  const enabled = useRight("fetchTreasuryStatements");
  const { documents } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery({
    ...getTreasuryStatementsOptions({
      path: { treasuryId },
      query: { order: "desc", limit: SHOWN, ...(documents === undefined ? {} : { documentType: documents }) },
    }),
    enabled,
    placeholderData: keepPreviousData,
  });
  const mayAdd = useRight("manageOrganization");
  if (!enabled) return null;
  return (
    <Section
      title="Statements"
      flush
      actions={
        <Group gap="xs" wrap="nowrap">
          {mayAdd && <AddDocument treasuryId={treasuryId} />}
          <NativeSelect
            aria-label="Documents shown"
            size="xs"
            value={documents ?? ""}
            data={[...filters]}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                search: (search): TreasurySearch => ({
                  ...search,
                  documents: filters.find((filter) => filter.value === value && value !== "")?.value || undefined,
                }),
                replace: true,
              })
            }
          />
        </Group>
      }
    >
      <Loaded query={list}>
        {({ statements }) =>
          statements.length === 0 ? (
            <Empty title="No documents">Statements are issued on the last day of each month.</Empty>
          ) : (
            <ul className={classes["list"]} aria-label="Statements">
              {statements.map((statement) => (
                <Statement key={statement.id} statement={statement} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Statement({ statement }: { readonly statement: TreasuryStatement }) {
  const { description, documentType, periodStart, periodEnd } = statement;
  return (
    <li className={classes["item"]}>
      <span>
        {description}
        <span className={classes["second"]}>
          {documentType === "TradeConfirmation"
            ? `Traded ${formatDay(periodStart)}, settled ${formatDay(periodEnd)}`
            : `${formatDay(periodStart)} to ${formatDay(periodEnd)}`}
        </span>
      </span>
      <TreasuryStatementLink statement={statement} />
    </li>
  );
}
