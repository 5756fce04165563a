import { after, before, describe, it } from "node:test";
import { checkAccessible } from "./kit/accessible.ts";
import { look, openBrowser, type TestBrowser } from "./kit/browser.ts";
import { startDashboard, type TestDashboard } from "./kit/dashboard.ts";

describe("approval rules in the dashboard", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  before(async () => {
    dashboard = await startDashboard();
    browser = await openBrowser(dashboard);
  });
  after(async () => {
    await browser.close().finally(() => dashboard.close());
  });

  it("a rule is built from names, put in force after a fresh proof, and read in words; so is a limit", async () => {
    const user = dashboard.user("administrator");
    const { page } = await browser.signIn(user);
    await page.goto(`${dashboard.url}/dashboard/settings/rules`);
    await page.getByText("Otherwise").waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    const editor = page.getByRole("dialog", { name: "Add a rule" });
    await editor.getByLabel("Name").fill("Large wires");
    await editor.getByLabel("Amount from").fill("5000");
    await editor.getByLabel("Methods").click();
    await page.getByRole("option", { name: "Domestic wire" }).click();
    await page.keyboard.press("Escape");
    await editor.getByLabel("By whom, step 1").selectOption("roles");
    await editor.getByLabel("Roles").click();
    await page.getByRole("option", { name: "Approver" }).click();
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Add a step" }).click();
    await editor.getByLabel("By whom, step 2").selectOption("users");
    await editor.getByLabel("People", { exact: true }).click();
    await page.getByRole("listbox", { name: "People" }).getByRole("option", { name: "Ada Castellan" }).click();
    await page.keyboard.press("Escape");
    await checkAccessible(page);
    await look(page, "rule-editor");
    await editor.getByRole("button", { name: "Add the rule" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password", { exact: true }).fill(user.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await page
      .getByText(
        "A payment of 5,000.00 USD or more, by domestic wire needs 1 approval by the role approver, then 1 approval by Ada Castellan.",
      )
      .waitFor();
    await page.getByLabel("Person").selectOption({ label: "Ben Oyelaran" });
    await page.getByLabel("Approves at most").last().fill("2500");
    await page.getByRole("button", { name: "Set the limit" }).click();
    await page.getByRole("cell", { name: "$2,500.00" }).waitFor();
    await checkAccessible(page);
    await look(page, "rules");
  });

  it("who may not manage rules reads them", async () => {
    const { page } = await browser.signIn(dashboard.user("bookkeeper"));
    await page.goto(`${dashboard.url}/dashboard/settings/rules`);
    await page.getByText("You can read the rules.").waitFor();
    await page.getByText("Large wires").waitFor();
    await checkAccessible(page);
  });
});
