import { Text } from "@mantine/core";
import { useRefresh } from "#api/refresh.ts";
import { lengthProblem, Notified } from "#ui/conversation/comment-form.tsx";
import { sendQuestion, useMentionables } from "#ui/conversation/conversation-subject.ts";
import { mentionedIn, textToSend } from "#ui/conversation/mention-text.ts";
import { MentionTextarea } from "#ui/conversation/mention-textarea.tsx";
import { useCommentDraft } from "#ui/conversation/use-comment-draft.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import type { ReviewedRequest } from "../decisions.ts";

/** Sends a request back to its requester with a question. */
export function AskDialog({
  title,
  review: { request, requester },
  onClose,
}: {
  readonly title: string;
  readonly review: ReviewedRequest;
  readonly onClose: () => void;
}) {
  const { requestId } = request;
  const refresh = useRefresh();
  const users = useMentionables({ type: "request", requestId });
  const { draft, change, clear } = useCommentDraft("question", requestId);
  const { busy, problem, submit } = useSubmit();
  const text = textToSend(draft.text, users);
  const tooLong = lengthProblem(text);
  const isReady = text !== "" && tooLong === undefined;
  const send = async () => {
    await sendQuestion(requestId, { text, idempotencyKey: draft.key });
    clear();
    await refresh("approvals", "comments");
    notifyDone("Sent back with your question.");
    onClose();
  };
  return (
    <FormDialog
      title="Send back with a question"
      submit="Send back"
      busy={busy}
      disabled={!isReady}
      onSubmit={() => submit(send)}
      onClose={onClose}
    >
      <Text size="sm">{title}</Text>
      <Text size="sm" c="dimmed">
        {requester.name ?? "An administrator"} is asked to answer. Until then, nobody can approve it.
      </Text>
      <MentionTextarea
        label="Question"
        description="@ mentions someone. Questions cannot be changed or deleted."
        value={draft.text}
        users={users}
        error={problem ?? tooLong}
        autoFocus
        onChange={change}
      />
      <Notified users={mentionedIn(draft.text, users)} />
    </FormDialog>
  );
}
