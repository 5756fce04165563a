import { Group, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listNotificationsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { MarkAllRead } from "../../app/notifications/mark-all-read.tsx";
import { NotificationList } from "../../app/notifications/notification-list.tsx";
import { REFRESH_MS } from "../../app/notifications/use-unread-count.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { ButtonLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { type Cursor, Pager } from "../../ui/table/pager.tsx";

const route = getRouteApi("/signedIn/notifications");
const ROWS = 50;

/** All notifications of the user. */
export function NotificationsPage() {
  const { unread, start_after, end_before } = route.useSearch();
  const navigate = route.useNavigate();
  const isFirst = start_after === undefined && end_before === undefined;
  const list = useQuery({
    ...listNotificationsOptions({
      query: {
        limit: ROWS,
        ...(unread === undefined ? {} : { unread }),
        ...(start_after === undefined ? {} : { start_after }),
        ...(end_before === undefined ? {} : { end_before }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const turn = (cursor: Cursor) =>
    void navigate({ search: { unread, start_after: undefined, end_before: undefined, ...cursor } });
  return (
    <Page
      title="Notifications"
      lead="Your notifications from the last 90 days."
      actions={
        <ButtonLink to="/profile" hash="notifications" variant="default">
          Email settings
        </ButtonLink>
      }
    >
      <Section flush maw={860}>
        <Group justify="space-between" p="sm">
          <SegmentedControl
            size="xs"
            aria-label="Which notifications"
            data={[
              { value: "all", label: "All" },
              { value: "unread", label: "Unread" },
            ]}
            value={unread === undefined ? "all" : "unread"}
            onChange={(value) =>
              void navigate({
                search: {
                  unread: value === "unread" ? true : undefined,
                  start_after: undefined,
                  end_before: undefined,
                },
                replace: true,
              })
            }
          />
          {isFirst && <MarkAllRead notifications={list.data?.notifications ?? []} />}
        </Group>
        <Loaded query={list} skeleton={<SkeletonRows rows={10} height={44} />}>
          {({ notifications, page }) =>
            notifications.length === 0 ? (
              <Empty title={unread === undefined ? "No notifications" : "Nothing unread"}>
                Approvals, payments that need attention, and other updates appear here.
              </Empty>
            ) : (
              <>
                <NotificationList notifications={notifications} />
                <Pager page={page} onTurn={turn} />
              </>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}
