import { setTimeout as sleep } from "node:timers/promises";
import type { TestDashboard } from "./dashboard.ts";
import { PATIENCE_MS } from "./lent-pages.ts";

interface Mail {
  readonly subject: string;
  readonly text: string;
  /** The link to the dashboard in the email. */
  readonly link: string;
}

/** Waits for the newest email to an address, or for the newest one with a subject. */
export async function mailTo(dashboard: Pick<TestDashboard, "call">, address: string, subject?: string): Promise<Mail> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    // Shaped as in the API contract.
    const list = (await dashboard.call("GET", "/sandbox/emails")) as {
      emails: { id: string; to: string; subject: string }[];
    };
    const found = list.emails.find(
      (mail) => mail.to === address && (subject === undefined || mail.subject === subject),
    );
    if (found !== undefined) {
      const mail = (await dashboard.call("GET", `/sandbox/emails/${found.id}`)) as { subject: string; text: string };
      const link = /https?:\/\/\S+\/dashboard\/\S+/.exec(mail.text)?.[0];
      if (link === undefined) throw new Error(`no link in ${mail.text}`);
      return { ...mail, link };
    }
    await sleep(200);
  }
  throw new Error(`no mail to ${address}`);
}
