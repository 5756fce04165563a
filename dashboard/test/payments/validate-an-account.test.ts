import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

/** A new supplier's account is validated before the first payment: two deposits, and a page for the supplier. */
describe("validating a recipient's account", async () => {
  const { dashboard, browser } = await openStage();
  const supplier = "ap@tern.example";

  it("names the bank of a routing number, and validates the account with the recipient's help", async () => {
    const made = (await dashboard.call("POST", "/recipients", { name: "Tern Packaging", emails: [supplier] })) as {
      readonly id: string;
    };
    const { page: clerk } = await browser.signIn(dashboard.user("bookkeeper"));
    await follow(clerk, `/recipients/${made.id}`);
    await clerk.getByRole("button", { name: "ACH", exact: true }).click();
    const form = clerk.getByRole("dialog", { name: "ACH details of Tern Packaging" });
    await form.getByLabel("Routing number").fill("021000022");
    await form.getByText("check digit is wrong").waitFor();
    await form.getByLabel("Routing number").fill("021000021");
    await form.getByText("JPMorgan Chase Bank").waitFor();
    await checkAccessible(clerk, { inDark: true });
    await look(clerk, "bank-of-a-routing-number");
    await form.getByLabel("Account number", { exact: true }).fill("556677889900");
    await form.getByLabel("Confirm account number").fill("556677889900");
    await form.getByRole("button", { name: "Save details" }).click();
    await prove(clerk, dashboard.user("bookkeeper"));
    await form.waitFor({ state: "detached" });

    const { page } = await browser.signIn(dashboard.user("administrator"));
    await follow(page, `/recipients/${made.id}`);
    await page.getByText("Not validated").waitFor();
    await page.getByRole("button", { name: "Validate account" }).click();
    const dialog = page.getByRole("dialog", { name: "Validate the account of Tern Packaging" });
    await hasValue(dialog.getByLabel("Recipient’s email"), supplier);
    await checkAccessible(page);
    await look(page, "validate-account");
    await dialog.getByRole("button", { name: "Send deposits" }).click();
    await page.getByText("Being validated").waitFor();
    await checkAccessible(page);
    await look(page, "account-being-validated");

    const { emails } = (await dashboard.call("GET", "/sandbox/emails?limit=100&order=desc")) as {
      readonly emails: readonly { readonly id: string; readonly to: string }[];
    };
    const mail = emails.find(({ to }) => to === supplier);
    const { text } = (await dashboard.call("GET", `/sandbox/emails/${mail?.id}`)) as { readonly text: string };
    const [, path = ""] = /(\/invite\/verify\/[\w-]+)/.exec(text) ?? [];
    const { transactions } = (await dashboard.call("GET", "/transactions?limit=2&order=desc")) as {
      readonly transactions: readonly { readonly amount: number }[];
    };
    const amounts = transactions.map(({ amount }) => (-amount).toFixed(2));

    const { page: phone } = await browser.visit();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${dashboard.url}${path}`);
    await phone.getByRole("heading", { name: "Confirm your account", level: 1 }).waitFor();
    await checkAccessible(phone, { inDark: true });
    await look(phone, "verify-page");
    await phone.getByLabel("First amount").fill("0.01");
    await phone.getByLabel("Second amount").fill("0.01");
    await phone.getByRole("button", { name: "Confirm amounts" }).click();
    await phone.getByText(/Attempts left: 2/).waitFor();
    await look(phone, "verify-page-refused");
    await phone.getByLabel("First amount").fill(amounts[0] ?? "");
    await phone.getByLabel("Second amount").fill(amounts[1] ?? "");
    await phone.getByRole("button", { name: "Confirm amounts" }).click();
    await phone.getByRole("heading", { name: "Thank you", level: 1 }).waitFor();
    await checkAccessible(phone);

    await page.reload();
    await page.getByText("Validated", { exact: true }).waitFor();
    await look(page, "account-validated");
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAccessible(page);
    await look(page, "account-validated-phone");
  });
});
