import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listScheduledPaymentsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { ForecastSection } from "./forecast-section.tsx";
import { RecurringList } from "./recurring-list.tsx";
import { ScheduledCalendar } from "./scheduled-calendar.tsx";
import { ScheduledList } from "./scheduled-list.tsx";
import { isScheduledView, type ScheduledView } from "./scheduled-view.ts";

const route = getRouteApi("/signedIn/scheduled");

/** A month of five weeks, or as far ahead as the calendar goes. */
const DAYS = { list: 31, calendar: 92 } as const;

/** What is paid in the days to come, what it leaves in the accounts, and what repeats. */
export function ScheduledPage() {
  const { view = "list" } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRequest = useRight("requestSendMoney");
  return (
    <Page
      title="Scheduled"
      wide
      lead="Upcoming payments. Each one is sent on its date if it is approved by then."
      actions={mayRequest && <ButtonLink to="/pay">Schedule payment</ButtonLink>}
    >
      <SegmentedControl
        aria-label="View"
        size="xs"
        mb="md"
        value={view}
        onChange={(chosen) => void navigate({ search: { view: isScheduledView(chosen) ? chosen : undefined } })}
        data={[
          { value: "list", label: "List" },
          { value: "calendar", label: "Calendar" },
          { value: "recurring", label: "Recurring" },
        ]}
      />
      {view === "recurring" ? <RecurringList /> : <Upcoming view={view} />}
    </Page>
  );
}

function Upcoming({ view }: { readonly view: Exclude<ScheduledView, "recurring"> }) {
  const scheduled = useQuery({
    ...listScheduledPaymentsOptions({ query: { days: DAYS[view] } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={scheduled}>
      {(found) => (
        <>
          <ForecastSection scheduled={found} />
          {view === "list" ? (
            <Section flush mt="md">
              <ScheduledList title={`Next ${DAYS.list} days`} scheduled={found} />
            </Section>
          ) : (
            <Section flush mt="md">
              <ScheduledCalendar scheduled={found} />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}
