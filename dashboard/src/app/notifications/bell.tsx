import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { SkeletonRows } from "../../ui/feedback/loaded.tsx";
import classes from "./notifications.module.css";
import { useUnreadCount } from "./use-unread-count.ts";

const load = () => import("./bell-panel.tsx");
const BellPanel = lazy(() => load().then((module) => ({ default: module.BellPanel })));

/** What concerns the user, with the number of what is new. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const unread = useUnreadCount();
  const close = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes["bell"] ?? ""}
          aria-label={unread === undefined ? "Notifications" : `Notifications, ${unread} unread`}
          onClick={() => setOpen(!isOpen)}
          // A step ahead of the click.
          onPointerEnter={() => void load()}
        >
          <IconBell size={21} stroke={1.6} aria-hidden />
          {unread !== undefined && (
            <span className={`figures ${classes["count"]}`} aria-hidden>
              {unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <Suspense fallback={<SkeletonRows />}>
          <BellPanel onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
