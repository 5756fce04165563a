import { Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { listBankFilesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { type Attention, advice, attentionOf } from "./attention.ts";
import classes from "./bank-files.module.css";
import { nameOfFile } from "./file-labels.ts";

/** Also the most that a request returns: a file that was never answered may have been sent long ago. */
const FILES_MAX = 1_000;
const SHOWN = 5;
const REFRESH_MS = 30_000;
const kinds = ["inDoubt", "withheld", "quarantined", "unanswered"] as const satisfies readonly Attention[];
const stateOf = (kind: Attention): BankFile["state"] => (kind === "unanswered" ? "sent" : kind);

/** Files that need a person, with what to do. Nothing when there are none. */
export function AttentionSection({ now }: { readonly now: Date }) {
  const answers = useQueries({
    queries: kinds.map((kind) => ({
      ...listBankFilesOptions({ query: { state: stateOf(kind), limit: FILES_MAX } }),
      refetchInterval: REFRESH_MS,
    })),
  });
  const groups = kinds
    .map((kind, index) => ({
      kind,
      files: (answers[index]?.data?.files ?? []).filter((file) => attentionOf(file, now) === kind),
    }))
    .filter(({ files }) => files.length > 0);
  if (groups.length === 0) return null;
  return (
    <Section title="Needs attention" flush>
      {groups.map(({ kind, files }) => (
        <AttentionGroup key={kind} kind={kind} files={files} />
      ))}
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
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <TextLink to="/bank-files" search={{ state: stateOf(kind) }} size="sm">
          Show {files.length - SHOWN} more
        </TextLink>
      )}
    </div>
  );
}
