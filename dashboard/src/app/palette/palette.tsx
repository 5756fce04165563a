import { Kbd, Loader, Modal, TextInput, VisuallyHidden } from "@mantine/core";
import { IconList, IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { countText } from "../../ui/page/count-text.ts";
import { hasRight, useSession } from "../session/session.ts";
import { OptionList, optionId } from "./option-list.tsx";
import classes from "./palette.module.css";
import { matchingItems, type PaletteGroup, type PaletteItem, type PaletteTarget } from "./palette-item.ts";
import { readRecent, rememberRecent } from "./recent-items.ts";
import { useCommands } from "./use-commands.ts";
import { recentItems, TYPED_LENGTH_MAX, useResults } from "./use-results.ts";

/** More matching commands push the results off the screen. */
const COMMANDS_MAX = 5;

const MORE = "More";

/** Pages, actions, and everything that the service finds, by keyboard (ADR 0075). */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal.Root opened onClose={onClose} yOffset="8dvh" size={640} padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body>
          <Search onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();
  const { groups, count, isLooking, problem, onChosen } = useGroups(typed);
  const open = useOpen();
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === activeId) ?? items[0];
  const choose = (item: PaletteItem, inNewTab: boolean) => {
    onChosen(item);
    if (!inNewTab) onClose();
    open(item, inNewTab);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a word.
    if (event.nativeEvent.isComposing) return;
    const moved = movedTo(event.key, items, active);
    if (moved !== undefined) setActiveId(moved.id);
    else if (event.key === "Enter" && active !== undefined) choose(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        className={classes["field"] ?? ""}
        aria-label="Search"
        placeholder="Search or jump to…"
        data-autofocus
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        {...(items.length > 0 ? { "aria-controls": listId } : {})}
        {...(active === undefined ? {} : { "aria-activedescendant": optionId(active) })}
        autoComplete="off"
        spellCheck={false}
        maxLength={TYPED_LENGTH_MAX}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isLooking ? <Loader size={16} aria-hidden /> : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActiveId(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {items.length > 0 && (
        <OptionList
          id={listId}
          groups={groups}
          active={active}
          onActive={({ id }) => setActiveId(id)}
          onChoose={choose}
        />
      )}
      <State typed={typed.trim()} count={count} isLooking={isLooking} problem={problem} />
      <Keys />
    </>
  );
}

const Keys = () => (
  <div className={classes["keys"]} aria-hidden>
    <span>
      <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to move
    </span>
    <span>
      <Kbd size="xs">Enter</Kbd> to open
    </span>
    <span>
      <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> in a new tab
    </span>
  </div>
);

/** What is going on, also for screen readers. */
function State({
  typed,
  count,
  isLooking,
  problem,
}: {
  readonly typed: string;
  readonly count: number;
  readonly isLooking: boolean;
  readonly problem: string | undefined;
}) {
  if (problem !== undefined)
    return (
      <p className={`${classes["state"]} ${classes["problem"]}`} role="status">
        {problem}
      </p>
    );
  if (isLooking || count > 0)
    return <VisuallyHidden role="status">{isLooking ? "Searching…" : countText(count, "result")}</VisuallyHidden>;
  return (
    <p className={classes["state"]} role="status">
      Nothing found for “{typed}”
    </p>
  );
}

/** The item to which a key moves; undefined for other keys. */
function movedTo(key: string, items: readonly PaletteItem[], active: PaletteItem | undefined): PaletteItem | undefined {
  const at = active === undefined ? -1 : items.indexOf(active);
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at <= 0 ? -1 : at - 1);
  return undefined;
}

/** Without text: what was opened before, what can be done, and the pages. With text: what it finds. */
function useGroups(typed: string) {
  const session = useSession();
  const { userId } = session.user;
  const [recent] = useState(() => recentItems(readRecent(userId)));
  const { actions, pages } = useCommands();
  const found = useResults(typed);
  const text = typed.trim();
  const groups: readonly PaletteGroup[] =
    text === ""
      ? [
          { title: "Recent", items: recent },
          { title: "Actions", items: actions },
          { title: "Pages", items: pages },
        ]
      : [
          { title: "Go to", items: matchingItems([...pages, ...actions], text).slice(0, COMMANDS_MAX) },
          ...found.groups,
          { title: MORE, items: hasRight(session, "fetchTransactions") ? [allTransactions(text)] : [] },
        ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    /** Without what is always offered. */
    count: groups.filter(({ title }) => title !== MORE).reduce((sum, { items }) => sum + items.length, 0),
    isLooking: found.isLooking,
    problem: found.problem,
    onChosen: ({ id }: PaletteItem) => {
      const opened = [...found.results, ...readRecent(userId)].find((result) => result.id === id);
      if (opened !== undefined) rememberRecent(userId, opened);
    },
  };
}

const allTransactions = (text: string): PaletteItem => ({
  id: "all-transactions",
  label: `Show transactions to or from “${text}”`,
  icon: IconList,
  action: { to: "/transactions", search: { search: text } },
});

/** Opens a page of the dashboard, or does something. */
function useOpen(): (item: PaletteItem, inNewTab: boolean) => void {
  const router = useRouter();
  return ({ action }, inNewTab) => {
    if (typeof action === "function") return action();
    const location = locationOf(action);
    if (inNewTab) window.open(router.buildLocation(location).publicHref, "_blank", "noopener");
    else void router.navigate(location);
  };
}

/** The router checks targets where they are written; here they may be any of them. */
const locationOf = (target: PaletteTarget): never => target as never;
