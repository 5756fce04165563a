import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listBankNoticesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { NoticeList } from "#ui/bank-notices/notice-list.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useToday } from "#ui/page/use-service-time.ts";
import { type Cursor, Pager } from "#ui/table/pager.tsx";

const route = getRouteApi("/signedIn/bank-files/notices");
const ROWS = 25;

/** What banks said about payments: corrected bank details and late returns. Emails to administrators link here. */
export const NoticesPage = () => (
  <Page
    title="Bank notices"
    lead="Corrected bank details of recipients, and payments that were returned late. Some must be handled by a deadline."
  >
    <Permitted right="bankFiles" action="see bank notices">
      <Notices />
    </Permitted>
  </Page>
);

function Notices() {
  const { all, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const today = useToday();
  const notices = useQuery({
    ...listBankNoticesOptions({
      query: {
        limit: ROWS,
        ...(all === true ? {} : { open: "true" as const }),
        ...(start_after === undefined ? {} : { start_after }),
        ...(end_before === undefined ? {} : { end_before }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const turn = (cursor: Cursor) =>
    void navigate({ search: { all, start_after: undefined, end_before: undefined, ...cursor } });
  return (
    <Section
      title="Notices"
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Which notices"
          value={all === true ? "all" : "open"}
          onChange={(value) =>
            void navigate({
              search: { all: value === "all" || undefined, start_after: undefined, end_before: undefined },
            })
          }
          data={[
            { value: "open", label: "To do" },
            { value: "all", label: "All" },
          ]}
        />
      }
    >
      <Loaded query={notices} skeleton={<SkeletonRows rows={4} height={60} />}>
        {({ notices: rows, page }) =>
          rows.length === 0 ? (
            <Empty title={all === true ? "No notices yet" : "Nothing to do"}>
              Notices appear here when a bank corrects a recipient's bank details or returns a payment too late.
            </Empty>
          ) : (
            <>
              <NoticeList notices={rows} label="Notices" today={today} />
              <Pager page={page} onTurn={turn} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
