import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./cells.module.css";

/** Something about a row that its other cells do not say. */
export interface Flag {
  /** A word or two. */
  readonly label: string;
  /** The whole sentence, on hover. */
  readonly detail?: string;
  /** More than the sentence, on hover. */
  readonly card?: ReactNode;
  readonly tone?: "bad" | "warning";
}

/** In one line, the first flag and how many more there are; on a phone, all of them. */
export function Flags({ flags }: { readonly flags: readonly Flag[] }) {
  const more = flags.slice(1);
  return (
    <>
      {flags.map((flag, index) => (
        <OneFlag key={flag.label} flag={flag} isMore={index > 0} />
      ))}
      {more.length > 0 && (
        <span className={classes["more"]} aria-hidden title={more.map(({ label }) => label).join(", ")}>
          +{more.length}
        </span>
      )}
    </>
  );
}

/** It lies above the link of its row, so that the pointer finds it, and hands a click to that link. */
function OneFlag({ flag: { label, detail, card, tone }, isMore }: { readonly flag: Flag; readonly isMore: boolean }) {
  const flag = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row's link is what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys open the row's link
    <span
      className={classes["flag"]}
      data-tone={tone}
      data-more={isMore || undefined}
      title={card === undefined ? (detail ?? label) : undefined}
      onClick={({ currentTarget }) => rowLinkOf(currentTarget)?.click()}
    >
      {label}
      {detail !== undefined && <span className="visuallyHidden">: {detail}</span>}
    </span>
  );
  if (card === undefined) return flag;
  return (
    <Tooltip
      label={card}
      openDelay={150}
      multiline
      w={440}
      withinPortal
      classNames={{ tooltip: classes["card"] ?? "" }}
    >
      {flag}
    </Tooltip>
  );
}

const rowLinkOf = (element: Element): HTMLElement | null | undefined =>
  element.closest("tr")?.querySelector<HTMLElement>("[data-row-link]");
