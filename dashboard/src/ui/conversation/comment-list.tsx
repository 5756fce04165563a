import { Group, Text } from "@mantine/core";
import type { Comment } from "../../api/generated/types.gen.ts";
import { useSession } from "../../app/session/session.ts";
import { StatusBadge } from "../feedback/status-badge.tsx";
import { Age } from "../page/age.tsx";
import classes from "./conversation.module.css";
import { piecesOf } from "./mention-text.ts";

/** What was said, oldest first; only the latest ones on the screen. */
export const CommentList = ({ comments, shown }: { readonly comments: readonly Comment[]; readonly shown: number }) => (
  <ol className={classes["comments"]} aria-label="Comments">
    {comments.map((comment, at) => (
      <li
        key={comment.id}
        className={classes["comment"]}
        data-kind={comment.kind}
        data-folded={at < comments.length - shown || undefined}
      >
        <Group gap="xs" wrap="wrap">
          <bdi className={classes["author"]}>{comment.author.name}</bdi>
          <Kind kind={comment.kind} />
          <Text component="span" size="xs" c="dimmed">
            <Age at={comment.createdAt} />
          </Text>
        </Group>
        {comment.text !== null && <CommentText text={comment.text} mentions={comment.mentions} />}
      </li>
    ))}
  </ol>
);

function Kind({ kind }: Pick<Comment, "kind">) {
  if (kind === "question") return <StatusBadge status="sentBack" label="Question" />;
  if (kind === "answer") return <StatusBadge status="answered" label="Answer" />;
  return kind === "withdrawal" ? <Text size="sm">withdrew the question</Text> : null;
}

/** Text as it was written; React escapes it. */
export function CommentText({ text, mentions }: { readonly text: string; readonly mentions: Comment["mentions"] }) {
  const { user } = useSession();
  return (
    <p className={classes["text"]} dir="auto">
      {piecesOf(text, mentions).map((piece, index) =>
        typeof piece === "string" ? (
          piece
        ) : (
          <bdi
            // The text of a comment never changes, so neither do its pieces.
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
            key={index}
            className={classes["mention"]}
            data-own={piece.id === user.userId || undefined}
          >
            @{piece.name}
          </bdi>
        ),
      )}
    </p>
  );
}
