import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { App } from "#main/app.ts";
import type { TestWorld } from "../service/full-app.ts";
import { browse } from "../worlds/people.ts";
import { setSettings } from "../worlds/settings.ts";
import { agreed, twoAdministrators } from "../worlds/two-people.ts";
import { type IdentityProvider, newBrowser, type ProviderBrowser, visitProvider } from "./identity-provider.ts";

export type SignOnSettings = Readonly<Record<string, unknown>>;
export const DOMAIN = "acme.example";

/** What a provider says about someone whose address it has verified. */
export const verified = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  email: `${name}@${DOMAIN}`,
  email_verified: true,
  given_name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  family_name: "Lovelace",
  ...more,
});

/** An organization with two administrators who have agreed on the provider. */
export async function openSignOn(
  world: TestWorld,
  provider: Pick<IdentityProvider, "issuer" | "register" | "logoutReceiver">,
  chosen: SignOnSettings = {},
) {
  onTime(world);
  const scene = await twoAdministrators(world);
  const { app } = world;
  const { organizationId } = scene.organization;
  await setSettings(world, organizationId, { secondFactorRequiredFor: [] });
  const client = { clientId: `bursar-${randomUUID()}`, clientSecret: randomUUID() };
  await provider.register({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [`${world.service.config.publicUrl}/sso/callback`],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    backchannel_logout_uri: provider.logoutReceiver,
    backchannel_logout_session_required: true,
  });
  const change = (settings: SignOnSettings) =>
    agreed(app, { url: "/sso/settings", body: settings, cookie: scene.asAda }, scene.asBen);
  const settled = await change({
    enabled: true,
    name: "Acme ID",
    issuer: provider.issuer,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    emailDomains: [DOMAIN],
    ...chosen,
  });
  assert.ok(settled.status < 300, settled.text);

  return { ...scene, ...client, organizationId, change, ...visitsOf(world, provider, organizationId) };
}

/** The provider is another process: its clock is the machine's. */
export const onTime = ({ clock }: TestWorld): void => clock.set(new Date(Math.max(Date.now(), clock.now().getTime())));

/** What a browser does between this service and the provider. */
export function visitsOf(
  world: TestWorld,
  provider: Pick<IdentityProvider, "issuer">,
  organizationId: string,
  app: App = world.app,
) {
  /** Begins a sign-in; the attempt's cookie is what ties it to the browser. */
  const start = async (body: Readonly<Record<string, unknown>> = { organizationId }) => {
    onTime(world);
    const started = await browse(app, { url: "/sso/start", body });
    assert.equal(started.status, 200, started.text);
    return { url: String(started.body.url), cookie: attemptOf(started.headers) };
  };
  const comeBack = async (url: URL, cookie: string | undefined, node = app) => {
    onTime(world);
    const answer = await browse(node, { url: `${url.pathname}${url.search}`, cookie, headers: {} });
    return { ...answer, ...landing(answer.headers["location"]) };
  };
  const at = (account: string, url: string, browser: ProviderBrowser = newBrowser()) =>
    visitProvider(browser, { url, account, issuer: provider.issuer });
  /** The whole way: begins, signs in at the provider, and comes back. */
  const signIn = async (account: string, { browser = newBrowser() }: { browser?: ProviderBrowser } = {}) => {
    const started = await start();
    return comeBack(await at(account, started.url, browser), started.cookie);
  };
  const stepUp = async (cookie: string, account: string, browser: ProviderBrowser = newBrowser()) => {
    onTime(world);
    const started = await browse(app, {
      url: "/sso/step-up",
      body: { returnTo: "/dashboard/approvals?status=open" },
      cookie,
    });
    assert.equal(started.status, 200, started.text);
    return comeBack(await at(account, started.body.url, browser), attemptOf(started.headers));
  };
  return { start, at, comeBack, signIn, stepUp };
}

function attemptOf(headers: Readonly<Record<string, unknown>>): string {
  const set = [headers["set-cookie"] ?? []].flat().map(String);
  const found = set.find((cookie) => cookie.includes("bursar_sign_in="));
  assert.ok(found, "the browser gets the attempt's cookie");
  return found.split(";")[0] ?? "";
}

function landing(location: unknown) {
  const url = typeof location === "string" ? new URL(location, "http://dashboard") : undefined;
  return {
    landsAt: url && `${url.pathname}${url.search}`,
    problem: url?.searchParams.get("signOnProblem") ?? undefined,
  };
}
