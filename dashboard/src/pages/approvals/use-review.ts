import { useQuery } from "@tanstack/react-query";
import { reviewRequestOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useDocumentBeside } from "../../ui/files/beside/use-document.ts";
import type { ReviewedRequest } from "./decisions.ts";
import { useRequestFiles, useSeenFiles } from "./files/use-seen-files.ts";
import { useSeenReview } from "./use-seen-review.ts";

/** How soon others' changes and decisions appear. */
const REFRESH_MS = 4_000;

/** A request to review, refreshed while it is open. */
export const useReview = (requestId: string) =>
  useQuery({ ...reviewRequestOptions({ path: { requestId } }), refetchInterval: REFRESH_MS });

/**
 * What the user has seen of a request: its terms and its files. The component needs the request's ID as its key, because
 * what was seen of another request does not count.
 */
export function useSeenParts(review: ReviewedRequest) {
  const shown = useSeenReview(review);
  const query = useRequestFiles(review);
  const files = useSeenFiles(query.data?.attachments);
  return { shown, query, files, beside: useDocumentBeside(query.data?.attachments) };
}
