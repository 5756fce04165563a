import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listRequestAttachmentsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { Attachment } from "#api/generated/types.gen.ts";
import { useSession } from "#app/session/session.ts";
import type { ReviewedRequest } from "../decisions.ts";

const REFRESH_MS = 4_000;
type Files = readonly Attachment[];

/** Only payments have files. */
export function useRequestFiles({ kind, request: { requestId, status } }: ReviewedRequest) {
  return useQuery({
    ...listRequestAttachmentsOptions({ path: { requestId } }),
    enabled: kind === "payment",
    refetchInterval: status === "pendingApproval" ? REFRESH_MS : false,
  });
}

export interface SeenFiles {
  /** Attached by others since the user opened the page or last reviewed the files. */
  readonly added: Files;
  readonly removed: Files;
  /** For the audit log. Undefined until the files are loaded. */
  readonly seenIds: string[] | undefined;
  readonly acknowledge: () => void;
}

/** Compares the files that the user has seen with the current ones, so that none is approved unnoticed. */
export function useSeenFiles(files: Files | undefined): SeenFiles {
  const { user } = useSession();
  const [seen, setSeen] = useState(files);
  if (seen === undefined && files !== undefined) setSeen(files);
  const isIn = (list: Files | undefined, { id }: Attachment): boolean => list?.some((file) => file.id === id) ?? true;
  const isOwn = ({ uploadedByUserId }: Attachment): boolean => uploadedByUserId === user.userId;
  const added = (files ?? []).filter((file) => !isIn(seen, file) && !isOwn(file));
  return {
    added,
    removed: (seen ?? []).filter((file) => !isIn(files, file) && !isOwn(file)),
    seenIds: files?.filter((file) => !added.includes(file)).map(({ id }) => id),
    acknowledge: () => setSeen(files),
  };
}
