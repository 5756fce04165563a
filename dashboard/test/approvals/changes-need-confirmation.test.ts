import { after, before, describe, it } from "node:test";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

describe("changes that take two people in the dashboard", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
  });
  after(() => opened.disposeAsync());

  it("a single administrator reads what is not protected", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/people" });
    await page.getByText("Not protected by a second person").waitFor();
    await page.getByText("One person can invite users").waitFor();
    await checkAccessible(page);
    await look(page, "unprotected-people");
  });

  it("with two, what one proposes waits for the other, who confirms it", async () => {
    const first = dashboard.user("administrator");
    const { email } = await newPerson(dashboard, dashboard.demo.organizationId);
    const second = { email, password: PASSWORD };
    const { page } = await browser.signIn(first, { at: "/settings/tokens" });
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an API token" });
    await dialog.getByLabel("Name").fill("Payroll");
    await dialog.getByRole("radio", { name: "Read and write everything" }).check();
    await dialog.getByRole("button", { name: "Create token" }).click();
    await prove(page, first);
    await page.getByRole("heading", { name: "Payroll waits for confirmation" }).waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("cell", { name: "Waiting for confirmation" }).waitFor();
    await checkAccessible(page);
    await look(page, "token-waits");

    await page.goto(`${dashboard.url}/dashboard/settings/organization`);
    await page.getByRole("switch", { name: "Whoever asks may approve" }).check({ force: true });
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Waiting for confirmation: nothing changes").waitFor();
    await page.getByText("Change the settings: requester may approve: yes").waitFor();

    await page.goto(`${dashboard.url}/dashboard/settings/people?edit=new`);
    const invite = page.getByRole("dialog", { name: "Invite somebody" });
    await invite.getByLabel("E-mail address").fill("grace@example.com");
    await invite.getByLabel("First name").fill("Grace");
    await invite.getByLabel("Last name").fill("Hopper");
    await invite.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText("Invite Grace Hopper (grace@example.com) as approver").waitFor();

    const { page: theirs } = await browser.signIn(second, { at: "/settings" });
    await theirs.getByLabel("3 waiting").waitFor();
    await checkAccessible(theirs);
    await look(theirs, "settings-waiting");
    await theirs.getByRole("link", { name: /Changes waiting for confirmation/ }).click();
    await theirs.getByRole("heading", { name: "Changes waiting for confirmation", level: 1 }).waitFor();
    await checkAccessible(theirs);
    await look(theirs, "changes");
    await theirs.getByRole("button", { name: /^Confirm: Let the API token/ }).click();
    await prove(theirs, second);
    await theirs.getByText("Confirmed. The change is in effect.").waitFor();
    await theirs.getByRole("button", { name: /^Decline: Change the settings/ }).click();
    await theirs.getByText("Declined. Nothing was changed.").waitFor();
    await page.goto(`${dashboard.url}/dashboard/settings/changes`);
    await page.getByRole("button", { name: /^Withdraw: Invite Grace/ }).click();
    await page.getByText("No changes are waiting").waitFor();
  });
});
