import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { hasValue, look, openAnew } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

describe("paying a recipient", () => {
  const requests = async () =>
    (await dashboard.call("GET", "/request-send-money")) as { requests: { amount: number; memo: string | null }[] };

  it("previews the payment while typing and keeps the draft after a reload", async () => {
    await page.getByRole("link", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "Pay", level: 1 }).waitFor();
    await page.getByText("Choose a recipient and enter an amount").waitFor();
    await look(page, "pay-empty");
    await page.getByRole("combobox", { name: "Recipient" }).fill("okafor");
    await page.getByRole("option", { name: "Mina Okafor Design" }).click();
    await page.getByRole("radio", { name: "ACH" }).waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("1,250.00");
    await page.getByLabel("Memo (optional)").fill("Invoice 1042");
    const outlook = page.getByRole("region", { name: "Preview" });
    await outlook.getByText("$1,250.00").waitFor();
    await outlook.getByText("Who can approve", { exact: true }).waitFor();
    await page.reload();
    await hasValue(page.getByRole("textbox", { name: "Amount" }), "1,250.00");
    await hasValue(page.getByLabel("Memo (optional)"), "Invoice 1042");
    await outlook.getByText("Balance after").waitFor();
    await outlook.getByText(/^\w+, \w+ \d+, [\d:]+ [AP]M ET$/).waitFor();
    await outlook.getByText(/^\w+, \w+ \d+$/).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "pay");
    await settled(page);
    const left = await outlook.locator("dd").last().innerText();
    const answering = Promise.withResolvers<void>();
    await page.route("**/request-send-money/preview", async (route) => {
      await answering.promise;
      await route.continue();
    });
    await page.getByRole("textbox", { name: "Amount" }).fill("1,300.00");
    await outlook.getByText("$1,300.00").waitFor();
    assert.equal(await outlook.getByText(left).count(), 0, "no outdated figures");
    await page.getByRole("textbox", { name: "Amount" }).fill("1,250.00");
    answering.resolve();
    await outlook.getByText(left).waitFor();
    await page.unrouteAll({ behavior: "wait" });
  });

  it("shows validation errors next to their fields", async () => {
    await page
      .getByLabel("Memo (optional)")
      .fill("a memo far too long for an ACH payment to carry to anybody's statement, whatever it says".repeat(3));
    await page.getByText("Fix the highlighted fields.").waitFor();
    assert.ok(await page.getByLabel("Memo (optional)").getAttribute("aria-invalid"));
    await page.getByLabel("Memo (optional)").fill("Invoice 1042");
  });

  it("rejects an amount with a decimal comma", async () => {
    const amount = page.getByRole("textbox", { name: "Amount" });
    for (const typed of ["12,50", "abc", "0.005"]) {
      await amount.fill(typed);
      await page.getByText("Enter an amount such as 1,250.00").waitFor();
      assert.ok(await page.getByRole("button", { name: "Request payment" }).isDisabled());
    }
    await look(page, "pay-no-amount");
    await amount.fill("1,250.00");
    await page.getByText("Enter an amount such as 1,250.00").waitFor({ state: "hidden" });
  });

  it("creates one request for a double click", async () => {
    const before = (await requests()).requests.length;
    await page.getByRole("button", { name: "Request payment" }).dblclick();
    await page.getByRole("heading", { name: "Payment requested" }).waitFor();
    await checkAccessible(page);
    await look(page, "pay-asked");
    const after = (await requests()).requests;
    assert.equal(after.length, before + 1, "a double click creates one request");
    assert.ok(after.some(({ amount, memo }) => amount === 1250 && memo === "Invoice 1042"));
    await page.getByRole("button", { name: "Make another payment" }).click();
    await hasValue(page.getByRole("textbox", { name: "Amount" }), "");
  });

  it("requires a purpose for an international wire and shows its fee", async () => {
    const { recipients } = (await dashboard.call("GET", "/recipients")) as {
      recipients: { id: string; payableBy: string[] }[];
    };
    const abroad = recipients.find(({ payableBy }) => payableBy.includes("internationalWire"));
    await openAnew(page, `/pay?recipientId=${abroad?.id}`);
    await page.getByRole("radio", { name: "International wire" }).check();
    await page.getByRole("textbox", { name: "Amount" }).fill("500");
    await page.getByRole("textbox", { name: "Purpose" }).fill("Green coffee, lot 12");
    const outlook = page.getByRole("region", { name: "Preview" });
    await outlook.getByText("$15.00").waitFor();
    await checkAccessible(page);
    await look(page, "pay-international");
    await page.getByRole("radio", { name: /Shared/ }).check();
    await outlook.getByText("None").waitFor();
  });

  it("does not select another recipient while a search is pending", async () => {
    await openAnew(page, "/pay");
    await page.getByRole("button", { name: "Clear form" }).click();
    const recipient = page.getByRole("combobox", { name: "Recipient" });
    await recipient.fill("okafor");
    await page.getByRole("option", { name: "Mina Okafor Design" }).click();
    await page.getByRole("radio", { name: "ACH" }).waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("12.34");
    await page.getByRole("button", { name: "Request payment", disabled: false }).waitFor();
    const before = (await requests()).requests.length;
    await page.route("**/recipients?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await recipient.fill("tern");
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    assert.equal(await recipient.inputValue(), "tern", "nothing is selected yet");
    await page.getByText("Searching…").waitFor();
    const offered = page.getByRole("listbox").getByRole("option");
    await offered.first().waitFor();
    assert.deepEqual(await offered.allInnerTexts(), ["Tern Packaging Co."]);
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await offered.first().waitFor({ state: "hidden" });
    await hasValue(recipient, "Tern Packaging Co.");
    assert.equal((await requests()).requests.length, before, "selecting creates no request");
    await page.unroute("**/recipients?*");
  });

  it("requests a payment by keyboard alone", async () => {
    await openAnew(page, "/pay");
    await page.getByRole("button", { name: "Clear form" }).click();
    await page.getByRole("combobox", { name: "Recipient" }).focus();
    await page.keyboard.type("okafor");
    await page.getByRole("option", { name: "Mina Okafor Design" }).waitFor();
    // The only one that was found.
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "ACH" }).waitFor();
    for (let presses = 0; presses < 8; presses += 1) {
      if ((await page.locator(":focus").getAttribute("inputmode")) === "decimal") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("12.34");
    await page.getByRole("region", { name: "Preview" }).getByText("$12.34").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Payment requested" }).waitFor();
  });
});
