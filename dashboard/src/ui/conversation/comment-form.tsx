import { Button, Group, Stack, Text } from "@mantine/core";
import { useRefresh } from "../../api/refresh.ts";
import { useSubmit } from "../forms/use-submit.ts";
import classes from "./conversation.module.css";
import { type ConversationSubject, idOf, sendAnswer, sendComment, useMentionables } from "./conversation-subject.ts";
import { type Mentionable, mentionedIn, textToSend } from "./mention-text.ts";
import { MentionTextarea, SENT_LENGTH_MAX } from "./mention-textarea.tsx";
import { useCommentDraft } from "./use-comment-draft.ts";

/** The field's id, for what moves the focus there. */
const FIELD = "comment";
export const focusComment = (): void => document.getElementById(FIELD)?.focus();

/** Where a comment is written. An answer also returns the request to its approvers. */
export function CommentForm({
  subject,
  mayAnswer,
}: {
  readonly subject: ConversationSubject;
  /** A question waits for an answer that the user may give. */
  readonly mayAnswer: boolean;
}) {
  const refresh = useRefresh();
  const users = useMentionables(subject);
  const { draft, change, clear } = useCommentDraft("comment", idOf(subject));
  const { busy, problem, submit } = useSubmit();
  const text = textToSend(draft.text, users);
  const isReady = text !== "" && text.length <= SENT_LENGTH_MAX;
  const send = (isAnswer: boolean) =>
    submit(async () => {
      const body = { text, idempotencyKey: draft.key };
      if (isAnswer && subject.type === "request") await sendAnswer(subject.requestId, body);
      else await sendComment(subject, body);
      clear();
      await refresh("comments", "approvals");
    });
  return (
    <form
      className={classes["form"]}
      data-begun={draft.text !== "" || mayAnswer || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) void send(mayAnswer);
      }}
    >
      <Stack gap="xs">
        <MentionTextarea
          id={FIELD}
          label={mayAnswer ? "Answer" : "Comment"}
          isSlim={!mayAnswer}
          value={draft.text}
          users={users}
          error={problem ?? lengthProblem(text)}
          onChange={change}
        />
        <Group justify="space-between" gap="xs" className={classes["send"] ?? ""}>
          <Notified users={mentionedIn(draft.text, users)} hint="@ mentions someone. Comments are permanent." />
          <Group gap="xs" ml="auto">
            {mayAnswer && (
              <Button size="xs" variant="default" disabled={!isReady || busy} onClick={() => void send(false)}>
                Comment only
              </Button>
            )}
            <Button size="xs" type="submit" loading={busy} disabled={!isReady} title="Ctrl+Enter or ⌘+Enter">
              {mayAnswer ? "Answer and return to approvers" : "Comment"}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** A mention is longer in what is sent than in what is typed. */
export const lengthProblem = (text: string): string | undefined =>
  text.length > SENT_LENGTH_MAX
    ? `Too long by ${(text.length - SENT_LENGTH_MAX).toLocaleString("en-US")} characters.`
    : undefined;

/** Shows before sending which names are mentions. */
export const Notified = ({ users, hint }: { readonly users: readonly Mentionable[]; readonly hint?: string }) => (
  <Text size="xs" c="dimmed" role="status">
    {users.length > 0 ? `Notifies ${users.map(({ name }) => name).join(", ")}` : hint}
  </Text>
);
