import type { App } from "#main/app.ts";
import { inject, type TestWorld } from "../service/full-app.ts";
import { type BrowserCall, browse, newPerson, provedIn } from "./people.ts";

/** Makes a call and, if it needs a second person, confirms it as the other one. Returns the final answer. */
export async function agreed(app: App, call: BrowserCall, other: string) {
  const answer = await browse(app, call);
  if (answer.status !== 202) return answer;
  return confirm(app, answer.body.changeId, other);
}

export const confirm = (app: App, changeId: string, cookie: string) =>
  browse(app, { method: "POST", url: `/control-changes/${changeId}/confirm`, cookie });

/** The one-time link in the newest mail to an address, the only place that shows it. */
export async function mailedLink(app: App, token: string, email: string): Promise<string> {
  const { emails } = (await inject(app, token, { url: "/sandbox/emails" })).body;
  const found = emails.find(({ to }: { to: string }) => to === email);
  if (found === undefined) throw new Error(`no mail to ${email}`);
  const { text } = (await inject(app, token, { url: `/sandbox/emails/${found.id}` })).body;
  const link = /https?:\/\/\S+\/dashboard\/join#\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in ${text}`);
  return link;
}

/** A new organization with $1,000 and two administrators, signed in and with a recent step-up. */
export async function twoAdministrators(world: TestWorld) {
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 1_000_00n);
  const ada = await newPerson(world, organization.organizationId);
  const ben = await newPerson(world, organization.organizationId);
  return { organization, ada, ben, asAda: await provedIn(world.app, ada), asBen: await provedIn(world.app, ben) };
}
