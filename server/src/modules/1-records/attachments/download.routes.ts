import type { Readable } from "node:stream";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { readLink } from "./attachment-link.ts";
import { contentDisposition } from "./inspect/file-name.ts";
import { mediaTypes } from "./inspect/file-types.ts";
import { openAttachment } from "./read-content.ts";

/** Any text, so that a malformed link gets the same answer as one that has expired. */
const params = object({
  link: Type.String({ minLength: 1, maxLength: 200, description: "The last part of an attachment's `url`." }),
});

/** Where the links lead. They need no token and name neither the store nor the file. */
export function downloadRoute(app: Api, service: Service): void {
  app.get(
    "/attachments/:link",
    {
      config: {
        scope: "public",
        // The link is signed; the schema has checked it before this is read.
        within: ({ params: given }) => readLink(service, (given as { link: string }).link)?.organizationId,
        refusals: ["resourceNotFound", "internalError", "serviceUnavailable"],
      },
      schema: {
        operationId: "downloadAttachment",
        summary: "Download an attachment",
        description:
          "The file of a `url`, as it was uploaded; photos have lost their metadata, such as the place. A link that was changed, has expired, or leads to a deleted file is not found. A connection that ends before `Content-Length` bytes means that the file is incomplete.",
        tags: ["Attachments"],
        params,
        produces: [...mediaTypes],
        response: { 200: Type.Unsafe<Readable>({ type: "string", format: "binary", description: "The file." }) },
      },
    },
    async (request, reply) => {
      const link = readLink(service, request.params.link);
      const found = link && (await openAttachment(service, link.organizationId, link.attachmentId));
      if (found === undefined) throw notFound("attachment");
      const { row, content } = found;
      return reply
        .type(row.media_type)
        .headers({
          "content-length": row.size_bytes,
          "content-disposition": contentDisposition(row.file_name),
          // A browser saves it; if anything opens it anyway, it has no scripts, no origin, and no other resources.
          "content-security-policy": "default-src 'none'; sandbox",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "no-referrer",
          "x-robots-tag": "noindex",
        })
        .send(content);
    },
  );
}
