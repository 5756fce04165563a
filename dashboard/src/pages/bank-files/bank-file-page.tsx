import { Button, Code, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { railNames } from "#ui/bank-connections/connection-words.ts";
import { countText } from "#ui/page/count-text.ts";
import { getBankConnectionsOptions, getBankFileOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { formatSize } from "../../ui/files/accepted-files.ts";
import { Copy } from "../../ui/forms/copy-button.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useServiceTime, useToday } from "../../ui/page/use-service-time.ts";
import { When } from "../../ui/page/when.tsx";
import { advice, attentionOf } from "./attention.ts";
import { BankFileBadge } from "./bank-file-badge.tsx";
import { ContentSection } from "./content-section.tsx";
import { Decisions } from "./decisions.tsx";
import { directionNames, formatNames, nameOfFile, stateMeanings } from "./file-labels.ts";
import { ItemsSection } from "./items/items-section.tsx";
import { PaymentsSection } from "./payments-section.tsx";

const route = getRouteApi("/signedIn/bank-files/$fileId");
const REFRESH_MS = 10_000;

/** One file sent to a bank or received from one. Emails to administrators link here. */
export function BankFilePage() {
  const { fileId } = route.useParams();
  const { after } = route.useSearch();
  const now = useServiceTime();
  const today = useToday();
  const file = useQuery({
    ...getBankFileOptions({ path: { fileId }, ...(after === undefined ? {} : { query: { payments_after: after } }) }),
    refetchInterval: REFRESH_MS,
  });
  const found = file.data;
  if (found === undefined)
    return (
      <Page title="Bank file">
        <Loaded query={file}>{() => null}</Loaded>
      </Page>
    );
  return (
    <RecordPage
      title={nameOfFile(found)}
      status={<BankFileBadge file={found} now={now} />}
      lead={`${directionNames[found.direction]}. ${stateMeanings[found.state]}`}
      actions={found.sha256 && <Download fileId={fileId} />}
      notices={<AttentionPart file={found} now={now} />}
      side={<HistorySection file={found} />}
      below={
        <>
          <PaymentsSection file={found} after={after} />
          {found.sha256 !== null && <ContentSection fileId={fileId} />}
        </>
      }
    >
      <ItemsSection items={found.items ?? []} today={today} />
      <DetailsSection file={found} now={now} />
    </RecordPage>
  );
}

const Download = ({ fileId }: { readonly fileId: string }) => (
  <Button
    component="a"
    href={`/api/v1/bank-files/${fileId}/content`}
    download
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
  >
    Download
  </Button>
);

/** What to do about a file that needs a person. */
function AttentionPart({ file, now }: { readonly file: BankFile; readonly now: Date }) {
  const attention = attentionOf(file, now);
  if (attention === undefined) return null;
  const { title, todo, choices } = advice[attention];
  return (
    <Section title={title}>
      <Stack gap="sm">
        {file.reason !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {file.reason}
          </Text>
        )}
        <Text size="sm">{todo}</Text>
        <Decisions file={file} choices={choices} />
      </Stack>
    </Section>
  );
}

function DetailsSection({ file, now }: { readonly file: BankFile; readonly now: Date }) {
  const { data } = useQuery(getBankConnectionsOptions());
  const connection = data?.bankConnections.find(({ id }) => id === file.connectionId);
  return (
    <Section title="Details">
      <Facts
        facts={[
          // Above, if the file needs a person.
          { label: "Reason", value: attentionOf(file, now) === undefined ? (file.reason ?? undefined) : undefined },
          { label: "Method", value: railNames[file.rail] },
          { label: "Format", value: file.format === null ? "Not recognized" : formatNames[file.format] },
          {
            label: "Connection",
            value: (
              <TextLink to="/bank-files" search={{ connection: file.connectionId }} inherit>
                {connection?.name ?? "A removed connection"}
              </TextLink>
            ),
          },
          { label: "Transactions", value: file.transactions.toLocaleString("en-US") },
          { label: "Open items", value: file.openItems === 0 ? undefined : file.openItems.toLocaleString("en-US") },
          {
            label: "Accepted differences",
            value: file.tolerated.length === 0 ? undefined : differences(file.tolerated),
          },
          { label: "Size", value: file.bytes === null ? undefined : sizeText(file.bytes) },
          { label: "Message ID", value: file.messageId ?? undefined },
          {
            label: "Repeats",
            value: file.repeatsFileId ? (
              <TextLink to="/bank-files/$fileId" params={{ fileId: file.repeatsFileId }} inherit>
                The first file with this content
              </TextLink>
            ) : undefined,
          },
          { label: "SHA-256", isWide: true, value: file.sha256 === null ? undefined : <Code>{file.sha256}</Code> },
          { label: "ID", isWide: true, value: <Copy text={file.id} label="file ID" /> },
        ]}
      />
    </Section>
  );
}

/** What a received file has that its format does not: "short lines (3), byte order mark (1)". */
const differences = (tolerated: BankFile["tolerated"]): string =>
  tolerated.map(({ tolerance, count }) => `${asWords(tolerance)} (${count.toLocaleString("en-US")})`).join(", ");
const asWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const exact = (bytes: number): string => countText(bytes, "byte");
/** The exact size identifies the file to the bank. */
const sizeText = (bytes: number): string => (bytes < 1024 ? exact(bytes) : `${formatSize(bytes)} (${exact(bytes)})`);

function HistorySection({ file }: { readonly file: BankFile }) {
  const { direction, createdAt, sentAt, answerDueAt, answeredAt, processedAt } = file;
  const whenOf = (at: string | null) => (at === null ? undefined : <When at={at} />);
  return (
    <Section title="History">
      <Facts
        facts={[
          { label: direction === "out" ? "Written" : "Received", value: whenOf(createdAt) },
          { label: "Sent", value: whenOf(sentAt) },
          { label: "Answer due", value: answeredAt === null ? whenOf(answerDueAt) : undefined },
          { label: "Answered", value: whenOf(answeredAt) },
          { label: "Processed", value: whenOf(processedAt) },
        ]}
      />
    </Section>
  );
}
