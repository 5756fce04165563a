import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsContextOf, type MailId, mailContextOf } from "./mail.ts";
import {
  lockSealedAttachments,
  lockSealedMails,
  replaceSealedAttachments,
  replaceSealedMail,
} from "./mails.queries.ts";
import { mails } from "./tables.ts";

/** Re-encrypts emails of older key versions under the newest one, while the service runs. */
export const resealMails = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<MailId>(service, organizationId, {
    name: "mails.content",
    contextOf: mailContextOf,
    table: mails,
    lock: (tx, range) => lockSealedMails(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedMail(tx, organizationId, id, sealed),
  });

/** The same for their attachments. */
export const resealMailAttachments = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<MailId>(service, organizationId, {
    name: "mails.attachments",
    contextOf: attachmentsContextOf,
    table: mails,
    lock: (tx, range) => lockSealedAttachments(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedAttachments(tx, organizationId, id, sealed),
  });
