import { resealColumn } from "../../kernel/crypto/reseal.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import { type MailId, mailContextOf } from "./mail.ts";
import { lockSealedMails, replaceSealedMail } from "./mails.queries.ts";

/** Seals the mails of older key versions with the newest one. Returns how many. Runs beside the service. */
export const resealMails = (service: Service, organizationId: OrganizationId): Promise<number> =>
  resealColumn<MailId>(service, organizationId, {
    contextOf: mailContextOf,
    lock: (tx, range) => lockSealedMails(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedMail(tx, organizationId, id, sealed),
  });
