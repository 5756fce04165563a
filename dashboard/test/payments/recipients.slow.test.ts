import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { changeSettings, readSettings } from "../../../server/src/modules/1-records/identity/index.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, openAnew, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { requestPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

describe("recipients", () => {
  const requireConfirmation = async () => {
    const { organizationId } = dashboard.demo;
    await dashboard.service.database.transaction(async (tx) => {
      const { version } = await readSettings(tx, organizationId);
      const changes = { confirmBankDetailChanges: true };
      await changeSettings(dashboard.service, tx, {
        organizationId,
        actor: { type: "operator" },
        version,
        changes,
        at: new Date(),
      });
    });
  };

  it("finds a recipient and masks account numbers until revealed", async () => {
    await page.getByRole("link", { name: "Recipients" }).click();
    await page.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Mina Okafor Design" }).waitFor();
    const paid = page.getByRole("row").filter({ hasText: "Mina Okafor Design" }).getByRole("cell");
    await settled(page);
    assert.match(await paid.last().innerText(), /^\$[\d,]+\.\d\d$/);
    await look(page, "recipients");
    await page.getByRole("button", { name: "Name" }).click();
    await page.waitForURL(/sort=name\.asc/);
    await page.getByRole("row").nth(1).getByText("Alder Block Properties LLC").waitFor();
    await page.getByLabel("Show", { exact: true }).selectOption("International wire");
    await page.waitForURL(/show=internationalWire/);
    await page.getByText("1 recipient", { exact: true }).waitFor();
    await page.getByRole("checkbox", { name: /^Select Cooperativa/ }).check();
    await page.getByText("1 recipient selected").waitFor();
    await checkAccessible(page);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("region", { name: "Totals" })
        .getByRole("button", { name: "Export" })
        .click()
        .then(() => page.getByRole("menuitem", { name: "CSV" }).click()),
    ]);
    const text = readFileSync(await saved.path(), "utf8");
    assert.match(text, /^"Name",.*\r\n"Cooperativa[^\r\n]*\r\n$/);
    await page.getByLabel("Show", { exact: true }).selectOption("All recipients");
    await page.getByLabel("Search recipients").fill("okafor");
    await page.waitForURL(/search=okafor/);
    await page.getByRole("link", { name: "Mina Okafor Design" }).click();
    await page.getByRole("heading", { name: "Mina Okafor Design", level: 1 }).waitFor();
    await page.getByText("••••4466").first().waitFor();
    assert.equal(await page.getByText("7781204466").count(), 0);
    await page.getByRole("button", { name: "Reveal numbers" }).click();
    await prove(page, dashboard.user("bookkeeper"));
    await page.getByText("7781204466").first().waitFor();
    await page.getByRole("button", { name: "Hide numbers" }).click();
    await page.getByRole("region", { name: "Recent payments" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "recipient");
  });

  it("has everything about a recipient on one screen of a laptop", async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const name of ["Harbor Green Coffee Importers", "Mina Okafor Design", "Tern Packaging Co."]) {
      await openAnew(page, `/recipients?search=${encodeURIComponent(name)}`);
      await page.getByRole("link", { name }).click();
      await page.getByRole("region", { name: "Change history" }).waitFor();
      await settled(page);
      const height = await page.evaluate<number>("document.documentElement.scrollHeight");
      assert.ok(height <= 900, `${name}: ${height} pixels`);
    }
    if (before !== null) await page.setViewportSize(before);
  });

  it("adds a recipient after an error next to a field is fixed", async () => {
    await follow(page, "/recipients/new");
    await page.getByLabel("Name", { exact: true }).fill("Harbor <b>Paint</b> & Sons");
    await page.getByRole("link", { name: "Accounts" }).click();
    const leaving = page.getByRole("dialog", { name: "Leave this page?" });
    await checkAccessible(page);
    await leaving.getByRole("button", { name: "Stay" }).click();
    await leaving.waitFor({ state: "hidden" });
    await page.getByLabel("Routing number").fill("021000022");
    await page.getByLabel("Account number").fill("445566778899");
    const confirm = page.getByLabel("Confirm account number");
    await confirm.fill("4455667799");
    await page.getByText("The account numbers do not match.").waitFor();
    await confirm.fill("4455 6677 8899");
    await page.getByText("Harbor <b>Paint</b> &", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add recipient" }).click();
    assert.equal(await page.getByLabel("This spelling is right").evaluate((box) => box.matches(":invalid")), true);
    await page.getByLabel("This spelling is right").check();
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page
      .getByText(/routing number/i)
      .nth(1)
      .waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "recipient-new");
    await page.getByLabel("Routing number").fill("021000021");
    await page.getByRole("button", { name: "Add recipient" }).click();
    await page.getByRole("heading", { name: "Harbor <b>Paint</b> & Sons", level: 1 }).waitFor();
  });

  it("shows the name on payments, where it differs", async () => {
    await page.getByText("Name on payments").waitFor();
    await page.getByText("Harbor <b>Paint</b> &", { exact: true }).waitFor();
  });

  it("validates international details", async () => {
    await page.getByRole("button", { name: "International wire", exact: true }).click();
    await page.getByLabel("IBAN").fill("DE88 3704 0044 0532 0130 00");
    await page.getByLabel("BIC (SWIFT code)").fill("COBADEFF");
    await page.getByLabel("Bank", { exact: true }).fill("Commerzbank");
    await page.getByLabel("Recipient’s address").fill("Kaiserstraße 1");
    await page.getByLabel("City").fill("Frankfurt");
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByText(/must be a valid IBAN/i).waitFor();
    await checkAccessible(page);
    await look(page, "recipient-international");
    await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByRole("button", { name: "Remove International wire details" }).waitFor();
    await page.getByText("Kaiserstraße 1, Frankfurt, DE").first().waitFor();
  });

  it("removes bank details after a confirmation that names them", async () => {
    await page.getByRole("button", { name: "Remove International wire details" }).click();
    const dialog = page.getByRole("dialog", { name: /Remove the International wire details of Harbor/ });
    await dialog.getByText("Account ending in 3000").waitFor();
    await checkAccessible(page);
    await look(page, "recipient-remove-details");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove International wire details" }).waitFor();
    await page.getByRole("button", { name: "Remove International wire details" }).click();
    await dialog.getByRole("button", { name: "Remove details" }).click();
    await page.getByText("The details were removed.").waitFor();
    await page.getByRole("button", { name: "Remove International wire details" }).waitFor({ state: "detached" });
  });

  it("warns about a rename and keeps its author from approving payments to the new name", async () => {
    const { page: own } = await browser.signIn(dashboard.user("administrator"), { at: "/recipients?search=okafor" });
    await own.getByRole("link", { name: "Mina Okafor Design" }).click();
    await own.getByRole("button", { name: "Edit" }).click();
    await own.getByLabel("Name", { exact: true }).fill("Mina Okafor Studio");
    await own.getByText("A new name is treated like new bank details").waitFor();
    await checkAccessible(own);
    await look(own, "recipient-rename");
    await own.getByRole("button", { name: "Save" }).click();
    await prove(own, dashboard.user("administrator"));
    await own.getByRole("heading", { name: "Mina Okafor Studio", level: 1 }).waitFor();
    await own.getByText("Name changed").waitFor();
    await checkAccessible(own);
    await look(own, "recipient-renamed");
    const requested = await requestPayment(dashboard, { recipientId: own.url().split("/").at(-1), amount: 12.5 });
    await follow(own, `/approvals/${requested.requestId}`);
    await own.getByText(/You last changed this recipient's name or bank details/).waitFor();
    await settled(own);
    assert.equal(await own.getByRole("button", { name: "Approve" }).count(), 0);
    await checkAccessible(own);
    await look(own, "approval-last-editor");
  });

  it("asks for Latin letters where a name has others, and keeps it as the nickname", async () => {
    const { page: own } = await browser.signIn(dashboard.user("administrator"), { at: "/recipients/new" });
    await own.getByLabel("Name", { exact: true }).fill("Иван Müller");
    await own.getByText(/banks' files have no form of И в а н\./).waitFor();
    await own.getByLabel("Name in Latin letters").fill("Ivan 🚀");
    await own.getByText(/banks' files have no form of 🚀\./).waitFor();
    await checkAccessible(own);
    await look(own, "recipient-latin-name");
    await own.getByLabel("Name in Latin letters").fill("Ivan Müller");
    await own.getByText("Ivan Muller", { exact: true }).first().waitFor();
    await own.getByLabel("This spelling is right").check();
    await own.getByLabel("Routing number").fill("021000021");
    await own.getByLabel("Account number").fill("445566778800");
    await own.getByLabel("Confirm account number").fill("445566778800");
    await own.getByRole("button", { name: "Add recipient" }).click();
    await prove(own, dashboard.user("administrator"));
    await own.getByRole("heading", { name: "Ivan Müller", level: 1 }).waitFor();
    await own.getByText("Иван Müller").first().waitFor();
    await own.getByText("Ivan Muller", { exact: true }).first().waitFor();
  });

  it("holds changes until another user has compared before and after", async () => {
    await requireConfirmation();
    await follow(page, "/recipients?search=okafor");
    await page.getByRole("link", { name: "Mina Okafor Studio" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Mina Okafor Design");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mina Okafor Design (needs confirmation by another person)").waitFor();
    await page.getByRole("button", { name: "Change ACH details" }).click();
    await page.getByLabel("Routing number").fill("121000248");
    await page.getByLabel("Account number").fill("998877665544");
    await page.getByLabel("Confirm account number").fill("998877665544");
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByText(/need confirmation by another person/).waitFor();
    await page.getByText("Needs confirmation").nth(1).waitFor();
    await settled(page);
    assert.equal(
      await page.getByRole("button", { name: "Confirm new details" }).count(),
      0,
      "the proposer cannot confirm",
    );
    await page.getByText("••••4466").first().waitFor();

    const other = await browser.signIn(dashboard.user("administrator"), {
      at: new URL(page.url()).pathname.slice("/dashboard".length),
    });
    await other.page.getByRole("button", { name: "Confirm new details" }).waitFor();
    await checkAccessible(other.page);
    await look(other.page, "recipient-change-to-confirm");
    await other.page.getByRole("button", { name: "Confirm new details" }).click();
    await prove(other.page, dashboard.user("administrator"));
    await other.page.getByText("Confirmed. The change is now active.").waitFor();
    await other.page.getByText("••••5544").first().waitFor();
    await other.page.getByRole("button", { name: "Confirm new name" }).click();
    await other.page.getByRole("heading", { name: "Mina Okafor Design", level: 1 }).waitFor();
  });

  it("edits and deletes a recipient", async () => {
    await follow(page, "/recipients?search=sons");
    await page.getByRole("link", { name: /Paint/ }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Nickname (optional)").fill("Paint");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The recipient was changed.").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete recipient" }).click();
    await checkAccessible(page);
    await page.getByRole("button", { name: "Delete recipient" }).click();
    await page.getByRole("heading", { name: "Recipients", level: 1 }).waitFor();
    await openAnew(page, "/recipients?search=sons");
    await page.getByText("No recipients found for “sons”").waitFor();
    await checkAccessible(page);
  });
});
