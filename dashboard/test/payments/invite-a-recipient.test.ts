import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

/** A bookkeeper requests bank details, the recipient enters them on a phone, and the bookkeeper can pay. */
describe("inviting a recipient", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  let page: Page;
  let link: string;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
    ({ page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" }));
  });
  after(() => opened.disposeAsync());

  it("is asked for by name, address and ways of paying", async () => {
    await page.goto(`${dashboard.url}/dashboard/recipients`);
    await page.getByRole("link", { name: "Invites" }).click();
    await page.getByRole("heading", { name: "Invites", level: 1 }).waitFor();
    await page.getByText("No invites yet").waitFor();
    await checkAccessible(page);
    await look(page, "invites-none");
    await page.getByRole("link", { name: "Invite a recipient", exact: true }).click();
    await page.getByRole("heading", { name: "Invite a recipient", level: 1 }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Marta Lindqvist");
    await page.getByLabel("E-mail", { exact: true }).fill("marta@lindqvist.example");
    await page.getByLabel("The name they know you by (optional)").fill("Northwind Prints");
    await page.getByLabel("Note (optional)").fill("Translator");
    await page.getByRole("checkbox", { name: "Domestic wire" }).check();
    await page.getByRole("checkbox", { name: "International wire" }).check();
    await checkAccessible(page);
    await look(page, "invite-new");
    await page.getByRole("button", { name: "Send invite" }).click();
    await prove(page, dashboard.user("bookkeeper"));
    await page.getByRole("heading", { name: "The invite is ready", level: 1 }).waitFor();
    link = await page.locator("code").first().innerText();
    assert.match(link, /\/invite\/[A-Za-z0-9_-]{64}$/);
    await checkAccessible(page);
    await look(page, "invite-made");
    await page.getByRole("link", { name: "To the invites" }).click();
    await page.getByRole("cell", { name: "Marta Lindqvist marta@" }).waitFor();
    await page.getByRole("cell", { name: "Waiting" }).waitFor();
    await page.getByRole("button", { name: "Send again to Marta Lindqvist" }).click();
    await page.getByText("The link was sent to marta@lindqvist.example again.").waitFor();
    await checkAccessible(page);
    await look(page, "invites");
  });

  it("types their own details on a phone, is told what is wrong beside the field, and is thanked", async () => {
    const { page: phone } = await browser.visit();
    await phone.setViewportSize({ width: 390, height: 844 });
    const { pathname } = new URL(link);
    await phone.goto(`${dashboard.url}${pathname}`);
    await phone.getByRole("heading", { name: "Northwind Prints would like to pay you", level: 1 }).waitFor();
    await checkAccessible(phone);
    await look(phone, "payee-page");
    await phone.getByRole("checkbox", { name: "International wire" }).check();
    await phone.getByRole("button", { name: "Send my bank details" }).click();
    assert.equal(await phone.getByText("Please fill this in").count(), 5, "all that is empty, at once");
    assert.equal(await phone.locator(":focus").getAttribute("inputmode"), "numeric", "led to the first");
    await phone.getByLabel("Routing number").fill("021000022");
    await phone.getByLabel("Account number").fill("556677889900");
    await phone.getByRole("checkbox", { name: "Domestic wire" }).check();
    assert.equal(await phone.getByLabel("Account number").nth(1).inputValue(), "556677889900");
    await phone.getByLabel("Account number").nth(1).fill("1");
    await phone.getByLabel("Account number").first().fill("556677889901");
    assert.equal(await phone.getByLabel("Account number").nth(1).inputValue(), "1", "what was typed stays");
    await phone.getByLabel("Account number").first().fill("556677889900");
    await phone.getByRole("checkbox", { name: "Domestic wire" }).uncheck();
    await phone.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 01");
    await phone.getByLabel("BIC (SWIFT code)").fill("COBADEFF");
    await phone.getByLabel("Bank", { exact: true }).fill("Commerzbank");
    await phone.getByRole("button", { name: "Send my bank details" }).click();
    await phone.getByText("Something is not right yet: see the words beside the fields.").waitFor();
    assert.equal(await phone.getByLabel("Routing number").getAttribute("aria-invalid"), "true");
    assert.equal(await phone.getByLabel("IBAN").getAttribute("aria-invalid"), "true");
    await checkAccessible(phone);
    await look(phone, "payee-page-refused");
    await phone.getByLabel("Routing number").fill("021000021");
    await phone.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
    await phone.getByRole("button", { name: "Send my bank details" }).click();
    await phone.getByRole("heading", { name: "Thank you", level: 1 }).waitFor();
    await checkAccessible(phone);
    await look(phone, "payee-page-done");
    await phone.reload();
    await phone.getByRole("heading", { name: "This link cannot be used", level: 1 }).waitFor();
    await checkAccessible(phone);
  });

  it("is among the recipients and can be paid", async () => {
    await page.reload();
    await page.getByRole("cell", { name: "Completed" }).waitFor();
    await page.getByRole("link", { name: "Marta Lindqvist" }).click();
    await page.getByRole("heading", { name: "Marta Lindqvist", level: 1 }).waitFor();
    await page.getByText(/Can be paid by ACH, Real-time payment, International wire/).waitFor();
    await page
      .getByText(/by the payee, through an invite/)
      .first()
      .waitFor();
    await page.getByText("••••9900").first().waitFor();
    await look(page, "recipient-by-invite");
    await page.getByRole("link", { name: "Ask for details" }).click();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Marta Lindqvist");
    assert.equal(await page.getByLabel("E-mail", { exact: true }).inputValue(), "marta@lindqvist.example");
    await page.goBack();
    await page.getByRole("link", { name: "Pay", exact: true }).last().click();
    await page.waitForURL(/\/pay\?recipientId=/);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  it("an invite is withdrawn, and its link says so", async () => {
    const made = (await dashboard.call("POST", "/recipients/invites", {
      name: "Harbour Cleaning",
      contactEmail: "office@harbour.example",
      paymentMethods: ["ach"],
      requireTaxDocument: true,
      sendEmail: false,
    })) as { onboardingUrl: string };
    await page.goto(`${dashboard.url}/dashboard/recipients/invites?status=created`);
    await page.getByRole("button", { name: "Withdraw the invite of Harbour Cleaning" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw invite" }).click();
    await page.getByText("The invite of Harbour Cleaning is withdrawn.").waitFor();
    await page.getByText("No invites of this status").waitFor();
    const { page: visitor } = await browser.visit();
    await visitor.goto(`${dashboard.url}${new URL(made.onboardingUrl).pathname}`);
    await visitor.getByRole("heading", { name: "This link cannot be used", level: 1 }).waitFor();
  });
});
