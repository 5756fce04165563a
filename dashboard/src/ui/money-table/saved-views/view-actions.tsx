import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconBookmark,
  IconDeviceFloppy,
  IconDots,
  IconLock,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "#api/generated/types.gen.ts";
import { useAction } from "../../forms/use-action.ts";
import classes from "./saved-views.module.css";
import type { useViews } from "./use-views.ts";
import { DeleteView, NameView } from "./view-dialogs.tsx";

type Dialog = "save" | "rename" | "delete";

interface ViewActionsProps {
  readonly active: SavedView | undefined;
  /** The list differs from the active view, or, without one, from the plain list. */
  readonly isModified: boolean;
  /** The list's filters and order. */
  readonly query: string;
  readonly views: ReturnType<typeof useViews>;
  readonly isDefault: boolean;
  readonly onDefault: (viewId: string | undefined) => void;
  /** Opens a view, or the plain list. */
  readonly onOpen: (view: SavedView | undefined) => void;
}

/** Saving what the list shows as a view, and changing the view that is open. */
export function ViewActions(props: ViewActionsProps) {
  const { active, isModified, query, views } = props;
  const [dialog, setDialog] = useState<Dialog>();
  const { busy, run } = useAction(["savedViews"]);
  return (
    <div className={classes["actions"]}>
      {isModified && active?.canChange === true && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={busy}
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          onClick={() => void run(() => views.change(active, { query }), `The view ${active.name} was changed.`)}
        >
          Save changes
        </Button>
      )}
      {isModified && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setDialog("save")}
        >
          {active === undefined ? "Save view" : "Save as new view"}
        </Button>
      )}
      {active !== undefined && <ViewMenu {...props} active={active} run={run} onDialog={setDialog} />}
      <Dialogs {...props} dialog={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
}

function ViewMenu({
  active,
  views,
  isDefault,
  run,
  onDefault,
  onDialog,
}: ViewActionsProps & {
  readonly active: SavedView;
  readonly run: ReturnType<typeof useAction>["run"];
  readonly onDialog: (dialog: Dialog) => void;
}) {
  const { name, isShared, canChange } = active;
  const share = () =>
    void run(
      () => views.change(active, { isShared: !isShared }),
      isShared ? `${name} is private now.` : `${name} is shared with everyone now.`,
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for the view ${name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={isDefault ? <IconStarOff size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
          onClick={() => onDefault(isDefault ? undefined : active.id)}
        >
          {isDefault ? "Stop opening by default" : "Open by default"}
        </Menu.Item>
        {canChange && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onDialog("rename")}>
              Rename
            </Menu.Item>
            <Menu.Item
              leftSection={isShared ? <IconLock size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
              onClick={share}
            >
              {isShared ? "Make private" : "Share with everyone"}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDialog("delete")}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Dialogs({
  active,
  query,
  views,
  dialog,
  onOpen,
  onClose,
}: ViewActionsProps & { readonly dialog: Dialog | undefined; readonly onClose: () => void }) {
  if (dialog === "save")
    return (
      <NameView
        view={undefined}
        onSave={async (named, key) => onOpen(await views.create({ ...named, query }, key))}
        onClose={onClose}
      />
    );
  if (active === undefined) return null;
  if (dialog === "rename")
    return <NameView view={active} onSave={({ name }) => views.change(active, { name })} onClose={onClose} />;
  if (dialog === "delete")
    return (
      <DeleteView
        view={active}
        onDelete={async () => {
          await views.remove(active);
          onOpen(undefined);
        }}
        onClose={onClose}
      />
    );
  return null;
}
