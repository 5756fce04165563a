import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { pdf, png } from "../../../server/test/kit/files/sample-files.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

/** The files of a request. */
const LIST = /\/request-send-money\/[^/]+\/attachments$/;

const attach = async (on: Page, name: string, content: Buffer, label = "Attach file") =>
  on.getByLabel(label).and(on.locator("input")).setInputFiles({ name, mimeType: "", buffer: content });

const dragOver = (on: Page) =>
  on.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "dragged.pdf"));
    document.querySelector("h1").dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
  }`);

const dropFile = (on: Page, name: string) =>
  on.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(${JSON.stringify([...pdf(name)])})], ${JSON.stringify(name)}));
    document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }`);

/** The next list of files is read before a file is uploaded, and arrives after the page knows that it was. */
async function delayFirstList(on: Page): Promise<void> {
  const read = Promise.withResolvers<void>();
  const uploaded = on.waitForResponse(
    (response) => response.request().method() === "POST" && LIST.test(response.url()),
  );
  let isFirst = true;
  await on.route(LIST, async (route) => {
    if (route.request().method() === "POST") {
      await read.promise;
      return route.continue();
    }
    if (!isFirst) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    read.resolve();
    await uploaded;
    await on.getByRole("progressbar", { name: "Upload progress" }).waitFor({ state: "detached" });
    // The page may no longer want it.
    await route.fulfill({ response }).catch(() => undefined);
    await on.unroute(LIST);
  });
}

/** What is on each sheet of paper. */
const pagesOf = async (on: Page): Promise<string[]> =>
  (await extractText(new Uint8Array(await on.pdf({ format: "Letter" })), { mergePages: false })).text;

/** An invoice on its way from the requester over the approver to the transaction, and a payee's tax form. */
describe("attachments", () => {
  let request: string;

  it("a requester attaches the invoice to the request, and hears what is wrong with another file", async () => {
    const { accountId, recipientId } = await someOfEach();
    const instruction = { recipientId, amount: 43, paymentMethod: "ach" };
    const asked = await dashboard.call("POST", `/account/${accountId}/request-send-money`, instruction);
    request = (asked as { requestId: string }).requestId;
    await follow(page, `/approvals/${request}`);
    await page.getByText("No invoice or other files.").waitFor();
    await attach(page, "invoice-43.pdf", pdf("Invoice 43"));
    await page.getByRole("button", { name: "invoice-43.pdf", exact: true }).waitFor();
    await attach(page, "setup.exe", Buffer.from("MZ"));
    await page.getByRole("alert").getByText("This file is not accepted").waitFor();
    await attach(page, "photo.png", png());
    await page.getByRole("button", { name: "photo.png", exact: true }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "attachments-of-a-request");
  });

  it("an approver sees the files, and a picture without leaving the page", async () => {
    const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    await follow(approver, `/approvals/${request}`);
    const pane = approver.getByRole("region", { name: "Document", exact: true });
    const photo = approver.getByRole("button", { name: "photo.png", exact: true });
    await photo.click();
    await pane.and(approver.locator(":focus")).waitFor();
    await pane.getByRole("img", { name: "photo.png" }).waitFor();
    assert.ok(await approver.evaluate("document.querySelector('[data-document] img').naturalWidth > 0"));
    await approver.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await checkAccessible(approver, { inDark: true });
    await look(approver, "document-next-to-review");
    await pane.getByRole("button", { name: "Previous document" }).click();
    await approver.locator("iframe[title='invoice-43.pdf']").waitFor();
    await pane.getByText("1 of 2").waitFor();
    await approver.getByRole("button", { name: "Close document" }).click();
    await approver.getByRole("button", { name: "invoice-43.pdf" }).and(approver.locator(":focus")).waitFor();
    await approver.keyboard.press("d");
    await pane.waitFor();
    await approver.keyboard.press("Escape");
    await pane.waitFor({ state: "detached" });
    await approver.setViewportSize({ width: 390, height: 844 });
    await photo.click();
    await approver.getByRole("dialog").getByRole("img", { name: "photo.png" }).waitFor();
    await approver.getByRole("button", { name: "Close preview" }).click();
    await approver.setViewportSize({ width: 1280, height: 800 });
    await follow(approver, `/approvals?open=${request}`);
    const panel = approver.getByRole("region", { name: "Request", exact: true });
    await panel.getByRole("button", { name: "photo.png", exact: true }).click();
    await pane.getByRole("img", { name: "photo.png" }).waitFor();
    await checkAccessible(approver);
    await look(approver, "document-next-to-panel");
    await pane.focus();
    await approver.keyboard.press("Escape");
    await pane.waitFor({ state: "detached" });
    await panel.getByRole("heading", { name: "Decision" }).waitFor();
    const [saved] = await Promise.all([
      approver.waitForEvent("download"),
      approver.getByRole("link", { name: "Download invoice-43.pdf" }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), "invoice-43.pdf");
    assert.equal(
      await approver.getByRole("button", { name: "Delete photo.png" }).count(),
      0,
      "approvers do not delete",
    );
  });

  it("a file that arrives while an approver reads is announced, and approving says which files were seen", async () => {
    const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${request}` });
    const approve = approver.getByRole("button", { name: "Approve", exact: true });
    const dialog = approver.getByRole("dialog");
    await approver.getByRole("button", { name: "invoice-43.pdf", exact: true }).waitFor();
    await attach(page, "invoice-43-corrected.pdf", pdf("Invoice 43 b"));
    await approver.getByText("A file was added since you opened this page").waitFor();
    await approver.getByRole("button", { name: "invoice-43-corrected.pdf", exact: true }).waitFor();
    assert.ok(await approve.isDisabled(), "nobody approves what arrived unnoticed");
    await checkAccessible(approver);
    await look(approver, "file-added-during-review");
    await approver.getByRole("button", { name: "Mark files as reviewed" }).click();
    await approve.click();
    await page.getByRole("button", { name: "Delete photo.png" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await attach(page, "terms.txt", Buffer.from("Payment within 30 days"));
    await dialog.getByText("Files changed since you opened this page").waitFor();
    await look(approver, "file-added-before-approval");
    assert.ok(await dialog.getByRole("button", { name: "Approve", exact: true }).isDisabled());
    await dialog.getByRole("button", { name: "Mark files as reviewed" }).click();
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await approver.getByRole("link", { name: "View transaction" }).waitFor();
    const { context } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
    const audit = await context.request.get(
      `${dashboard.url}/audit?action=approvalRequest.approve&resourceId=${request}`,
    );
    const [{ after }] = (await audit.json()).entries;
    assert.deepEqual(
      after.files.map(({ fileName, seen }: { fileName: string; seen: boolean }) => [fileName, seen]),
      [
        ["invoice-43.pdf", true],
        ["invoice-43-corrected.pdf", true],
        ["terms.txt", true],
      ],
    );
  });

  it("a file can be dropped anywhere on a request and on the payment form", async () => {
    const { accountId, recipientId } = await someOfEach();
    await page.reload();
    await page.getByRole("button", { name: "invoice-43.pdf", exact: true }).waitFor();
    // The request is approved: nothing is attached to it any more.
    await dragOver(page);
    await page.waitForTimeout(50);
    assert.equal(await page.getByText("Drop to attach").count(), 0);
    await follow(page, `/pay?recipientId=${recipientId}&accountId=${accountId}`);
    await page.getByLabel("Amount", { exact: true }).fill("61.25");
    await dragOver(page);
    await page.getByText("Drop to attach to this payment").waitFor();
    await dropFile(page, "invoice-61.pdf");
    await page.getByText("Drop to attach").waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Files to attach" }).getByText("invoice-61.pdf").waitFor();
    await checkAccessible(page);
    await look(page, "pay-with-a-file");
    await delayFirstList(page);
    await page.getByRole("button", { name: "Request payment" }).click();
    await page.getByRole("heading", { name: "Payment requested" }).waitFor();
    await page.getByRole("button", { name: "invoice-61.pdf", exact: true }).waitFor();
    await page.getByRole("link", { name: "View request" }).click();
    await page.getByRole("button", { name: "invoice-61.pdf", exact: true }).waitFor();
    await dragOver(page);
    await page.getByText(/^Drop to attach to “Payment of \$61\.25/).waitFor();
    await dropFile(page, "contract-61.pdf");
    await page.getByRole("button", { name: "contract-61.pdf", exact: true }).waitFor();
  });

  it("the payment has documents to download, and pages print without what is clicked", async () => {
    const { transactionId } = (await dashboard.call("GET", `/request-send-money/${request}`)) as Record<string, string>;
    await follow(page, `/transactions/${transactionId}`);
    const documents = page.getByRole("button", { name: "Documents" });
    await documents.waitFor();
    await checkAccessible(page);
    await documents.click();
    const [record] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Payment record (PDF)" }).click(),
    ]);
    assert.match(record.suggestedFilename(), /^Payment record \d{4}-\d\d-\d\d .+\.pdf$/);
    await documents.click();
    await page.getByRole("menuitem", { name: "Remittance advice (PDF)" }).waitFor();
    await page.keyboard.press("Escape");
    const printed = await pagesOf(page);
    assert.match(printed.join(), /Larkspur Coffee Roasters.*Mina Okafor Design.*Timeline/s);
    assert.doesNotMatch(printed.join(), /Documents|Attach file|Recipients|Sign out|Skip to content/);
    await follow(page, "/transactions");
    await page.getByRole("table", { name: "Transactions" }).waitFor();
    const [, second = ""] = await pagesOf(page);
    assert.match(second, /Counterparty.*Method.*Status.*Amount/s, "the header is repeated");
    assert.doesNotMatch(second, /Export|Add filter/);
  });

  it("a recipient's page has the tax form, which can be dropped there and deleted", async () => {
    const { recipientId } = await someOfEach();
    await follow(page, `/recipients/${recipientId}`);
    const section = page.getByRole("region", { name: "Files" });
    await section.getByRole("button", { name: "Attach file" }).waitFor();
    // The demo's tax form.
    await section.getByRole("listitem").first().waitFor();
    await settled(page);
    const before = await section.getByRole("listitem").count();
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${JSON.stringify([...pdf("W-9")])})], "w9.pdf"));
      return data;
    })()`);
    await section.getByRole("button", { name: "Attach file" }).dispatchEvent("drop", { dataTransfer: transfer });
    await section.getByRole("button", { name: "w9.pdf", exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await section.scrollIntoViewIfNeeded();
    await checkAccessible(page);
    await look(page, "attachments-of-a-recipient-phone");
    await section.getByRole("button", { name: "Delete w9.pdf" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await section.getByRole("button", { name: "w9.pdf", exact: true }).waitFor({ state: "detached" });
    await settled(page);
    assert.equal(await section.getByRole("listitem").count(), before);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("a payee uploads the tax form on a phone before the bank details are accepted", async () => {
    const made = await dashboard.call("POST", "/recipients/invites", {
      name: "Marta Lindqvist",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach"],
      requireTaxDocument: true,
      sendEmail: false,
    });
    const { onboardingUrl } = made as { onboardingUrl: string };
    const { page: phone } = await browser.visit();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${dashboard.url}${new URL(onboardingUrl).pathname}`);
    await phone.getByLabel("Routing number").fill("021000021");
    await phone.getByLabel("Account number").fill("556677889900");
    await phone.getByLabel("Confirm account number").fill("556677889900");
    await phone.getByRole("button", { name: "Submit bank details" }).click();
    await phone.getByRole("alert").getByText("Upload your tax form.").waitFor();
    await phone.getByRole("combobox", { name: "Form" }).click();
    await phone.getByRole("option", { name: /W-9/ }).click();
    await attach(phone, "w9-signed.pdf", pdf("W-9"), "Upload form");
    await phone.getByText("W-9 uploaded: w9-signed.pdf").waitFor();
    await checkAccessible(phone);
    await look(phone, "payee-tax-form");
    await phone.getByRole("button", { name: "Submit bank details" }).click();
    await phone.getByRole("heading", { name: "Thank you" }).waitFor();
  });

  async function someOfEach() {
    const read = (path: string) => dashboard.call("GET", path);
    const { accounts } = (await read("/accounts")) as { accounts: { id: string; canSendPayments: boolean }[] };
    const { recipients } = (await read("/recipients")) as { recipients: { id: string; payableBy: string[] }[] };
    return {
      accountId: accounts.find(({ canSendPayments }) => canSendPayments)?.id,
      recipientId: recipients.find(({ payableBy }) => payableBy.includes("ach"))?.id,
    };
  }
});
