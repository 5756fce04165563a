import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { passTime } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { fillSignIn, hasValue, look, prove } from "../kit/browser.ts";
import { mailTo } from "../kit/mails.ts";
import { openStage } from "../kit/stage.ts";

const NEW_PASSWORD = "three herons above the weir";

const { dashboard, browser } = await openStage();

describe("invitations, password resets, and locked users", () => {
  it("signs in an invited user who chooses a password from the link in the email", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/people" });
    await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
    await page.getByRole("table", { name: "Users" }).waitFor();
    await look(page, "people");
    await page.getByRole("button", { name: "Invite user" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite user" });
    await dialog.getByLabel("Email address").fill("grace@example.com");
    await dialog.getByLabel("First name").fill("Grace");
    await dialog.getByLabel("Last name").fill("Hopper");
    await dialog.getByRole("radio", { name: "Custom" }).check();
    await checkAccessible(page);
    await look(page, "people-invite");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await prove(page, dashboard.user("administrator"));
    await dialog.getByText("Select at least one permission.").waitFor();
    await dialog.getByRole("checkbox", { name: "Approve payments" }).check();
    await dialog.getByRole("checkbox", { name: "Read transactions" }).check();
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("An invitation was sent to grace@example.com.").waitFor();
    await checkAccessible(page);
    await look(page, "people-invited");
    await page.getByRole("table", { name: "Open invitations" }).getByText("grace@example.com").waitFor();

    const mail = await mailTo(dashboard, "grace@example.com");
    const { page: invitedPage } = await browser.visit();
    await invitedPage.goto(mail.link);
    await invitedPage.getByRole("heading", { name: "Choose your password" }).waitFor();
    await checkAccessible(invitedPage);
    await look(invitedPage, "join");
    await invitedPage.getByLabel("New password").fill("short");
    await invitedPage.getByRole("button", { name: "Set password and sign in" }).click();
    await invitedPage.getByText("must have 12 to 200 characters").waitFor();
    await invitedPage.getByLabel("New password").fill(NEW_PASSWORD);
    await invitedPage.getByRole("button", { name: "Set password and sign in" }).click();
    await invitedPage.getByRole("button", { name: "Your account" }).waitFor();
    await invitedPage.goto(mail.link);
    await invitedPage.getByLabel("New password").fill(NEW_PASSWORD);
    await invitedPage.getByRole("button", { name: "Set password and sign in" }).click();
    await invitedPage.getByText("This link no longer works").waitFor();

    await page.reload();
    await page.getByRole("table", { name: "Users" }).getByText("grace@example.com").waitFor();
    await page.getByText("No open invitations").waitFor();
  });

  it("sends a password reset link without revealing whether the user exists", async () => {
    const { page } = await browser.visit();
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await look(page, "forgotten");
    const ask = async (email: string) => {
      await page.goto(`${dashboard.url}/dashboard/forgotten`);
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("button", { name: "Send link" }).click();
      const answer = page.getByRole("status");
      await answer.waitFor();
      return (await answer.innerText()).replaceAll(email, "");
    };
    const { email } = dashboard.user("approver");
    const unknown = await ask("nobody@example.com");
    assert.equal(await ask(email), unknown);
    await checkAccessible(page);
    await look(page, "forgotten-sent");
    const mail = await mailTo(dashboard, email);
    await page.goto(mail.link);
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.getByRole("button", { name: "Your account" }).waitFor();
  });

  it("rejects an incomplete link", async () => {
    const { page } = await browser.visit();
    await page.goto(`${dashboard.url}/dashboard/join`);
    await page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
    await checkAccessible(page);
  });

  it("keeps form input when the session ends and the user signs in again", async () => {
    const user = dashboard.user("administrator");
    const { page, context } = await browser.signIn(user, { at: "/profile" });
    await page.getByLabel("First name").fill("Augusta");
    await context.clearCookies();
    // A call in the background may notice it first and cover the page with the dialog.
    await page.getByRole("button", { name: "Save name" }).dispatchEvent("click");
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.getByLabel("Password", { exact: true }).fill(user.password);
    await checkAccessible(page);
    await look(page, "sign-in-again");
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Your name was changed.").waitFor();
    await hasValue(page.getByLabel("First name"), "Augusta");
  });

  it("signs out a locked user and readmits them after unlocking", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/people" });
    const user = dashboard.user("bookkeeper");
    const { page: bookkeeperPage } = await browser.signIn(user);
    const row = page.getByRole("row").filter({ hasText: user.email });
    await row.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name: "Lock" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Lock", exact: true }).click();
    await prove(page, dashboard.user("administrator"));
    await row.getByText("Locked").waitFor();
    passTime(1_000);
    await bookkeeperPage.reload();
    await bookkeeperPage.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    await fillSignIn(bookkeeperPage, user);
    await bookkeeperPage.getByText("The email address, password, or code is wrong").waitFor();
    await row.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name: "Unlock" }).click();
    await row.getByText("Active").waitFor();
    await fillSignIn(bookkeeperPage, user);
    await bookkeeperPage.getByRole("button", { name: "Your account" }).waitFor();
  });

  it("changes another user's role but not the signed-in user's", async () => {
    const self = dashboard.user("administrator");
    const { page } = await browser.signIn(self, { at: "/settings/people" });
    const row = page.getByRole("row").filter({ hasText: dashboard.user("bookkeeper").email });
    await row.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Viewer" }).check();
    await look(page, "people-edit");
    await dialog.getByRole("button", { name: "Save" }).click();
    await prove(page, self);
    await row.getByText("Viewer").waitFor();
    await row.getByRole("link").click();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText(/Bookkeeper → Viewer/i).waitFor();
    await page.getByRole("region", { name: "Access" }).getByText("Reads everything except").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "user");
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Users" }).click();
    await page
      .getByRole("row")
      .filter({ hasText: self.email })
      .getByRole("button", { name: /^Actions for / })
      .click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByText("You cannot change your own role").waitFor();
  });
});
