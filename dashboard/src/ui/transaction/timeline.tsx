import { Group, Text } from "@mantine/core";
import type { TimelineEntry } from "../../api/generated/types.gen.ts";
import { StatusBadge } from "../feedback/status-badge.tsx";
import { TextLink } from "../page/links.tsx";
import { formatBankInstant, When } from "../page/when.tsx";
import classes from "./timeline.module.css";

/** The transaction's history, oldest first. */
export function TransactionTimeline({
  entries,
  comesIn,
}: {
  readonly entries: readonly TimelineEntry[];
  /** Incoming money is received, not sent. */
  readonly comesIn: boolean;
}) {
  return (
    <ol className={classes["entries"]}>
      {entries.map((entry, index) => (
        // Entries are only ever added, and two may be alike.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by
        <li key={index} className={classes["entry"]} data-tone={toneOf(entry)}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
              {entry.text}
            </Text>
            {entry.status !== null && (
              <StatusBadge
                status={entry.status}
                {...(entry.status === "sent" && comesIn ? { label: "Received" } : {})}
              />
            )}
          </Group>
          <Detail entry={entry} />
          <Text size="xs" c="dimmed" component="p" m={0}>
            <When at={entry.at} />
            {byOf(entry) !== undefined && `, ${byOf(entry)}`}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function Detail({ entry }: { readonly entry: TimelineEntry }) {
  const { detail, dueAt, before, after, fileId, delivery } = entry;
  return (
    <>
      {detail !== null && <Text size="sm">{detail}</Text>}
      {dueAt !== null && <Text size="sm">Leaves {formatBankInstant(dueAt)}</Text>}
      {after !== null && <Text size="sm">“{after}”</Text>}
      {before !== null && (
        <Text size="sm" c="dimmed" td="line-through">
          “{before}”
        </Text>
      )}
      {fileId !== null && (
        <TextLink to="/bank-files/$fileId" params={{ fileId }} size="xs">
          View file
        </TextLink>
      )}
      {delivery !== null && (
        <TextLink to="/settings/webhooks/$webhookId" params={{ webhookId: delivery.webhookEndpointId }} size="xs">
          Delivery log
        </TextLink>
      )}
    </>
  );
}

function toneOf({ status, kind }: TimelineEntry): string {
  if (status === "failed" || status === "blocked" || status === "reversed" || kind === "rejected") return "bad";
  if (status === "sent" || kind === "approved") return "good";
  return "plain";
}

function byOf({ by }: TimelineEntry): string | undefined {
  if (by === null) return undefined;
  const without = {
    user: "a user",
    token: "an API token",
    bank: "the bank",
    operator: "a server administrator",
    service: "Bursar",
    payee: "the recipient",
    payer: "the customer",
  };
  return by.name ?? without[by.type];
}
