import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  listRequestCommentsOptions,
  listRequestMentionableOptions,
  listTransactionCommentsOptions,
  listTransactionMentionableOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import {
  answerAboutRequest,
  askAboutRequest,
  commentOnRequest,
  commentOnTransaction,
} from "../../api/generated/sdk.gen.ts";
import type { Comment } from "../../api/generated/types.gen.ts";
import { mentionables } from "./mention-text.ts";

/** What a conversation is about. */
export type ConversationSubject =
  | { readonly type: "request"; readonly requestId: string }
  | { readonly type: "transaction"; readonly transactionId: string };

/** A transaction or request, in the names of drafts. */
export const idOf = (subject: ConversationSubject): string =>
  subject.type === "request" ? subject.requestId : subject.transactionId;

/** How many are shown at first. */
export const LATEST = 50;

/** How soon comments of others appear. */
const REFRESH_MS = 5_000;

/** The latest comments, oldest first. */
export function useComments(subject: ConversationSubject, limit: number) {
  const query = { order: "desc", limit } as const;
  const shared = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData };
  const { requestId, transactionId } = { requestId: "", transactionId: "", ...subject };
  const ofRequest = useQuery({
    ...listRequestCommentsOptions({ path: { requestId }, query }),
    ...shared,
    enabled: subject.type === "request",
  });
  const ofTransaction = useQuery({
    ...listTransactionCommentsOptions({ path: { transactionId }, query }),
    ...shared,
    enabled: subject.type === "transaction",
  });
  return subject.type === "request" ? ofRequest : ofTransaction;
}

/** The users who can be mentioned; none until they are known. */
export function useMentionables(subject: ConversationSubject) {
  const shared = { staleTime: 60_000 };
  const { requestId, transactionId } = { requestId: "", transactionId: "", ...subject };
  const ofRequest = useQuery({
    ...listRequestMentionableOptions({ path: { requestId } }),
    ...shared,
    enabled: subject.type === "request",
  });
  const ofTransaction = useQuery({
    ...listTransactionMentionableOptions({ path: { transactionId } }),
    ...shared,
    enabled: subject.type === "transaction",
  });
  const { data } = subject.type === "request" ? ofRequest : ofTransaction;
  return mentionables(data?.users ?? []);
}

interface Sent {
  readonly text: string;
  readonly idempotencyKey: string;
}

export const sendComment = async (subject: ConversationSubject, body: Sent): Promise<Comment> =>
  subject.type === "request"
    ? (await commentOnRequest({ path: { requestId: subject.requestId }, body, throwOnError: true })).data
    : (await commentOnTransaction({ path: { transactionId: subject.transactionId }, body, throwOnError: true })).data;

export const sendAnswer = async (requestId: string, body: Sent): Promise<Comment> =>
  (await answerAboutRequest({ path: { requestId }, body, throwOnError: true })).data;

export const sendQuestion = async (requestId: string, body: Sent): Promise<Comment> =>
  (await askAboutRequest({ path: { requestId }, body, throwOnError: true })).data;
