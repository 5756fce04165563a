import { ApiError } from "../../api/api-error.ts";
import { serviceFetch } from "../../api/service-fetch.ts";
import type { ArchivedFile } from "../../ui/files/zip-file.ts";

/**
 * A file of the service, with the name that it gives it.
 * @throws ApiError
 */
export async function fetchDownload(address: string): Promise<ArchivedFile> {
  const response = await serviceFetch(address);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name: name ?? "statement", content: new Uint8Array(await response.arrayBuffer()) };
}
