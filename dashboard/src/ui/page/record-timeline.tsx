import { Group, Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./record-timeline.module.css";
import { When } from "./when.tsx";

export interface TimelineItem {
  readonly at: string;
  /** Who did it, if the title does not say so. */
  readonly by?: string | undefined;
  readonly title: ReactNode;
  readonly tone?: "good" | "bad";
  readonly status?: ReactNode;
  readonly detail?: ReactNode;
}

/** A longer history is shown without its middle, which is on paper. */
const SHOWN_MAX = 7;
const SHOWN_BEFORE = 2;
const SHOWN_AFTER = 4;

/** What happened with a record, in the order given. */
export function RecordTimeline({ items }: { readonly items: readonly TimelineItem[] }) {
  const [isWhole, setWhole] = useState(items.length <= SHOWN_MAX);
  const isFolded = (at: number) =>
    !isWhole && items.length > SHOWN_MAX && at >= SHOWN_BEFORE && at < items.length - SHOWN_AFTER;
  const foldedCount = items.filter((_, at) => isFolded(at)).length;
  return (
    <ol className={classes["entries"]}>
      {items.flatMap((item, index) => [
        ...(foldedCount > 0 && index === SHOWN_BEFORE
          ? [
              <li key="folded" className={`${classes["entry"]} ${classes["more"]}`}>
                <UnstyledButton className={classes["button"] ?? ""} onClick={() => setWhole(true)}>
                  Show {foldedCount} more
                </UnstyledButton>
              </li>,
            ]
          : []),
        // Entries are only ever added, and two may be alike.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by
        <Entry key={index} item={item} isFolded={isFolded(index)} />,
      ])}
    </ol>
  );
}

const Entry = ({
  item: { at, by, title, tone, status, detail },
  isFolded,
}: {
  readonly item: TimelineItem;
  readonly isFolded: boolean;
}) => (
  <li className={classes["entry"]} data-tone={tone} data-folded={isFolded || undefined}>
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Text component="div" size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
      {status}
    </Group>
    {detail}
    <Text size="xs" c="dimmed" component="p" m={0}>
      <When at={at} />
      {by !== undefined && `, ${by}`}
    </Text>
  </li>
);
