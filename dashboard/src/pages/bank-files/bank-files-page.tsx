import { Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getBankConnectionsOptions,
  listBankFilesOptions,
  listCheckExceptionsOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { BankConnection } from "../../api/generated/types.gen.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import { useRight } from "../../app/session/session.ts";
import { OpenNotices } from "../../ui/bank-notices/open-notices.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useServiceTime } from "../../ui/page/use-service-time.ts";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";
import { AttentionSection, attentionOptions } from "./attention-section.tsx";
import { type BankFilesSearch, bankFilesSearchOf } from "./bank-files-search.ts";
import { OpenExceptions } from "./checks/open-exceptions.tsx";
import { ConnectionsSection } from "./connections/connections-section.tsx";
import { FileFilters } from "./file-filters.tsx";
import { FileTable } from "./file-table.tsx";

const route = getRouteApi("/signedIn/bank-files");
const ROWS = 25;
const REFRESH_MS = 10_000;
const firstPage = { start_after: undefined, end_before: undefined };

/** Files exchanged with banks, and the connections that carry them. */
export const BankFilesPage = () => (
  <Page
    title="Bank files"
    lead="Payments leave in files that are sent to the bank; its answers come back in files."
    related={<RelatedPages />}
  >
    <Permitted right="bankFiles" action="see bank files">
      <BankFiles />
    </Permitted>
  </Page>
);

/** With the number of check exceptions, which have a deadline. */
function RelatedPages() {
  const maySee = useRight("bankFiles");
  const { data } = useQuery({ ...listCheckExceptionsOptions(), enabled: maySee });
  if (!maySee) return null;
  const open = data?.exceptions.length ?? 0;
  return (
    <>
      <TextLink to="/bank-files/notices">Bank notices</TextLink>
      <TextLink to="/bank-files/check-exceptions">
        {open > 0 ? `Check exceptions (${open})` : "Check exceptions"}
      </TextLink>
    </>
  );
}

function BankFiles() {
  const now = useServiceTime();
  const connections = useQuery(getBankConnectionsOptions());
  const attention = useQuery(attentionOptions());
  const files = useFiles();
  // What is first seen stays where it is.
  if (attention.isLoading || files.isLoading)
    return (
      <Section flush>
        <SkeletonRows rows={8} height={40} />
      </Section>
    );
  return (
    <Stack gap="md">
      <AttentionSection now={now} />
      <OpenExceptions now={now} />
      <OpenNotices />
      <FilesSection connections={connections.data?.bankConnections} now={now} />
      <ConnectionsSection connections={connections} />
    </Stack>
  );
}

const useFiles = () =>
  useQuery({
    ...listBankFilesOptions({ query: queryOf(route.useSearch()) }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

function FilesSection({
  connections,
  now,
}: {
  readonly connections: readonly BankConnection[] | undefined;
  readonly now: Date;
}) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const files = useFiles();
  const turn = (cursor: Cursor) => void navigate({ search: (kept) => ({ ...kept, ...firstPage, ...cursor }) });
  return (
    <Section title="Files" flush>
      <FileFilters
        search={search}
        connections={connections ?? []}
        onChange={(changed) =>
          void navigate({ search: (kept) => bankFilesSearchOf({ ...kept, ...firstPage, ...changed }), replace: true })
        }
      />
      <Loaded query={files} skeleton={<SkeletonRows rows={8} height={40} />}>
        {({ files: rows, page }) =>
          rows.length === 0 ? (
            <NoFiles filtered={isFiltered(search)} connected={connections?.length !== 0} />
          ) : (
            <>
              <FileTable files={rows} now={now} />
              <Pager page={page} onTurn={turn} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

const queryOf = ({
  connection,
  start_after,
  end_before,
  direction,
  rail,
  format,
  state,
  attention,
}: BankFilesSearch) => ({
  limit: ROWS,
  ...(attention === true ? { attention: "true" as const } : {}),
  ...(direction === undefined ? {} : { direction }),
  ...(rail === undefined ? {} : { rail }),
  ...(format === undefined ? {} : { format }),
  ...(state === undefined ? {} : { state }),
  ...(connection === undefined ? {} : { connectionId: connection }),
  ...(start_after === undefined ? {} : { start_after }),
  ...(end_before === undefined ? {} : { end_before }),
});

const isFiltered = ({ direction, rail, format, state, connection, attention }: BankFilesSearch): boolean =>
  [direction, rail, format, state, connection, attention].some((filter) => filter !== undefined);

function NoFiles({ filtered, connected }: { readonly filtered: boolean; readonly connected: boolean }) {
  if (filtered) return <Empty title="No files match">Change or clear the filters above.</Empty>;
  return (
    <Empty title="No files yet">
      {connected
        ? "Files appear here when payments leave through a bank connection, or the bank sends one."
        : "Files appear here as soon as a bank connection is live."}
    </Empty>
  );
}
