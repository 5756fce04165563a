import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { Loaded, SkeletonRows } from "../feedback/loaded.tsx";
import { Section } from "../page/section.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { type ConversationSubject, idOf, LATEST, useComments } from "./conversation-subject.ts";

const SHOWN_FIRST = 3;
/** More than a conversation can have. */
const ALL = 1_000;

/** Comments on a request or transaction, and where they are written. */
export function Conversation({
  subject,
  mayAnswer = false,
}: {
  readonly subject: ConversationSubject;
  readonly mayAnswer?: boolean;
}) {
  const [limit, setLimit] = useState(LATEST);
  const [shown, setShown] = useState(SHOWN_FIRST);
  const showAll = () => {
    setLimit(ALL);
    setShown(ALL);
  };
  const query = useComments(subject, limit);
  return (
    <Section title="Conversation">
      <Stack gap="sm">
        <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
          {({ comments, page }) => (
            <>
              {(page.nextPage !== undefined || comments.length > shown) && (
                <Button size="compact-sm" variant="subtle" onClick={showAll} style={{ alignSelf: "start" }}>
                  Show earlier comments
                </Button>
              )}
              {comments.length > 0 && <CommentList comments={comments.toReversed()} shown={shown} />}
            </>
          )}
        </Loaded>
        {/* A draft belongs to one subject. */}
        <CommentForm key={idOf(subject)} subject={subject} mayAnswer={mayAnswer} />
      </Stack>
    </Section>
  );
}
