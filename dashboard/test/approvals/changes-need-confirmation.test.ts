import { describe, it } from "node:test";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("changes that need confirmation", () => {
  it("warns a single administrator about unprotected changes", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/people" });
    await page.getByText("Not protected by a second person").waitFor();
    await page.getByText("One user can invite users").waitFor();
    await checkAccessible(page);
    await look(page, "unprotected-people");
  });

  it("allows a second administrator to confirm or decline a proposed change, and shows a withdrawn one", async () => {
    const first = dashboard.user("administrator");
    const { email } = await newPerson(dashboard, dashboard.demo.organizationId);
    const second = { email, password: PASSWORD };
    const { page } = await browser.signIn(first, { at: "/settings/tokens" });
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API token" });
    await dialog.getByLabel("Name").fill("Payroll");
    await dialog.getByRole("radio", { name: "Read and write everything" }).check();
    await dialog.getByRole("button", { name: "Create token" }).click();
    await prove(page, first);
    await page.getByRole("heading", { name: "Payroll needs confirmation" }).waitFor();
    await page.getByRole("button", { name: "I copied it" }).click();
    await page.getByRole("cell", { name: "Needs confirmation" }).waitFor();
    await checkAccessible(page);
    await look(page, "token-waits");

    await follow(page, "/settings/organization");
    await page.getByRole("switch", { name: "Requester may approve" }).check({ force: true });
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Saved as a proposal.").waitFor();
    await page.getByText("Change the settings: requester may approve: yes").waitFor();

    await follow(page, "/settings/people?edit=new");
    const invite = page.getByRole("dialog", { name: "Invite user" });
    await invite.getByLabel("Email address").fill("grace@example.com");
    await invite.getByLabel("First name").fill("Grace");
    await invite.getByLabel("Last name").fill("Hopper");
    await invite.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("Invite Grace Hopper (grace@example.com) as approver").waitFor();

    const { page: theirs } = await browser.signIn(second, { at: "/settings" });
    await theirs.getByLabel("3 pending").waitFor();
    await checkAccessible(theirs);
    await look(theirs, "settings-waiting");
    await theirs.getByRole("link", { name: /Changes waiting for confirmation/ }).click();
    await theirs.getByRole("heading", { name: "Changes waiting for confirmation", level: 1 }).waitFor();
    await checkAccessible(theirs);
    await look(theirs, "changes");
    await theirs.getByRole("button", { name: /^Confirm: Allow the API token/ }).click();
    await prove(theirs, second);
    await theirs.getByText("Confirmed. The change is in effect.").waitFor();
    await theirs.getByRole("button", { name: /^Decline: Change the settings/ }).click();
    await theirs.getByText("Declined. Nothing was changed.").waitFor();
    await follow(page, "/settings/changes");
    await page.getByRole("button", { name: /^Withdraw: Invite Grace/ }).click();
    await page.getByText("No changes are waiting").waitFor();
  });
});
