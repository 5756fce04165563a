import { ActionIcon, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconLink, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Page } from "./page.tsx";
import classes from "./record-page.module.css";

/**
 * The page of one record: its name, status, and actions; warnings; facts, next to its document if one is open; and a
 * column with what there is to do, what happened, and what people said.
 */
export function RecordPage({
  title,
  heading = title,
  status,
  lead,
  actions,
  notices,
  document,
  decision,
  children,
  side,
  below,
}: {
  readonly title: string;
  /** When the heading holds more than text, such as a link to one of the parties. */
  readonly heading?: ReactNode;
  readonly status?: ReactNode;
  /** Who and when, in one line. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** What to read before anything else. */
  readonly notices?: ReactNode;
  readonly document?: ReactNode;
  /** The first part of the column. On narrow screens, it comes before the facts. */
  readonly decision?: ReactNode;
  /** The facts. */
  readonly children: ReactNode;
  readonly side?: ReactNode;
  /** Over the whole width: tables. */
  readonly below?: ReactNode;
}) {
  const hasDocument = document !== undefined && document !== null && document !== false;
  return (
    <Page
      title={title}
      heading={
        status === undefined ? (
          heading
        ) : (
          <Group gap="sm" component="span">
            <span>{heading}</span>
            {status}
          </Group>
        )
      }
      lead={lead}
      actions={
        <>
          {actions && <ActionBar>{actions}</ActionBar>}
          <Tools />
        </>
      }
    >
      <div
        className={classes["record"]}
        data-with-document={hasDocument || undefined}
        data-with-side={decision || side ? true : undefined}
      >
        <div className={`${classes["part"]} ${classes["notices"]}`}>{notices}</div>
        {hasDocument && <div className={classes["document"]}>{document}</div>}
        <div className={`${classes["part"]} ${classes["main"]}`}>{children}</div>
        {(decision || side) && (
          <div className={classes["side"]}>
            <div className={`${classes["part"]} ${classes["decision"]}`}>{decision}</div>
            <div className={`${classes["part"]} ${classes["rest"]}`}>{side}</div>
          </div>
        )}
        {below && <div className={`${classes["part"]} ${classes["below"]}`}>{below}</div>}
      </div>
    </Page>
  );
}

/** Buttons that decide: on a phone, always in reach at the bottom of the screen. */
export const ActionBar = ({
  inTwoColumns = false,
  children,
}: {
  /** For four buttons in a narrow column. */
  readonly inTwoColumns?: boolean;
  readonly children: ReactNode;
}) => (
  <div className={classes["bar"]} data-two-columns={inTwoColumns || undefined}>
    {children}
  </div>
);

/** What every record has. The link leaves out the list from which the record was opened. */
const Tools = () => (
  <Group gap="xs" wrap="nowrap" className={classes["tools"] ?? ""} data-tools>
    <CopyButton value={`${location.origin}${location.pathname}`} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy link"}>
          <ActionIcon variant="default" size={36} aria-label="Copy link" onClick={copy}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
    <Tooltip label="Print">
      <ActionIcon variant="default" size={36} aria-label="Print" onClick={() => print()}>
        <IconPrinter size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </Group>
);
