import { pdf } from "../files/sample-files.ts";
import { inject } from "../service/full-app.ts";
import { formOf } from "../service/upload.ts";
import type { Everything, Fixtures } from "./everything.ts";

/** Attaches a file to the resource. */
export async function attach({ world, organization }: Everything, resource: string) {
  const call = { url: `/${resource}/attachments`, ...formOf(pdf()) };
  const { body, text } = await inject(world.app, organization.token, call);
  if (typeof body.id !== "string") throw new Error(text);
  return { attachmentId: body.id, link: String(body.url).split("/").at(-1) ?? "" };
}

export const attachmentFixtures: Fixtures = {
  downloadAttachment: async (all) => ({ link: (await attach(all, `transaction/${await all.newPayment()}`)).link }),
  deleteTransactionAttachment: async (all) => {
    const transactionId = await all.newPayment();
    return { transactionId, attachmentId: (await attach(all, `transaction/${transactionId}`)).attachmentId };
  },
  deleteRecipientAttachment: async (all) => {
    const { recipientId } = all.organization;
    return { recipientId, attachmentId: (await attach(all, `recipient/${recipientId}`)).attachmentId };
  },
  listRequestAttachments: async (all) => ({ requestId: await all.newRequest() }),
};

/** Law 32 calls them, and the uploads with every kind of file. */
export const attachmentsElsewhere: Readonly<Record<string, string>> = {
  uploadLogo: "takes a picture only: scenarios/people/organization-brand.test.ts",
  deleteRequestAttachment: "works only for the token that attached the file: law 32",
};
