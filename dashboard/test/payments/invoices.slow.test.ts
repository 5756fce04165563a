import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { setPlan } from "../../../server/src/modules/1-records/identity/index.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, openAnew, PHONE } from "../kit/browser.ts";
import { DESKTOP, settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/invoices" });

/** A bookkeeper adds a customer and sends an invoice, the customer pays it, and a deposit is matched by hand. */
describe("invoices", () => {
  let payPath: string;
  let invoiceNumber: string;

  it("shows what customers owe, and filters by status", async () => {
    await page.getByRole("heading", { name: "Invoices", level: 1 }).waitFor();
    await page.getByRole("table", { name: "Invoices" }).waitFor();
    await page.getByRole("group", { name: "Outstanding by age" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "invoices");
    await page.getByRole("button", { name: /^1–30 days overdue/ }).click();
    await page.waitForURL(/age=days1To30/);
    await settled(page);
    assert.equal(await page.getByRole("cell", { name: "Unpaid", exact: true }).count(), 0);
    await page.getByRole("button", { name: /^1–30 days overdue/ }).click();
    await page.getByLabel("Status").selectOption("overdue");
    await page.waitForURL(/status=overdue/);
    await page.getByRole("cell", { name: "Overdue" }).first().waitFor();
    await settled(page);
    await page
      .getByRole("checkbox", { name: /^Select INV-/ })
      .nth(0)
      .check();
    await page
      .getByRole("checkbox", { name: /^Select INV-/ })
      .nth(1)
      .check();
    await page.getByRole("button", { name: "Send 2 reminders" }).click();
    await page.getByText("2 reminders are being sent.").waitFor();
    await page.getByLabel("Search invoices").fill("no such invoice");
    await page.getByText("No invoices found").waitFor();
  });

  it("adds a customer after a problem next to a field is fixed", async () => {
    await follow(page, "/invoices/customers");
    await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
    await look(page, "invoice-customers");
    await page.getByRole("button", { name: "New customer" }).click();
    const dialog = page.getByRole("dialog", { name: "New customer" });
    await dialog.getByLabel("Name").fill("Zenith <b>Labs</b>");
    await dialog.getByLabel("Email").fill("nobody");
    await dialog.getByRole("button", { name: "Add customer" }).click();
    await dialog.getByText("Enter an email address").waitFor();
    await dialog.getByLabel("Email").fill("ap@zenith.example");
    await dialog.getByLabel("Address (optional)").fill("1 Main St");
    await dialog.getByLabel("City").fill("Boston");
    await dialog.getByLabel("State or region").fill("MA");
    await dialog.getByLabel("Postal code").fill("02110");
    await checkAccessible(page);
    await dialog.getByRole("button", { name: "Add customer" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByLabel("Search customers").fill("zenith");
    // Rows above it disappear, so before that, a click may miss it.
    await page.getByRole("table", { name: "Customers" }).getByRole("row").nth(2).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More actions for Zenith <b>Labs</b>" }).click();
    await page.getByRole("menuitem", { name: "Delete customer" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Zenith <b>Labs</b>" }).click();
    await page.getByRole("heading", { name: "Zenith <b>Labs</b>", level: 1 }).waitFor();
    await page.getByText("No invoices yet").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "invoice-customer");
  });

  it("creates an invoice with totals while typing", async () => {
    await openAnew(page, "/invoices/new");
    await page.getByRole("button", { name: "Create and email" }).click();
    await page.getByText("Choose a customer.").waitFor();
    // The button is below the window's edge, and the field at the top.
    await page.locator("input:focus[aria-invalid=true]").waitFor();
    const customer = page.getByRole("combobox", { name: "Customer" });
    await customer.fill("zenith");
    await page.getByRole("option", { name: "Zenith <b>Labs</b>" }).click();
    const first = page.getByRole("group", { name: "Line 1" });
    await first.getByLabel("Description").fill("Consulting");
    await first.getByLabel("Quantity").fill("2.5");
    await first.getByLabel("Price").fill("150");
    await page.getByRole("button", { name: "Add line" }).click();
    const second = page.getByRole("group", { name: "Line 2" });
    await second.getByLabel("Description").fill("Hardware");
    await second.getByLabel("Quantity").fill("3");
    await second.getByLabel("Price").fill("49.95");
    await second.getByLabel("Tax %").fill("8.875");
    const paper = page.getByRole("article", { name: "Invoice as the customer sees it" });
    await paper.getByText("$538.15").first().waitFor();
    await paper.getByText("Zenith <b>Labs</b>").waitFor();
    await page.getByLabel("Invoice date").fill("2026-11-01");
    await page.getByLabel("Terms").selectOption("Net 15");
    await hasValue(page.getByLabel("Due date"), "2026-11-16");
    await page.getByLabel("Due date").fill("2026-12-24");
    await paper.getByText("Dec 24, 2026").waitFor();
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByLabel("Purchase order (optional)").fill("PO 7");
    await page.getByLabel("Note to the customer (optional)").fill("Thank you for your business.");
    await checkAccessible(page, { inDark: true });
    await look(page, "invoice-new");
    // Without room next to the form, the paper is folded below it.
    await page.setViewportSize(PHONE);
    await paper.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await paper.getByText("Zenith <b>Labs</b>").waitFor();
    await look(page, "invoice-new-on-a-phone");
    await page.setViewportSize(DESKTOP);
    await page.getByRole("button", { name: "Create and email" }).click();
    await page.getByText("Amount due").first().waitFor();
    await page.getByRole("heading", { name: /^Invoice INV-/, level: 1 }).waitFor();
    invoiceNumber = (await page.getByRole("heading", { level: 1 }).innerText()).replace(/^Invoice (\S+)[\s\S]*/, "$1");
    const payLink = page.getByRole("link", { name: "Open pay page" });
    payPath = new URL((await payLink.getAttribute("href")) ?? "").pathname;
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    await page.getByRole("button", { name: "Copy pay link" }).waitFor();
    await page.getByText("Invoice emailed").or(page.getByText("Email is being sent")).waitFor();
    await checkAccessible(page);
    await look(page, "invoice");
  });

  it("the customer pays on the pay page", async () => {
    const { page: customer } = await browser.visit();
    await customer.goto(`${dashboard.url}${payPath}`);
    await customer.getByText("$538.15").first().waitFor();
    await checkAccessible(customer, { inDark: true });
    await look(customer, "pay-invoice");
    await customer.getByLabel("Account holder").fill("Zenith Labs");
    await customer.getByRole("textbox", { name: "Routing number" }).fill("021000022");
    await customer.getByRole("textbox", { name: "Account number" }).fill("5566778899");
    await customer.getByRole("checkbox").check();
    await customer.getByRole("button", { name: "Pay $538.15" }).click();
    await customer.getByText(/check digit is wrong/).waitFor();
    await customer.getByRole("textbox", { name: "Routing number" }).fill("021000021");
    await customer.getByRole("button", { name: "Pay $538.15" }).click();
    await customer.getByText("is on its way").waitFor();
    await checkAccessible(customer);
    await look(customer, "pay-invoice-processing");
    await customer.goto(`${dashboard.url}/pay/unknown`);
    await customer.getByRole("heading", { name: "This link cannot be used" }).waitFor();
    await customer.getByText("It is incomplete, has expired, or was replaced.").waitFor();
    await checkAccessible(customer);
  });

  it("a deposit is matched by hand, and the match is undone", async () => {
    const customers = (await dashboard.call("GET", "/ar/customers")) as { customers: { id: string; name: string }[] };
    const account = dashboard.demo.accounts[0]?.id;
    const customerId = customers.customers.find(({ name }) => name.startsWith("Zenith"))?.id;
    const made = (await dashboard.call("POST", "/ar/invoices", {
      customerId,
      destinationAccountId: account,
      invoiceDate: "2026-01-02",
      dueDate: "2026-02-02",
      ccEmails: [],
      achDebitEnabled: false,
      creditCardEnabled: false,
      useRealAccountNumber: true,
      sendEmailOption: "DontSend",
      lineItems: [{ name: "Support", quantity: 1, unitPrice: 321.09 }],
    })) as { invoiceNumber: string };
    await dashboard.call("POST", `/sandbox/accounts/${account}/deposit`, { amount: 400, name: "Z. Labs Payments" });
    await follow(page, "/invoices/payments");
    const match = page.getByRole("button", { name: "Match Z. Labs Payments" });
    await assertAppears(match);
    await checkAccessible(page);
    await look(page, "invoice-payments");
    await match.click();
    const dialog = page.getByRole("dialog", { name: "Match payment" });
    await dialog.getByLabel("Find an unpaid invoice").fill(made.invoiceNumber);
    await dialog.getByRole("checkbox", { name: new RegExp(made.invoiceNumber) }).check();
    await dialog.getByText("$78.91 remains as the customer's credit.").waitFor();
    await checkAccessible(page);
    await look(page, "invoice-match");
    await dialog.getByRole("button", { name: "Match payment" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("With credit", { exact: true }).click();
    await page.getByText("$78.91 credit").waitFor();
    await page.getByRole("link", { name: made.invoiceNumber }).click();
    await page.getByText("Paid in full").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Match undone").first().waitFor();
    await settled(page);
    assert.equal(await page.getByText("Paid in full").count(), 0);
  });

  it("a suggestion is accepted with one click, and pays the invoice in part", async () => {
    const { suggestedMatches, payerName } =
      (
        (await dashboard.call("GET", "/ar/payments?status=open&suggestions=true")) as {
          payments: { payerName: string; suggestedMatches: { invoice: { invoiceNumber: string } }[] }[];
        }
      ).payments.find(({ payerName: name }) => name === "Juniper Street Market, Inc.") ??
      assert.fail("the demo has it");
    await openAnew(page, "/invoices/payments");
    await page.getByText("Pays $8,000.00 of $8,035.00").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "invoice-suggestions");
    const accept = page.getByRole("button", { name: `Accept suggestion for ${payerName}` });
    await accept.click();
    // The message of the match before may still be there.
    await accept.waitFor({ state: "detached" });
    await page.getByText("Matched", { exact: true }).click();
    await page.getByRole("link", { name: suggestedMatches[0]?.invoice.invoiceNumber ?? "" }).click();
    await page.getByText("$35.00").first().waitFor();
  });

  it("explains why an invoice cannot be edited, and what a user may not do", async () => {
    const { invoices } = (await dashboard.call("GET", "/ar/invoices?limit=5")) as {
      invoices: { id: string; status: string }[];
    };
    const paid = `/invoices/${invoices.find(({ status }) => status === "Paid")?.id}`;
    await follow(page, `${paid}/edit`);
    await page.getByText("This invoice can no longer be changed").waitFor();
    const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: `${paid}/edit` });
    await approver.getByText("You do not have permission to change invoices").waitFor();
    await follow(approver, "/invoices/new");
    await approver.getByText("You do not have permission to create invoices").waitFor();
    await follow(approver, "/recipients/invites");
    await approver.getByText("You do not have permission to see this").waitFor();
    await follow(approver, `/invoices/${randomUUID()}`);
    await approver.getByText("No invoice with this ID exists").waitFor();
    await settled(approver);
    assert.equal(await approver.getByRole("button", { name: "Try again" }).count(), 0);
  });

  it("changes the schedule of reminders", async () => {
    await follow(page, "/invoices/settings");
    await page.getByRole("button", { name: "Remove reminder 14 days after" }).click();
    await page.getByLabel("Number of days").fill("2");
    await page.getByLabel("Before or after the due date").selectOption("days before");
    await page.getByRole("button", { name: "Add reminder" }).click();
    await page.getByText("2 days before").waitFor();
    await checkAccessible(page);
    await look(page, "invoice-reminders");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings were saved.").waitFor();
    assert.ok(invoiceNumber.startsWith("INV-"));
  });

  it("explains on every page that the plan does not include invoicing", async () => {
    const { organizationId } = dashboard.demo;
    await dashboard.service.database.transaction((tx) =>
      setPlan(dashboard.service, tx, { organizationId, plan: "free", actor: { type: "operator" } }),
    );
    await page.goto(`${dashboard.url}/dashboard/invoices`);
    await page.getByText("Your plan does not include invoicing").waitFor();
    for (const path of ["/new", "/customers", "/payments", "/settings", `/${randomUUID()}`]) {
      await follow(page, `/invoices${path}`);
      await page.getByText("Your plan does not include invoicing").waitFor();
    }
  });
});

/** The job that records deposits runs every second. */
const assertAppears = async (locator: { waitFor(): Promise<void>; count(): Promise<number> }) => {
  for (let turn = 0; turn < 20 && (await locator.count()) === 0; turn += 1) {
    await page.waitForTimeout(250);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(150);
  }
  await locator.waitFor();
};
