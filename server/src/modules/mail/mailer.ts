import { type Clock, DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "../../kernel/clock/clock.ts";
import type { Service } from "../../kernel/process/service.ts";
import { firstIdAt, type OrganizationId } from "../../kernel/values/ids.ts";
import type { Job } from "../../kernel/work/worker.ts";
import { listOrganizations } from "../identity/index.ts";
import type { MailContent } from "./letter.ts";
import { mailContextOf } from "./mail.ts";
import type { MailOutcome, MailTransport } from "./mail-transport.ts";
import {
  type ClaimedMail,
  claimMail,
  deleteOldMails,
  markMailFailed,
  markMailSent,
  organizationsWithDueMails,
} from "./mails.queries.ts";
import { nextMailAttemptAt } from "./retry.ts";

/** The service, and the machine's own clock: mail goes out into the world, which no sandbox moves. */
type Mailing = Pick<Service, "config" | "clock" | "database" | "vault" | "log"> & { readonly machineClock: Clock };

/** Well above what an attempt can take. A process that dies with a mail leaves it to the next after as long. */
const LEASE_MS = 2 * 60 * SECOND_MS;
const MAILS_PER_PASS = 50;
/** Of an organization, before it is the next one's turn. */
const MAILS_PER_TURN = 10;

/**
 * Sends mails that are due: each leased to this process in one transaction, sent outside any, marked in another. A process
 * that dies between the last two sends it again, with the same Message-ID: at least once. When the server takes no mail at
 * all the pass ends; every mail keeps its own time to be tried again. Returns how many attempts it made.
 */
export async function runMailer(service: Mailing, transport: MailTransport): Promise<number> {
  let attempts = 0;
  const organizations = await organizationsWithDueMails(service.database, service.machineClock.now());
  for (const { organization_id: organizationId } of organizations) {
    for (let turn = 0; turn < MAILS_PER_TURN && attempts < MAILS_PER_PASS; turn += 1) {
      const outcome = await sendNext(service, transport, organizationId);
      if (outcome === undefined) break;
      attempts += 1;
      if (outcome.kind === "away") return attempts;
    }
  }
  return attempts;
}

async function sendNext(
  service: Mailing,
  transport: MailTransport,
  organizationId: OrganizationId,
): Promise<MailOutcome | undefined> {
  const now = service.machineClock.now();
  const mail = await service.database.transaction((tx) =>
    claimMail(tx, organizationId, { now, leaseEndsAt: plusMs(now, LEASE_MS) }),
  );
  if (mail === undefined) return undefined;
  const outcome = await attempt(service, transport, organizationId, mail);
  const { mail_id: mailId } = mail;
  const at = service.machineClock.now();
  if (outcome.kind === "sent") {
    // In a sandbox they can be read there, whether or not they went out as well.
    await markMailSent(service.database, organizationId, {
      mailId,
      at,
      keepContent: service.config.mode === "sandbox",
    });
    return outcome;
  }
  const retryAt = outcome.kind === "refused" ? undefined : retryAtOf(mail, at);
  await markMailFailed(service.database, organizationId, { mailId, problem: outcome.problem, retryAt, at });
  const line = { mailId, attempts: mail.attempts, problem: outcome.problem };
  if (retryAt === undefined) service.log.error(line, "a mail was given up");
  else service.log.warn(line, "a mail could not be sent and is tried again");
  return outcome;
}

async function attempt(
  service: Mailing,
  transport: MailTransport,
  organizationId: OrganizationId,
  mail: ClaimedMail,
): Promise<MailOutcome> {
  const { mail_id: mailId, recipient, created_at: createdAt, expires_at: expiresAt } = mail;
  if (expiresAt !== null && expiresAt <= service.machineClock.now())
    return { kind: "refused", problem: "its link ended before it could be sent" };
  const text = await service.vault.open(service.database, organizationId, mailContextOf(mailId), mail.content);
  // Sealed by enqueueMail.
  const content = JSON.parse(text) as MailContent;
  return transport.send({ organizationId, mailId, recipient, createdAt, ...content });
}

const retryAtOf = ({ attempts, first_attempt_at, expires_at }: ClaimedMail, failedAt: Date): Date | undefined =>
  nextMailAttemptAt({
    attempts,
    firstAttemptAt: first_attempt_at,
    expiresAt: expires_at ?? undefined,
    failedAt,
    random: Math.random,
  });

/** Mails are remembered as long after they were written. */
const KEPT_MS = 30 * DAY_MS;

/** Deletes mails that are of no use any more, a bounded number at a time. Returns how many. */
export async function runMailCleanUp(service: Mailing): Promise<number> {
  const firstKeptId = firstIdAt(plusMs(service.clock.now(), -KEPT_MS));
  let deleted = 0;
  for (const { organizationId } of await listOrganizations(service.database))
    deleted += await deleteOldMails(service.database, organizationId, firstKeptId);
  return deleted;
}

/** By the clock only: no payment waits for a mail, so payments need not wake it. */
export const mailJobs = (service: Mailing, transport: MailTransport): readonly Job[] => [
  { name: "mail", everyMs: 2 * SECOND_MS, byTheClockOnly: true, run: () => runMailer(service, transport) },
  { name: "mail-clean-up", everyMs: HOUR_MS, byTheClockOnly: true, run: () => runMailCleanUp(service) },
];
