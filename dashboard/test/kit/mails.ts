import { setTimeout as sleep } from "node:timers/promises";
import type { TestDashboard } from "./dashboard.ts";

interface Mail {
  readonly subject: string;
  readonly text: string;
  /** The address in it that leads into the dashboard. */
  readonly link: string;
}

const PATIENCE_MS = 10_000;

/** The newest mail to an address, once it was written. */
export async function mailTo(dashboard: TestDashboard, address: string): Promise<Mail> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    // Shaped as the contract says.
    const list = (await dashboard.call("GET", "/sandbox/emails")) as { emails: { id: string; to: string }[] };
    const found = list.emails.find(({ to }) => to === address);
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
