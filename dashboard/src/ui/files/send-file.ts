import { ApiError, ServiceUnavailable } from "../../api/api-error.ts";

export interface FileToSend {
  /** Such as `/transaction/<id>/attachments`. */
  readonly path: string;
  readonly file: File;
  readonly fields?: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Uploads a file. Uses XMLHttpRequest, because fetch reports no progress of a request. Throws an ApiError, or
 * ServiceUnavailable if there was no answer.
 */
export function sendWithProgress({ path, file, fields = {}, onProgress }: FileToSend): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      if (request.status < 300) resolve();
      else if (request.status >= 500) reject(new ServiceUnavailable(request.status, "doOnce"));
      else reject(new ApiError(request.status, bodyOf(request.responseText)));
    });
    request.addEventListener("error", () => reject(new ServiceUnavailable(undefined, "doOnce")));
    request.open("POST", path);
    request.send(form);
  });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
