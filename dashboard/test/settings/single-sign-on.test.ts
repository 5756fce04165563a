import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { Page } from "playwright-core";
import type { OrganizationId } from "../../../server/src/kernel/values/ids.ts";
import { changeSettings, readSettings } from "../../../server/src/modules/1-records/identity/index.ts";
import { openIdentityProvider } from "../../../server/test/kit/single-sign-on/identity-provider.ts";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { requestPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const provider = await openIdentityProvider();
after(() => provider.close());
const { dashboard, browser } = await openStage({ visits: provider.issuer });

describe("single sign-on, in a browser and with a real provider", () => {
  const { service, demo } = dashboard;
  const organizationId = demo.organizationId as OrganizationId;

  /** Not the list of choices, which has the same name. */
  const fieldOf = (page: Page, name: string) => page.locator("input").and(page.getByLabel(name, { exact: true }));
  /** The provider's own page. */
  const signInThere = async (page: Page, account: string) => {
    await page.getByRole("heading", { name: "Company sign-in" }).waitFor();
    await page.getByLabel("Account").fill(account);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  const signInWithCompany = async (page: Page, email: string) => {
    await page.getByRole("button", { name: "Sign in with your company" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
  };

  it("is set up by two administrators", async () => {
    await provider.register({
      client_id: "bursar",
      client_secret: "a secret of the provider",
      redirect_uris: [`${dashboard.url}/sso/callback`],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    });
    await newPerson(dashboard, organizationId, { email: "second@example.com" });
    const second = { email: "second@example.com", password: PASSWORD };
    const first = dashboard.user("administrator");
    const { page } = await browser.signIn(first, { at: "/settings/single-sign-on" });
    await page.getByRole("heading", { name: "Single sign-on", level: 1 }).waitFor();
    await page.getByText(`${dashboard.url}/sso/callback`).waitFor();
    await page.getByLabel("Users can sign in with the provider").check();
    await page.getByLabel("Name", { exact: true }).fill("Acme ID");
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client ID").fill("bursar");
    await page.getByLabel("Client secret").fill("a secret of the provider");
    await fieldOf(page, "Email domains").fill("acme.example");
    await fieldOf(page, "Email domains").press("Enter");
    await page.getByRole("radio", { name: "A claim of the provider" }).check();
    await page.getByLabel("Claim", { exact: true }).fill("groups");
    await page.getByLabel("Create users at their first sign-in").check();
    await page.getByRole("button", { name: "Add mapping" }).click();
    await page.getByLabel("Value").fill("finance");
    await fieldOf(page, "Role").click();
    await page.getByRole("option", { name: "Approver" }).click();
    await checkAccessible(page, { inDark: true });
    await look(page, "single-sign-on");
    await page.getByRole("button", { name: "Save single sign-on" }).click();
    await prove(page, first);
    await page.getByText("Saved as a proposal.").waitFor();

    const { page: secondPage } = await browser.signIn(second, { at: "/settings/single-sign-on" });
    await secondPage.getByRole("button", { name: /^Confirm: Change single sign-on: provider/ }).click();
    await prove(secondPage, second);
    await secondPage.getByText("Confirmed. The change is in effect.").waitFor();
  });

  it("signs in with the provider, approves with a fresh sign-in, and is out when the account is locked", async () => {
    await provider.say("grace", {
      email: "grace@acme.example",
      email_verified: true,
      given_name: "Grace",
      family_name: "Hopper",
      groups: ["finance"],
    });
    await service.database.transaction(async (tx) => {
      const { version } = await readSettings(tx, organizationId);
      const changes = { approvalStepUpFromMinor: 1_000_00n };
      const actor = { type: "operator", id: "test" } as const;
      await changeSettings(service, tx, { organizationId, actor, version, changes, at: new Date() });
    });
    const requested = await requestPayment(dashboard, { amount: 4321.5, externalMemo: "Invoice 43" });
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/approvals/${requested.requestId}`);
    await page.getByRole("button", { name: "Sign in with your company" }).waitFor();
    await checkAccessible(page);
    await signInWithCompany(page, "grace@acme.example");
    await signInThere(page, "grace");
    // At the page that was requested.
    await page.getByText("Invoice 43").waitFor();

    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof.getByRole("button", { name: "Confirm with your company" }).waitFor();
    await checkAccessible(page);
    await look(page, "step-up-with-company");
    await proof.getByRole("button", { name: "Confirm with your company" }).click();
    await signInThere(page, "grace");
    await page.getByText("Invoice 43").waitFor();
    assert.match(page.url(), new RegExp(`/dashboard/approvals/${requested.requestId}$`));
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText(/Approved: the money leaves .* ET/).waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "approved");

    const { page: adminPage } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/people" });
    await adminPage.getByText("grace@acme.example").waitFor();
    await adminPage
      .getByRole("row", { name: /Grace Hopper/ })
      .getByRole("button", { name: "Actions for Grace Hopper" })
      .click();
    await adminPage.getByRole("menuitem", { name: "Lock" }).click();
    await adminPage.getByRole("dialog").getByRole("button", { name: "Lock" }).click();
    await prove(adminPage, dashboard.user("administrator"));
    await adminPage
      .getByRole("row", { name: /Grace Hopper/ })
      .getByText("Locked")
      .waitFor();
    await page.waitForTimeout(1_000);
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await signInWithCompany(page, "grace@acme.example");
    // The provider still has its own session, so it asks nothing.
    await page.getByText("Your account is locked. Ask an administrator.").waitFor();
    await checkAccessible(page);
  });

  it("says what went wrong, and what to do", async () => {
    await provider.say("eve", { email: "eve@acme.example", email_verified: true, groups: [] });
    const { page } = await browser.visit();
    await signInWithCompany(page, "someone@unknown.example");
    await page.getByText("No organization here signs in with a company account for this address.").waitFor();
    await page.getByRole("button", { name: "Sign in another way" }).click();
    await signInWithCompany(page, "eve@acme.example");
    await signInThere(page, "eve");
    await page.getByText("Your company gives you no role here. Ask an administrator.").waitFor();
    await signInWithCompany(page, "eve@acme.example");
    await page.getByText("Your company gives you no role here. Ask an administrator.").waitFor();
  });
});
