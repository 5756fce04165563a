import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

/** A bookkeeper requests bank details, the recipient enters them on a phone, and the bookkeeper can pay. */
describe("inviting a recipient", () => {
  let link: string;

  it("creates an invite and resends its link", async () => {
    await follow(page, "/recipients");
    await page.getByRole("link", { name: "Invites" }).click();
    await page.getByRole("heading", { name: "Invites", level: 1 }).waitFor();
    await page.getByText("No invites yet").waitFor();
    await look(page, "invites-none");
    await page.getByRole("link", { name: "Invite recipient", exact: true }).click();
    await page.getByRole("heading", { name: "Invite recipient", level: 1 }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Marta Lindqvist");
    await page.getByLabel("Email", { exact: true }).fill("marta@lindqvist.example");
    await page.getByLabel("Your name on the invite (optional)").fill("Northwind Prints");
    await page.getByLabel("Note (optional)").fill("Translator");
    await page.getByRole("checkbox", { name: "Domestic wire" }).check();
    await page.getByRole("checkbox", { name: "International wire" }).check();
    await checkAccessible(page, { inDark: true });
    await look(page, "invite-new");
    await page.getByRole("button", { name: "Send invite" }).click();
    await prove(page, dashboard.user("bookkeeper"));
    await page.getByRole("heading", { name: "Invite created", level: 1 }).waitFor();
    link = await page.locator("code").first().innerText();
    assert.match(link, /\/invite\/[A-Za-z0-9_-]{64}$/);
    await checkAccessible(page);
    await look(page, "invite-made");
    await page.getByRole("link", { name: "View invites" }).click();
    await page.getByRole("cell", { name: "Marta Lindqvist marta@" }).waitFor();
    await page.getByRole("cell", { name: "Pending" }).waitFor();
    await page.getByRole("button", { name: "Resend to Marta Lindqvist" }).click();
    await page.getByText("The link was sent again to marta@lindqvist.example.").waitFor();
    await checkAccessible(page);
    await look(page, "invites");
  });

  it("accepts details on a phone and shows errors next to their fields", async () => {
    const { page: phone } = await browser.visit();
    await phone.setViewportSize({ width: 390, height: 844 });
    const { pathname } = new URL(link);
    await phone.goto(`${dashboard.url}${pathname}`);
    await phone.getByRole("heading", { name: "Northwind Prints would like to pay you", level: 1 }).waitFor();
    await checkAccessible(phone, { inDark: true });
    await look(phone, "payee-page");
    await phone.getByRole("checkbox", { name: "International wire" }).check();
    await phone.getByRole("button", { name: "Submit bank details" }).click();
    assert.equal(
      await phone.getByText("This field is required.", { exact: true }).count(),
      8,
      "every empty required field",
    );
    assert.equal(
      await phone.locator(":focus").getAttribute("inputmode"),
      "numeric",
      "focus moves to the first problem",
    );
    await phone.getByLabel("Routing number").fill("021000022");
    await phone.getByLabel("Account number", { exact: true }).fill("556677889900");
    await phone.getByLabel("Confirm account number").fill("556677889900");
    await phone.getByRole("checkbox", { name: "Domestic wire" }).check();
    await hasValue(phone.getByLabel("Account number", { exact: true }).nth(1), "556677889900");
    await phone.getByLabel("Account number", { exact: true }).nth(1).fill("1");
    await phone.getByLabel("Account number", { exact: true }).first().fill("556677889901");
    assert.equal(
      await phone.getByLabel("Account number", { exact: true }).nth(1).inputValue(),
      "1",
      "a changed field is not overwritten",
    );
    await phone.getByLabel("Account number", { exact: true }).first().fill("556677889900");
    await phone.getByRole("checkbox", { name: "Domestic wire" }).uncheck();
    await phone.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 01");
    await phone.getByLabel("BIC (SWIFT code)").fill("COBADEFF");
    await phone.getByLabel("Bank", { exact: true }).fill("Commerzbank");
    await phone.getByLabel("Your address").fill("Kaiserstr. 1");
    await phone.getByLabel("City").fill("Frankfurt");
    await phone.getByLabel("Country").selectOption("DE");
    await phone.getByRole("button", { name: "Submit bank details" }).click();
    await phone.getByText("Fix the highlighted fields.").waitFor();
    assert.equal(await phone.getByLabel("Routing number").getAttribute("aria-invalid"), "true");
    assert.equal(await phone.getByLabel("IBAN").getAttribute("aria-invalid"), "true");
    await checkAccessible(phone);
    await look(phone, "payee-page-refused");
    await phone.getByLabel("Routing number").fill("021000021");
    await phone.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
    await phone.getByRole("button", { name: "Submit bank details" }).click();
    await phone.getByRole("heading", { name: "Thank you", level: 1 }).waitFor();
    await checkAccessible(phone);
    await look(phone, "payee-page-done");
    await phone.reload();
    await phone.getByRole("heading", { name: "This link cannot be used", level: 1 }).waitFor();
    await checkAccessible(phone);
  });

  it("adds the recipient, who can then be paid", async () => {
    await page.reload();
    await page.getByRole("cell", { name: "Completed" }).waitFor();
    await page.getByRole("link", { name: "Marta Lindqvist" }).click();
    await page.getByRole("heading", { name: "Marta Lindqvist", level: 1 }).waitFor();
    for (const method of ["ACH", "Real-time payment", "International wire"])
      await page.getByText(method, { exact: true }).first().waitFor();
    await page
      .getByText(/the recipient, through an invite/)
      .first()
      .waitFor();
    await page.getByText("••••9900").first().waitFor();
    await look(page, "recipient-by-invite");
    await page.getByRole("link", { name: "Request details" }).click();
    await page.getByLabel("Email", { exact: true }).waitFor();
    await hasValue(page.getByLabel("Name", { exact: true }), "Marta Lindqvist");
    await hasValue(page.getByLabel("Email", { exact: true }), "marta@lindqvist.example");
    await page.goBack();
    await page.getByRole("link", { name: "Pay", exact: true }).last().click();
    await page.waitForURL(/\/pay\?recipientId=/);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  it("disables the link of a withdrawn invite", async () => {
    const made = (await dashboard.call("POST", "/recipients/invites", {
      name: "Harbor Cleaning",
      contactEmail: "office@harbor.example",
      paymentMethods: ["ach"],
      requireTaxDocument: true,
      sendEmail: false,
    })) as { onboardingUrl: string };
    await follow(page, "/recipients/invites?status=created");
    await page.getByRole("button", { name: "Withdraw the invite for Harbor Cleaning" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw invite" }).click();
    await page.getByText("The invite for Harbor Cleaning was withdrawn.").waitFor();
    await page.getByText("No invites with this status").waitFor();
    const { page: visitor } = await browser.visit();
    await visitor.goto(`${dashboard.url}${new URL(made.onboardingUrl).pathname}`);
    await visitor.getByRole("heading", { name: "This link cannot be used", level: 1 }).waitFor();
  });
});
