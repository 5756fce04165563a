import { type Resealed, resealColumn } from "../../kernel/crypto/reseal.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { type MailId, mailContextOf } from "./mail.ts";
import { lockSealedMails, replaceSealedMail } from "./mails.queries.ts";

/** Re-encrypts emails of older key versions under the newest one, while the service runs. */
export const resealMails = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<MailId>(service, organizationId, {
    name: "mails.content",
    contextOf: mailContextOf,
    lock: (tx, range) => lockSealedMails(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedMail(tx, organizationId, id, sealed),
  });
