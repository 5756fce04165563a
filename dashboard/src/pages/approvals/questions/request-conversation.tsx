import { useSession } from "#app/session/session.ts";
import { Conversation } from "#ui/conversation/conversation.tsx";
import type { ReviewedRequest } from "../decisions.ts";

/** Whether the user answers for the requester: the user who asked withdraws the question instead. */
export function useMayAnswer({ allowedActions, sentBack }: ReviewedRequest): boolean {
  const { user } = useSession();
  return allowedActions.includes("answer") && sentBack?.userId !== user.userId;
}

/** The conversation of a request, in which its question is answered. */
export const RequestConversation = ({ review }: { readonly review: ReviewedRequest }) => (
  <Conversation subject={{ type: "request", requestId: review.request.requestId }} mayAnswer={useMayAnswer(review)} />
);
