import { Group, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listNotificationsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { MarkAllRead } from "./mark-all-read.tsx";
import { NotificationList } from "./notification-list.tsx";
import classes from "./notifications.module.css";
import { REFRESH_MS } from "./use-unread-count.ts";

/** The page has the others. */
const SHOWN = 10;

/** The newest notifications. */
export function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const newest = useQuery({ ...listNotificationsOptions({ query: { limit: SHOWN } }), refetchInterval: REFRESH_MS });
  return (
    <div className={classes["panel"]}>
      <Group justify="space-between" px="md" py="xs" wrap="nowrap">
        <Title order={2} size="h3">
          Notifications
        </Title>
        <MarkAllRead notifications={newest.data?.notifications ?? []} />
      </Group>
      <div className={classes["scroll"]}>
        <Loaded query={newest}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <Empty title="No notifications">
                Approvals, payments that need attention, and other updates appear here.
              </Empty>
            ) : (
              <NotificationList notifications={notifications} onFollow={onClose} />
            )
          }
        </Loaded>
      </div>
      <Group justify="space-between" px="md" py="xs">
        <TextLink to="/notifications" size="sm" onClick={onClose}>
          View all notifications
        </TextLink>
        <TextLink to="/profile" hash="notifications" size="sm" c="dimmed" onClick={onClose}>
          Email settings
        </TextLink>
      </Group>
    </div>
  );
}
