import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const attachmentRefusals = {
  fileTypeNotAccepted: {
    status: 415,
    title: "The file is of a type that is not accepted, its content does not match its name, or it could be harmful",
    message:
      "This file is not accepted: {problem}. Upload a PDF, an image (PNG, JPEG, HEIC, WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.",
  },
  tooManyAttachments: {
    status: 400,
    title: "The resource has the maximum number of attachments",
    message: "There are {limit} files here, which is the limit. Delete one first.",
  },
  attachmentFixed: {
    status: 409,
    title:
      "The files of an approval request cannot change this way: it is closed, or it was reviewed, so that none can be deleted",
    message: "The files of this request cannot be changed: {problem}.",
  },
} as const satisfies RefusalTable;

export const refuseAttachment = refuser(attachmentRefusals);
