import { IconMessageQuestion } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { counted, Item, ItemLines, MoreLines } from "./item.tsx";
import { RequestLine } from "./request-line.tsx";

/** The service counts up to so many. */
const COUNTED_MAX = 200;

/** Requests that approvers sent back, with what they ask. */
export function QuestionsItem({
  questions: { count, oldest },
}: {
  readonly questions: NonNullable<Overview["questions"]>;
}) {
  const requestId = oldest[0]?.requestId ?? "";
  return (
    <Item
      icon={IconMessageQuestion}
      tone="warning"
      title={`${counted(count, "question", count < COUNTED_MAX)} to answer`}
      action={
        <ButtonLink to="/approvals/$requestId" params={{ requestId }} size="xs">
          {count === 1 ? "Answer" : "Answer oldest"}
        </ButtonLink>
      }
    >
      <ItemLines>
        {oldest.map((question) => (
          <RequestLine key={question.requestId} request={question}>
            <span title={question.text}>
              <bdi>{question.askedBy}</bdi>: “<bdi>{question.text}</bdi>”
            </span>
          </RequestLine>
        ))}
        <MoreLines count={count - oldest.length} isExact={count < COUNTED_MAX}>
          {(text) => (
            <TextLink to="/approvals" search={{ status: "sentBack" }} inherit>
              {text}
            </TextLink>
          )}
        </MoreLines>
      </ItemLines>
    </Item>
  );
}
