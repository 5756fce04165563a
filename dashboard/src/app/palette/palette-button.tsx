import { ActionIcon, Button, Kbd, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

const load = () => import("./palette.tsx");
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })));

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";

/** Opens the palette, which is loaded when it first opens; so does Ctrl+K, or Cmd+K, anywhere but in a dialog. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    // The browser has the shortcut, too.
    event.preventDefault();
    if (isOpen) setOpen(false);
    else if (document.querySelector("[aria-modal=true]") === null) setOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  const opening = {
    onClick: () => setOpen(true),
    // A step ahead of the click.
    onPointerEnter: () => void load(),
    "aria-keyshortcuts": "Control+K Meta+K",
    "aria-haspopup": "dialog",
  } as const;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="dimmed"
        fw={450}
        visibleFrom="sm"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {isMac ? "⌘K" : "Ctrl K"}
          </Kbd>
        }
        {...opening}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" {...opening}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <VisuallyHidden>Search</VisuallyHidden>
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
