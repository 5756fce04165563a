import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("approval rules", () => {
  it("adds a rule and a limit by name after confirming identity, and describes them", async () => {
    const user = dashboard.user("administrator");
    const { page } = await browser.signIn(user, { at: "/settings/rules" });
    await page.getByText("Default", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add rule" }).click();
    const editor = page.getByRole("dialog", { name: "Add rule" });
    await editor.getByLabel("Name").fill("Large wires");
    await editor.getByLabel("Amount at or above").fill("5000");
    await editor.getByLabel("Methods").click();
    await page.getByRole("option", { name: "Domestic wire" }).click();
    await page.keyboard.press("Escape");
    await editor.getByLabel("Approvers in step 1").selectOption("roles");
    await editor.getByLabel("Roles").click();
    await page.getByRole("option", { name: "Approver", exact: true }).click();
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Add step" }).click();
    await editor.getByLabel("Approvers in step 2").selectOption("users");
    await editor.getByLabel("Users", { exact: true }).click();
    await page.getByRole("listbox", { name: "Users" }).getByRole("option", { name: "Ada Castellan" }).click();
    await page.keyboard.press("Escape");
    await checkAccessible(page, { inDark: true });
    await look(page, "rule-editor");
    await editor.getByRole("button", { name: "Add rule" }).click();
    await prove(page, user);
    await page
      .getByText(
        "A payment by domestic wire, once $5,000.00 or more goes to the recipient that day, needs 1 approval by the role approver, then 1 approval by Ada Castellan.",
      )
      .waitFor();
    await page.getByLabel("User", { exact: true }).selectOption({ label: "Ben Oyelaran" });
    await page.getByLabel("Daily limit per recipient").last().fill("2500");
    await page.getByLabel("Total daily limit").last().fill("10000");
    await page.getByRole("button", { name: "Set limit" }).click();
    await page.getByRole("cell", { name: "$2,500.00" }).waitFor();
    await page.getByRole("cell", { name: "$10,000.00" }).waitFor();
    await page.getByLabel("User", { exact: true }).selectOption({ label: "Ben Oyelaran" });
    assert.equal(
      await page.getByLabel("Total daily limit").last().inputValue(),
      "$10,000",
      "starts from the current limit",
    );
    await checkAccessible(page);
    await look(page, "rules");
  });

  it("says which rule would apply to a payment and who must approve it, and creates nothing", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/rules" });
    const requests = async () =>
      ((await dashboard.call("GET", "/request-send-money?limit=100")) as { requests: unknown[] }).requests.length;
    const before = await requests();
    const test = page.getByRole("region", { name: "Test a payment" });
    await test.getByRole("combobox", { name: "Recipient" }).click();
    await page.getByRole("listbox").getByRole("option").first().click();
    await test.getByRole("button", { name: "$25,000" }).click();
    await test.getByText("Who can approve", { exact: true }).waitFor();
    await test.getByText("$25,000.00 to ").waitFor();
    await checkAccessible(page);
    await look(page, "rules-tested");
    assert.equal(await requests(), before);
  });

  it("allows a second administrator to confirm or decline a proposed rule, and its author to withdraw it", async () => {
    const first = dashboard.user("administrator");
    const { email } = await newPerson(dashboard, dashboard.demo.organizationId);
    const second = { email, password: PASSWORD };
    const { page: proposing } = await browser.signIn(first, { at: "/settings/rules" });
    const { page: deciding } = await browser.signIn(second, { at: "/settings/rules" });
    const changes = (page: Page) =>
      page.getByRole("list", { name: "Changes waiting for confirmation" }).getByRole("listitem");
    const propose = async (name: string) => {
      await proposing.getByRole("button", { name: "Add rule" }).click();
      const editor = proposing.getByRole("dialog", { name: "Add rule" });
      await editor.getByLabel("Name").fill(name);
      await editor.getByLabel("Amount at or above").fill("900");
      await editor.getByRole("button", { name: "Add rule" }).click();
    };
    await propose("Nine hundred");
    await prove(proposing, first);
    const own = changes(proposing).filter({ hasText: "Nine hundred" });
    await own.getByRole("button", { name: /^Withdraw/ }).waitFor();
    await settled(proposing);
    assert.equal(await own.getByRole("button", { name: /^Confirm/ }).count(), 0, "a proposer cannot confirm");
    await checkAccessible(proposing);
    await look(proposing, "rule-proposed");
    await deciding.reload();
    await changes(deciding)
      .getByRole("button", { name: /^Confirm/ })
      .click();
    await prove(deciding, second);
    await deciding.getByText("Confirmed. The change is in effect.").waitFor();
    await changes(deciding).waitFor({ state: "detached" });
    await deciding.getByText("Nine hundred").waitFor();

    await propose("Declined one");
    await changes(proposing).getByText("Declined one").waitFor();
    await deciding.reload();
    await changes(deciding)
      .getByRole("button", { name: /^Decline/ })
      .click();
    await deciding.getByText("Declined. Nothing was changed.").waitFor();
    await proposing.reload();
    await propose("Taken back");
    await changes(proposing)
      .getByRole("button", { name: /^Withdraw/ })
      .click();
    await changes(proposing).waitFor({ state: "detached" });
    await settled(proposing);
    assert.equal(await proposing.getByText("Declined one").count(), 0);
  });

  it("moves rules with buttons and by dragging, as changes that say so and wait for a second person", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/rules" });
    const order = () => page.getByRole("list", { name: "Rules" }).getByRole("listitem");
    const change = page.getByRole("list", { name: "Changes waiting for confirmation" }).getByRole("listitem");
    const withdraw = async () => {
      await change.getByRole("button", { name: /^Withdraw/ }).click();
      await change.waitFor({ state: "detached" });
    };
    await order().filter({ hasText: "Nine hundred" }).waitFor();
    assert.ok(await page.getByRole("button", { name: "Move Large wires up" }).isDisabled(), "it is the first");
    await page.getByRole("button", { name: "Move Nine hundred up" }).focus();
    await page.keyboard.press("Enter");
    await prove(page, dashboard.user("administrator"));
    await change.getByText(/^Change the approval rule "Nine hundred" and move it from position 20 to 5: /).waitFor();
    await withdraw();
    await order()
      .filter({ hasText: "Large wires" })
      .getByTitle("Drag to change the order")
      .dragTo(order().filter({ hasText: "Nine hundred" }));
    await change.getByText(/^Change the approval rule "Large wires" and move it from position 10 to 30: /).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "rules-moved");
    await withdraw();
  });

  it("shows the rules to users who cannot manage them", async () => {
    const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/settings/rules" });
    await page.getByText("You do not have permission to change approval rules.").waitFor();
    await page.getByText("Large wires").waitFor();
    await checkAccessible(page);
  });
});
