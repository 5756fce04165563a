import { Text, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { readNotification } from "../../api/generated/sdk.gen.ts";
import type { Notification } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Age } from "../../ui/page/age.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import classes from "./notifications.module.css";
import { subjectLink } from "./subject-link.ts";

/** Each line leads to what it is about, and is read once it was followed. */
export function NotificationList({
  notifications,
  onFollow,
}: {
  readonly notifications: readonly Notification[];
  readonly onFollow?: (() => void) | undefined;
}) {
  const refresh = useRefresh();
  const follow = async ({ id, readAt }: Notification) => {
    onFollow?.();
    if (readAt !== null) return;
    // The page that opens matters more: if this fails, the line stays unread.
    await readNotification({ path: { notificationId: id } }).catch(() => undefined);
    await refresh("notifications");
  };
  return (
    <ul className={classes["list"]} aria-label="Notifications">
      {notifications.map((notification) => (
        <li key={notification.id} className={classes["item"]} data-unread={notification.isUnread || undefined}>
          <span className={classes["dot"]} aria-hidden />
          <div className={classes["text"]}>
            <TextLink
              {...subjectLink(notification)}
              className={classes["sentence"]}
              size="sm"
              c="inherit"
              underline="never"
              onClick={() => void follow(notification)}
              // Opened in a new tab, it was followed, too.
              onAuxClick={() => void follow(notification)}
            >
              {notification.sentence}
              {notification.isUnread && <VisuallyHidden component="span">, unread</VisuallyHidden>}
            </TextLink>
            <Text size="xs" c="dimmed" component="div">
              <Age at={notification.createdAt} />
              {notification.doneAt !== null && (
                <span className={classes["done"]}>
                  <IconCheck size={12} aria-hidden /> Done
                </span>
              )}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
