import { Button } from "@mantine/core";
import { readNotifications } from "../../api/generated/sdk.gen.ts";
import type { Notification } from "../../api/generated/types.gen.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { useUnreadCount } from "./use-unread-count.ts";

/** Everything up to the newest one shown: what arrives meanwhile stays unread. Hidden if nothing is unread. */
export function MarkAllRead({ notifications }: { readonly notifications: readonly Pick<Notification, "id">[] }) {
  const { busy, run } = useAction(["notifications"]);
  const unread = useUnreadCount();
  // Newest first.
  const upTo = notifications[0]?.id;
  if (upTo === undefined || unread === undefined) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={busy}
      onClick={() => void run(() => readNotifications({ body: { upTo }, throwOnError: true }))}
    >
      Mark all as read
    </Button>
  );
}
