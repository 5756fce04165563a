import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { enqueueMail, mailsOfLastHour } from "#records/mail";
import { listPeople } from "#records/people";
import { refuseSetUp } from "./set-up-refusals.ts";

const PER_HOUR = 10;

/** Sends a test email to the user. Refuses with `tooManyTestEmails`. Returns the address. */
export const sendTestEmail = (
  service: Service,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
): Promise<string> =>
  service.database.transaction(async (tx) => {
    const of = { organizationId, kind: "testEmail", senderId: userId } as const;
    const sent = [...(await mailsOfLastHour(service, tx, of)).values()].reduce((sum, count) => sum + count, 0);
    if (sent >= PER_HOUR) throw refuseSetUp("tooManyTestEmails", { details: { limit: PER_HOUR } });
    const user = (await listPeople(tx, organizationId)).find((person) => person.user_id === userId);
    if (user === undefined) throw new TypeError("The signed-in user exists");
    await enqueueMail(service, tx, {
      ...of,
      recipient: user.email,
      letter: {
        subject: "Test email from Bursar",
        paragraphs: [`Hello ${user.first_name},`, "If you read this, Bursar reaches people by email."],
        link: { label: "Confirm that it arrived", url: `${service.config.publicUrl}/dashboard/set-up-to-live` },
        footer: "You receive this because you requested a test email.",
      },
    });
    return user.email;
  });
