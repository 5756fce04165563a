import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import type { Locator, Page } from "playwright-core";
import { findSetupCode } from "../../../server/src/administration/setup/setup.ts";
import { systemClock } from "../../../server/src/kernel/clock/clock.ts";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { startEmptyDashboard } from "../kit/dashboard.ts";
import { settled } from "../kit/lent-pages.ts";
import { mailTo } from "../kit/mails.ts";
import { openStageOn } from "../kit/stage.ts";

const { dashboard, browser } = await openStageOn(await startEmptyDashboard());
const { page } = await browser.visit();
const { page: ben } = await browser.visit();
const { page: cora } = await browser.visit();
const PHONE = { width: 390, height: 844 };
const ada = { email: "ada@example.com", password: "three herons above the weir" };
const second = { email: "ben@example.com", password: "seven otters below the mill" };
const bookkeeper = { email: "cora@example.com", password: "nine lanterns on the quay" };

/** What the webhook received, by the type of the event's resource. */
const received: { resourceType: string }[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += String(chunk);
  });
  request.on("end", () => {
    received.push(JSON.parse(body) as { resourceType: string });
    response.end();
  });
}).listen(0, "127.0.0.1");
after(() => void receiver.close());

/** Calls the API in the session of a page. */
async function call(on: Page, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await on.context().request.fetch(`${dashboard.url}/api/v1${path}`, {
    method,
    headers: { origin: dashboard.url },
    ...(body === undefined ? {} : { data: body }),
  });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}

const inbox = { call: (method: string, path: string) => call(page, method, path) };
const changes = (on: Page) => on.getByRole("list", { name: "Changes waiting for confirmation" }).getByRole("listitem");

async function invite(email: string, [first, last]: readonly [string, string], role: string): Promise<void> {
  await page.getByRole("button", { name: "Invite user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite user" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("First name").fill(first);
  await dialog.getByLabel("Last name").fill(last);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
}

/** Leaves the pointer where a notice is, which is in the way of nothing behind it. */
async function restPointerOn(notice: Locator): Promise<void> {
  await notice.hover({ force: true });
  const hovered = await page.evaluate<number>("document.querySelectorAll('[role=alert]:hover').length");
  assert.equal(hovered, 0, "what a notice covers can be clicked");
}

/** Chooses a password from the link in the invitation. */
async function accept(on: Page, { email, password }: typeof ada): Promise<void> {
  await on.goto((await mailTo(inbox, email)).link);
  await on.getByLabel("New password").fill(password);
  await on.getByLabel("New password").press("Enter");
  await on.getByRole("button", { name: "Your account" }).waitFor();
}

describe("an administrator's first day", () => {
  it("begins with the printed code, which creates the organization and its administrator once", async () => {
    await page.getByRole("heading", { name: "Set up Bursar" }).waitFor();
    await checkAccessible(page);
    await look(page, "setup");
    const setup = await findSetupCode({ ...dashboard.service, machineClock: systemClock });
    const fill = async (code: string, password: string) => {
      await page.getByLabel("Setup code").fill(code);
      await page.getByLabel("Legal name of the organization").fill("Acme, Inc.");
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill("Lovelace");
      await page.getByLabel("Email address").fill(ada.email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Set up and sign in" }).click();
    };
    await fill("AAAAAAA-AAAAAAA-AAAAAAA", ada.password);
    await page.getByText("The setup code is wrong or expired").waitFor();
    await fill(setup?.code ?? "", "password1234");
    await page.getByText("is too common").waitFor();
    await fill(setup?.code ?? "", ada.password);
    await page.getByRole("button", { name: "Your account" }).waitFor();
    await page.getByRole("banner").getByText("Acme, Inc.").waitFor();
    await page.getByRole("heading", { name: "Set up to live" }).waitFor();
    await follow(page, "/");
    await page.getByRole("link", { name: "Open the accounts that you have at your bank" }).waitFor();
    await look(page, "home-empty");
    for (const path of ["/accounts", "/pay", "/transfers/new"]) {
      await follow(page, path);
      await page.getByText("No accounts yet").waitFor();
      await checkAccessible(page);
    }
    await ben.goto(`${dashboard.url}/dashboard/setup`);
    await ben.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
    assert.match(ben.url(), /\/dashboard\/sign-in/);
  });

  it("warns that one person alone can change the controls, until a second administrator joins on a phone", async () => {
    await follow(page, "/settings/changes");
    await page.getByText("No second administrator to confirm changes").waitFor();
    await page.getByText("One user can invite users").waitFor();
    await checkAccessible(page);
    await look(page, "unprotected");
    await follow(page, "/settings/people");
    await invite(second.email, ["Ben", "Oyelaran"], "Administrator");
    await prove(page, ada);
    await page.getByText(`An invitation was sent to ${second.email}.`).waitFor();
    await ben.setViewportSize(PHONE);
    await accept(ben, second);
    await page.reload();
    await page.getByRole("table", { name: "Users" }).getByText(second.email).waitFor();
    await follow(page, "/settings/changes");
    await page.getByText("No changes are waiting").waitFor();
    await settled(page);
    assert.equal(await page.getByText("No second administrator to confirm changes").count(), 0);
    await follow(page, "/settings/people");
  });

  it("proposes users, a rule with two steps, a limit, a token, and settings, and can withdraw a proposal", async () => {
    await invite(bookkeeper.email, ["Cora", "Lindqvist"], "Bookkeeper");
    await page.getByText(`Invite Cora Lindqvist (${bookkeeper.email}) as bookkeeper`).waitFor();
    await invite("grace@example.com", ["Grace", "Hopper"], "Approver");
    await page.getByRole("button", { name: /^Withdraw: Invite Grace/ }).click();
    await changes(page).filter({ hasText: "Grace" }).waitFor({ state: "detached" });

    await follow(page, "/settings/rules");
    await page.getByRole("button", { name: "Add rule" }).click();
    const editor = page.getByRole("dialog", { name: "Add rule" });
    await editor.getByLabel("Name").fill("Two people");
    await editor.getByLabel("Amount at or above").fill("1000");
    await editor.getByLabel("Approvers in step 1").selectOption("users");
    await editor.getByLabel("Users", { exact: true }).click();
    await page.getByRole("listbox", { name: "Users" }).getByRole("option", { name: "Ada Lovelace" }).click();
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Add step" }).click();
    await editor.getByLabel("Approvers in step 2").selectOption("roles");
    await editor.getByLabel("Roles").click();
    await page.getByRole("option", { name: "Administrator", exact: true }).click();
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Add rule" }).click();
    // Those of the invitations may still be there.
    const notices = page.getByRole("alert").filter({ hasText: "Saved as a proposal." });
    await restPointerOn(notices.last());
    const own = changes(page).filter({ hasText: "Two people" });
    await own.getByRole("button", { name: /^Withdraw/ }).waitFor();
    await settled(page);
    assert.equal(await own.getByRole("button", { name: /^Confirm/ }).count(), 0, "a proposer cannot confirm");
    await page.getByLabel("User", { exact: true }).selectOption({ label: "Ben Oyelaran" });
    await page.getByLabel("Daily limit per recipient").last().fill("5000");
    await page.getByRole("button", { name: "Set limit" }).click();
    await page.getByRole("cell", { name: "$5,000.00" }).waitFor();
    await notices.first().waitFor({ state: "detached" });
    await settled(page);
    assert.equal(await changes(page).count(), 1, "a first limit only restricts, and applies at once");
    await checkAccessible(page);
    await look(page, "rule-proposed");

    await follow(page, "/settings/tokens");
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API token" });
    await dialog.getByLabel("Name").fill("Payroll");
    await dialog.getByRole("radio", { name: "Read and write everything" }).check();
    await dialog.getByLabel("Limit per day (optional)").fill("2500");
    await dialog.getByRole("button", { name: "Create token" }).click();
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
  });

  it("waits for the second administrator, who confirms and declines on the phone", async () => {
    await ben.goto(`${dashboard.url}/dashboard/settings`);
    await ben.getByText("4 waiting").first().waitFor();
    await checkAccessible(ben);
    await look(ben, "settings-waiting");
    await ben.getByRole("link", { name: /Changes waiting for confirmation/ }).click();
    await ben.getByRole("heading", { name: "Changes waiting for confirmation", level: 1 }).waitFor();
    await checkAccessible(ben);
    await look(ben, "changes");
    await ben.getByRole("button", { name: /^Decline: Change the settings/ }).click();
    await prove(ben, second);
    await ben.getByText("Declined. Nothing was changed.").waitFor();
    for (const [index, what] of [/^Confirm: Allow the API token/, /Two people/, /Invite Cora/].entries()) {
      await ben
        .getByRole("button", { name: /^Confirm/ })
        .and(ben.getByRole("button", { name: what }))
        .click();
      await changes(ben)
        .nth(2 - index)
        .waitFor({ state: "detached" });
    }
    await ben.getByText("No changes are waiting").waitFor();
    await follow(page, "/settings/rules");
    await changes(page).first().waitFor({ state: "detached" });
    await page.getByText(/needs 1 approval by Ada Lovelace, then 1 approval by the role administrator\./).waitFor();
    await page.getByRole("cell", { name: "$5,000.00" }).waitFor();
    await follow(page, "/settings/tokens");
    await page.getByRole("row").filter({ hasText: "Payroll" }).getByText("Active").waitFor();
  });

  it("connects a webhook and opens an account", async () => {
    await follow(page, "/settings/webhooks");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Create webhook" });
    await dialog.getByLabel("URL").fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/bursar`);
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("button", { name: "I copied it" }).click();
    const { id } = (await call(page, "POST", "/sandbox/accounts", {
      name: "Operating",
      kind: "checking",
      idempotencyKey: "first account",
    })) as { id: string };
    await call(page, "POST", `/sandbox/accounts/${id}/deposit`, { amount: 20_000 });
    await eventually("the webhook hears about the deposit", () => received.length > 0);
    await follow(page, "/accounts");
    await page.getByRole("cell", { name: "$20,000.00" }).first().waitFor();
  });

  it("ends with the first payment: requested by the bookkeeper, approved in two steps", async () => {
    await accept(cora, bookkeeper);
    const { password } = bookkeeper;
    await cora.context().request.post(`${dashboard.url}/session/step-up`, {
      headers: { origin: dashboard.url },
      data: { password },
    });
    // The user who enters bank details cannot approve payments to them.
    await call(cora, "POST", "/recipients", {
      name: "Tern Packaging Co.",
      emails: ["ap@tern.example"],
      isBusiness: true,
      electronicRoutingInfo: {
        accountNumber: "445566770099",
        routingNumber: "021000021",
        electronicAccountType: "businessChecking",
      },
      idempotencyKey: "first recipient",
    });
    await follow(cora, "/pay");
    await cora.getByRole("combobox", { name: "Recipient" }).fill("tern");
    await cora.getByRole("option", { name: /Tern Packaging/ }).click();
    await cora.getByRole("radio", { name: "ACH" }).check();
    await cora.getByRole("textbox", { name: "Amount" }).fill("1,250.00");
    await cora.getByRole("button", { name: "Request payment" }).click();
    await cora.getByRole("heading", { name: "Payment requested" }).waitFor();

    const approve = async (on: Page) => {
      await follow(on, "/approvals");
      await on
        .getByRole("table", { name: "Requests" })
        .getByRole("link", { name: /Tern Packaging/ })
        .click();
      await on.getByRole("button", { name: "Approve", exact: true }).click();
      await on.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    };
    await approve(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const payments = async () =>
      ((await call(page, "GET", "/transactions?kind=outgoingPayment")) as { transactions: unknown[] }).transactions
        .length;
    assert.equal(await payments(), 0, "one approval of two is not enough");
    const before = received.length;
    await approve(ben);
    await ben.getByText(/Approved: the money leaves/).waitFor();
    await ben.getByRole("link", { name: "View transaction" }).click();
    await ben.getByText("$1,250.00").first().waitFor();
    await checkAccessible(ben);
    await look(ben, "first-payment");
    assert.equal(await payments(), 1);
    await eventually("the webhook hears about the payment", () =>
      received.slice(before).some(({ resourceType }) => resourceType === "transaction"),
    );
  });
});
