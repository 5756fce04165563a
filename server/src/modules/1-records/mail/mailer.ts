import { type Clock, DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { KeyRevoked } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { startingAnywhere } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import { readLogo } from "#records/brand";
import { listOrganizations } from "#records/identity";
import { type Letter, LOGO_ID, type MailContent } from "./letter.ts";
import { attachmentsFromText, type MailAttachment } from "./mail.ts";
import type { ChatTransport, MailOutcome, MailTransport } from "./mail-transport.ts";
import {
  type ClaimedMail,
  claimMail,
  deleteOldMails,
  markMailFailed,
  markMailSent,
  organizationsWithDueMails,
  postponeMessages,
} from "./mails.queries.ts";
import { nextMailAttemptAt } from "./retry.ts";
import { mailAttachments, mailContents } from "./tables.ts";

/** The service and the machine's clock: mail servers do not follow the sandbox's clock. */
type Mailing = Pick<Service, "config" | "clock" | "database" | "vault" | "objects" | "log"> & {
  readonly machineClock: Clock;
};

/** Well above the duration of an attempt. If a process dies, another one retries the email after this time. */
const LEASE_MS = 2 * 60 * SECOND_MS;
const MAILS_PER_PASS = 50;
/** Per organization, before the next one has its turn. */
const MAILS_PER_TURN = 10;

/**
 * Sends due emails: each is leased to this process in one transaction, sent outside any, and marked in another. If a
 * process dies between the last two, the email is sent again with the same Message-ID: at least once. The pass ends if
 * the server accepts no mail at all; every email keeps its own retry time. Returns the number of attempts.
 */
export async function runMailer(service: Mailing, transport: MailTransport, chat?: ChatTransport): Promise<number> {
  let attempts = 0;
  const organizations = await organizationsWithDueMails(service.database, service.machineClock.now());
  for (const { organization_id: organizationId } of startingAnywhere(organizations)) {
    for (let turn = 0; turn < MAILS_PER_TURN && attempts < MAILS_PER_PASS; turn += 1) {
      const outcome = await sendNext(service, { transport, chat }, organizationId);
      if (outcome === undefined) break;
      attempts += 1;
      if (outcome.kind === "away") return attempts;
    }
  }
  return attempts;
}

interface Transports {
  readonly transport: MailTransport;
  readonly chat: ChatTransport | undefined;
}

async function sendNext(
  service: Mailing,
  transports: Transports,
  organizationId: OrganizationId,
): Promise<MailOutcome | undefined> {
  const now = service.machineClock.now();
  const claimed = await service.database.transaction((tx) =>
    claimMail(tx, organizationId, { now, leaseEndsAt: plusMs(now, LEASE_MS) }),
  );
  if (claimed === undefined) return undefined;
  const { mail } = claimed;
  // Changed outside the service, which is reported: it keeps its lease, so that the others have their turn.
  if (mail === undefined) return { kind: "refused", problem: "it was changed outside the service" };
  const outcome = await attempt(service, transports, organizationId, mail).catch(laterIfRevoked);
  const { mail_id: mailId } = mail;
  const at = service.machineClock.now();
  if (outcome.kind === "sent") {
    // In a sandbox, emails can be read in the service even after they were sent.
    const keepContent = service.config.mode === "sandbox";
    await service.database.transaction((tx) => markMailSent(tx, organizationId, { mailId, at, keepContent }));
    return outcome;
  }
  const retryAt = outcome.kind === "refused" ? undefined : retryAtOf(mail, at);
  const { problem } = outcome;
  await service.database.transaction(async (tx) => {
    await markMailFailed(tx, organizationId, { mailId, problem, retryAt, at });
    if (mail.kind === "chatMessage" && retryAt !== undefined)
      await postponeMessages(tx, organizationId, { channelId: mail.recipient, until: retryAt });
  });
  const line = { mailId, attempts: mail.attempts, problem: outcome.problem };
  if (retryAt === undefined) service.log.error(line, "gave up on an email");
  else service.log.warn(line, "an email could not be sent and will be retried");
  return outcome;
}

/** Without its keys, an organization's mail waits as if its receiver did not answer, and delays no other's. */
function laterIfRevoked(error: unknown): MailOutcome {
  if (error instanceof KeyRevoked) return { kind: "later", problem: error.message };
  throw error;
}

async function attempt(
  service: Mailing,
  { transport, chat }: Transports,
  organizationId: OrganizationId,
  mail: ClaimedMail,
): Promise<MailOutcome> {
  const { mail_id: mailId, recipient, created_at: createdAt, expires_at: expiresAt } = mail;
  if (expiresAt !== null && expiresAt <= service.machineClock.now())
    return { kind: "refused", problem: "its link expired before it could be sent" };
  const text = await service.vault.open(service.database, organizationId, mailContents.contextOf(mailId), mail.content);
  // Sealed by enqueueMessage.
  if (mail.kind === "chatMessage") {
    if (chat === undefined) return { kind: "later", problem: "this process sends no messages to channels" };
    return chat.send({ organizationId, channelId: recipient, letter: JSON.parse(text) as Letter });
  }
  // Sealed by enqueueMail.
  const { showsLogo, ...content } = JSON.parse(text) as MailContent;
  const files =
    mail.attachments === null
      ? []
      : attachmentsFromText(
          await service.vault.open(
            service.database,
            organizationId,
            mailAttachments.contextOf(mailId),
            mail.attachments,
          ),
        );
  const attachments = showsLogo ? [...(await logoOf(service, organizationId)), ...files] : files;
  return transport.send({ organizationId, mailId, recipient, createdAt, attachments, ...content });
}

async function logoOf(service: Mailing, organizationId: OrganizationId): Promise<readonly MailAttachment[]> {
  const content = await readLogo(service, organizationId);
  return content === undefined ? [] : [{ fileName: "logo.png", contentType: "image/png", content, contentId: LOGO_ID }];
}

const retryAtOf = ({ attempts, first_attempt_at, expires_at }: ClaimedMail, failedAt: Date): Date | undefined =>
  nextMailAttemptAt({
    attempts,
    firstAttemptAt: first_attempt_at,
    expiresAt: expires_at ?? undefined,
    failedAt,
    random: Math.random,
  });

/** Emails are kept this long after they were written. */
const KEPT_MS = 30 * DAY_MS;

/** Deletes old emails, a bounded number at a time. Returns their number. */
export async function runMailCleanUp(service: Mailing): Promise<number> {
  const firstKeptId = firstIdAt(plusMs(service.clock.now(), -KEPT_MS));
  let deleted = 0;
  for (const { organizationId } of await listOrganizations(service.database))
    deleted += await service.database.transaction((tx) => deleteOldMails(tx, organizationId, firstKeptId));
  return deleted;
}

/** On a timer only: no payment waits for an email, so payments need not wake the mailer. */
export const mailJobs = (service: Mailing, transport: MailTransport, chat: ChatTransport): readonly Job[] => [
  { name: "mail", everyMs: 2 * SECOND_MS, byTheClockOnly: true, run: () => runMailer(service, transport, chat) },
  { name: "mail-clean-up", everyMs: HOUR_MS, byTheClockOnly: true, run: () => runMailCleanUp(service) },
];
