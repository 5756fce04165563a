import { type MouseEvent, useEffect, useRef } from "react";
import classes from "./palette.module.css";
import type { PaletteGroup, PaletteItem } from "./palette-item.ts";

/** The id of an item's element, for `aria-activedescendant`. */
export const optionId = ({ id }: Pick<PaletteItem, "id">): string => `palette-${id}`;

/** The items below the field, in titled groups; one of them is active. */
export function OptionList({
  id,
  groups,
  active,
  onActive,
  onChoose,
}: {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly active: PaletteItem | undefined;
  readonly onActive: (item: PaletteItem) => void;
  readonly onChoose: (item: PaletteItem, inNewTab: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });
  return (
    // The field has the focus and the keys; the options are its, as in a combobox of WAI-ARIA.
    <div ref={list} id={id} role="listbox" aria-label="Results" className={classes["list"]}>
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={title} role="group" aria-label={title}>
          <div className={classes["title"]} aria-hidden>
            {title}
          </div>
          {items.map((item) => (
            <Option
              key={item.id}
              item={item}
              isActive={item.id === active?.id}
              onActive={onActive}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  item,
  isActive,
  onActive,
  onChoose,
}: {
  readonly item: PaletteItem;
  readonly isActive: boolean;
  readonly onActive: (item: PaletteItem) => void;
  readonly onChoose: (item: PaletteItem, inNewTab: boolean) => void;
}) {
  const { label, detail, end, icon: Icon } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={optionId(item)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes["option"]}
      // Not on entering: the list may scroll under a pointer that rests.
      onMouseMove={() => !isActive && onActive(item)}
      // The field keeps the focus.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event: MouseEvent) => onChoose(item, event.ctrlKey || event.metaKey)}
      onAuxClick={(event: MouseEvent) => event.button === 1 && onChoose(item, true)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes["texts"]}>
        {label}
        {detail !== undefined && <span className={classes["detail"]}>{detail}</span>}
      </span>
      {end !== undefined && <span className={`figures ${classes["end"]}`}>{end}</span>}
    </div>
  );
}
