import { Combobox, Textarea, useCombobox, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { completed, type Mentionable, offered, queryAt } from "./mention-text.ts";

export const SENT_LENGTH_MAX = 2_000;

/** A field for text in which @ offers the users who can be mentioned. Ctrl or Cmd with Enter submits its form. */
export function MentionTextarea({
  id,
  label,
  description,
  value,
  users,
  error,
  autoFocus = false,
  isSlim = false,
  onChange,
}: {
  readonly id?: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly users: readonly Mentionable[];
  readonly error?: string | undefined;
  /** Moves the focus here when the dialog opens. */
  readonly autoFocus?: boolean;
  /** One line with its label in it, until there is more. */
  readonly isSlim?: boolean;
  readonly onChange: (text: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { store, options, follow, choose } = useMentions({ field, value, users, onChange });
  const isOpen = store.dropdownOpened;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (isOpen && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      store.clickSelectedOption();
    } else if (!isOpen && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <Combobox store={store} withinPortal={false} position="bottom-start" width={280} onOptionSubmit={choose}>
      {/* While no user is offered, the arrow keys move the caret. */}
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          ref={field}
          {...(id === undefined ? {} : { id })}
          {...(isSlim ? { "aria-label": label, placeholder: "Add a comment" } : { label })}
          description={description}
          error={error}
          autosize
          minRows={isSlim ? 1 : 2}
          maxRows={12}
          maxLength={SENT_LENGTH_MAX}
          aria-autocomplete="list"
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            follow(currentTarget.selectionStart);
          }}
          onSelect={({ currentTarget }) => follow(currentTarget.selectionStart)}
          onBlur={() => store.closeDropdown()}
          onKeyDown={onKeyDown}
          {...(autoFocus ? { "data-autofocus": true } : {})}
        />
      </Combobox.Target>
      <Offered options={options} isOpen={isOpen} />
    </Combobox>
  );
}

/** The users to choose from, also for screen readers, which do not announce that a list appeared. */
function Offered({ options, isOpen }: { readonly options: readonly Mentionable[]; readonly isOpen: boolean }) {
  return (
    <>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label="Users to mention">
          {options.map(({ id, label }) => (
            <Combobox.Option key={id} value={id}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {isOpen && `${options.map(({ label }) => label).join(", ")}. Choose with the arrow keys and Enter.`}
      </VisuallyHidden>
    </>
  );
}

interface Mentioning {
  readonly field: { readonly current: HTMLTextAreaElement | null };
  readonly value: string;
  readonly users: readonly Mentionable[];
  readonly onChange: (text: string) => void;
}

/** Which users are offered at the caret, and what choosing one does. */
function useMentions({ field, value, users, onChange }: Mentioning) {
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() });
  const [caret, setCaret] = useState(0);
  /** Where the caret goes when the chosen name is in the text. */
  const nextCaret = useRef<number>(undefined);
  const found = queryAt(value, caret);
  const options = found === undefined ? [] : offered(users, found.query);
  const names = options.map(({ label }) => label).join("\n");
  const { openDropdown, closeDropdown, selectFirstOption } = store;
  // Not on each rendering: Escape closes the list until the user types on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is offered
  useEffect(() => {
    if (names === "" || document.activeElement !== field.current) closeDropdown();
    else openDropdown();
  }, [names, value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options must be on the page
  useEffect(() => {
    if (store.dropdownOpened) selectFirstOption();
  }, [names, store.dropdownOpened]);
  useLayoutEffect(() => {
    const place = nextCaret.current;
    if (place === undefined) return;
    nextCaret.current = undefined;
    field.current?.setSelectionRange(place, place);
  });
  const choose = (userId: string) => {
    const user = users.find((each) => each.id === userId);
    if (user === undefined || found === undefined) return;
    const { text, caret: after } = completed(value, { at: found.at, caret, label: user.label });
    nextCaret.current = after;
    setCaret(after);
    onChange(text);
    store.closeDropdown();
  };
  return { store, options, follow: setCaret, choose };
}
