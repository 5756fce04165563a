import { Text } from "@mantine/core";
import type { TimelineEntry } from "../../api/generated/types.gen.ts";
import { StatusBadge } from "../feedback/status-badge.tsx";
import { TextLink } from "../page/links.tsx";
import { RecordTimeline, type TimelineItem } from "../page/record-timeline.tsx";
import { formatBankInstant } from "../page/when.tsx";

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
    <RecordTimeline
      items={entries.map((entry) => ({
        at: entry.at,
        by: byOf(entry),
        title: entry.text,
        ...toneOf(entry),
        status: entry.status !== null && (
          <StatusBadge status={entry.status} {...(entry.status === "sent" && comesIn ? { label: "Received" } : {})} />
        ),
        detail: <Detail entry={entry} />,
      }))}
    />
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

function toneOf({ status, kind }: TimelineEntry): Pick<TimelineItem, "tone"> {
  if (status === "failed" || status === "blocked" || status === "reversed" || kind === "rejected")
    return { tone: "bad" };
  return status === "sent" || kind === "approved" ? { tone: "good" } : {};
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
