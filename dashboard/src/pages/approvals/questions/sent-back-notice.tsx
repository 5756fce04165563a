import { Alert, Button, Group, Text } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { withdrawQuestion } from "#api/generated/sdk.gen.ts";
import { focusComment } from "#ui/conversation/comment-form.tsx";
import { CommentText } from "#ui/conversation/comment-list.tsx";
import { LATEST, useComments } from "#ui/conversation/conversation-subject.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { Age } from "#ui/page/age.tsx";
import type { ReviewedRequest } from "../decisions.ts";
import classes from "../review.module.css";
import { useMayAnswer } from "./request-conversation.tsx";

/** What was asked, by whom, and what settles the question. */
export function SentBackNotice({ review }: { readonly review: ReviewedRequest }) {
  return review.sentBack === null ? null : <OpenQuestion review={review} question={review.sentBack} />;
}

function OpenQuestion({
  review,
  question,
}: {
  readonly review: ReviewedRequest;
  readonly question: NonNullable<ReviewedRequest["sentBack"]>;
}) {
  const { busy, run } = useAction(["approvals", "comments"]);
  const mayAnswer = useMayAnswer(review);
  const { request, allowedActions } = review;
  const { requestId } = request;
  const withdraw = () =>
    run(() => withdrawQuestion({ path: { requestId }, throwOnError: true }), "Question withdrawn.");
  return (
    <Alert
      color="orange"
      role="status"
      icon={<IconMessageQuestion size={18} aria-hidden />}
      title={
        <>
          <bdi>{question.name}</bdi> sent this back with a question <Age at={question.at} />
        </>
      }
    >
      <Asked requestId={requestId} commentId={question.commentId} />
      <Text size="sm">It can be approved when the question is answered or withdrawn.</Text>
      <Group gap="xs" mt={6}>
        {mayAnswer && (
          <Button size="xs" variant="default" onClick={focusComment}>
            Answer
          </Button>
        )}
        {allowedActions.includes("withdrawQuestion") && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void withdraw()}>
            Withdraw question
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** The question itself, as the conversation has it. */
function Asked({ requestId, commentId }: { readonly requestId: string; readonly commentId: string }) {
  const { data } = useComments({ type: "request", requestId }, LATEST);
  const question = data?.comments.find(({ id }) => id === commentId);
  if (question === undefined || question.text === null) return null;
  return (
    <blockquote className={classes["question"]}>
      <CommentText text={question.text} mentions={question.mentions} />
    </blockquote>
  );
}
