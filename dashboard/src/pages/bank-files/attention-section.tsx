import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listBankFilesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { countText } from "../../ui/page/count-text.ts";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { type Attention, advice, attentionOf } from "./attention.ts";
import classes from "./bank-files.module.css";
import { nameOfFile } from "./file-labels.ts";

const FILES_MAX = 100;
const SHOWN = 5;
const REFRESH_MS = 30_000;
const kinds = ["inDoubt", "withheld", "quarantined", "openItems", "unanswered"] as const satisfies readonly Attention[];

export const attentionOptions = () => listBankFilesOptions({ query: { attention: "true", limit: FILES_MAX } });

/** Files that need a person, with what to do. Nothing when there are none. */
export function AttentionSection({ now }: { readonly now: Date }) {
  const { data } = useQuery({ ...attentionOptions(), refetchInterval: REFRESH_MS });
  const files = data?.files ?? [];
  if (files.length === 0) return null;
  return (
    <Section title="Needs attention" flush>
      {kinds
        .map((kind) => ({ kind, files: files.filter((file) => attentionOf(file, now) === kind) }))
        .filter((group) => group.files.length > 0)
        .map((group) => (
          <AttentionGroup key={group.kind} {...group} />
        ))}
      {data?.page.nextPage !== undefined && (
        <Text size="sm" c="dimmed" px="md" pb="md">
          More than {FILES_MAX} files need attention; these are the latest.
        </Text>
      )}
    </Section>
  );
}

function AttentionGroup({ kind, files }: { readonly kind: Attention; readonly files: readonly BankFile[] }) {
  const { title, todo } = advice[kind];
  return (
    <div className={classes["group"]}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {todo}
      </Text>
      <ul className={classes["files"]} aria-label={title}>
        {files.slice(0, SHOWN).map((file) => (
          <li key={file.id} className={classes["file"]}>
            <TextLink to="/bank-files/$fileId" params={{ fileId: file.id }} size="sm">
              {nameOfFile(file)}
            </TextLink>
            <Text size="xs" c="dimmed" component="span">
              <When at={file.sentAt ?? file.createdAt} />
            </Text>
            {file.reason !== null && <Text size="sm">{file.reason}</Text>}
            {file.openItems > 0 && <Text size="sm">{countText(file.openItems, "open item")}</Text>}
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <TextLink to="/bank-files" search={{ attention: true }} size="sm">
          Show all files that need attention
        </TextLink>
      )}
    </div>
  );
}
