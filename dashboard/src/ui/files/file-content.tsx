import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Attachment } from "../../api/generated/types.gen.ts";
import classes from "./files.module.css";
import { canShow } from "./picture-size.ts";

const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export const canPreview = ({ mediaType }: Attachment): boolean =>
  mediaType === "application/pdf" || pictures.includes(mediaType);

/** A link's path: the service may be reached under another address than its public one. */
export const downloadPathOf = ({ url }: Attachment): string => new URL(url).pathname;

/**
 * A picture or a PDF. The bytes are put into a blob of the type that the service determined, one of the above, so that
 * the browser never treats them as a page (ADR 0080).
 */
export function FileContent({ file }: { readonly file: Attachment }) {
  const content = useQuery({
    queryKey: ["attachment content", file.id],
    queryFn: async () => {
      const response = await fetch(downloadPathOf(file));
      if (!response.ok) throw new Error("The file could not be loaded.");
      const bytes = await response.arrayBuffer();
      if (pictures.includes(file.mediaType) && !canShow(new Uint8Array(bytes), file.mediaType)) return "too large";
      return new Blob([bytes], { type: file.mediaType });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (content.error !== null)
    return (
      <Text size="sm" role="alert">
        The file could not be loaded. Download it instead, or reload the page.
      </Text>
    );
  if (content.data === "too large")
    return (
      <Text size="sm" role="alert">
        The picture is too large to be shown here. Download it instead.
      </Text>
    );
  if (content.data === undefined) return <Skeleton height={320} aria-label="Loading" />;
  return <Shown blob={content.data} file={file} />;
}

function Shown({ blob, file }: { readonly blob: Blob; readonly file: Attachment }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return file.mediaType === "application/pdf" ? (
    <iframe src={url} title={file.fileName} className={classes["document"]} />
  ) : (
    <img src={url} alt={file.fileName} className={classes["picture"]} />
  );
}
