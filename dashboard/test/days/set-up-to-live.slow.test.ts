import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { findOpenSsh, startOpenSsh } from "../../../server/test/kit/banks/openssh-server.ts";
import { emptyDatabase } from "../../../server/test/kit/databases/databases.ts";
import { removeFolder, startServer, temporaryFolder } from "../../../server/test/kit/servers/server-process.ts";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { startMailServer } from "../../../server/test/kit/service/mail-server.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, openBrowser, prove, type TestBrowser } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";

/**
 * From an empty PostgreSQL database to a live bank connection, in the browser only: `bursar serve` in production mode, a
 * real mail server, and OpenSSH as the bank's server.
 */
const sshd = findOpenSsh();
const ada = { email: "ada@example.com", password: "three herons above the weir" };
const ben = { email: "ben@example.com", password: "seven otters below the mill" };
const LINK = /https:\/\/bursar\.example(\/dashboard\/\S+)/;

describe("a new organization's way to live payments", { skip: sshd.skip }, async () => {
  if (sshd.skip !== false) return;
  const opened = new AsyncDisposableStack();
  after(() => opened.disposeAsync());
  const bank = await startOpenSsh(sshd.path);
  opened.defer(() => bank.stop());
  const mails = await startMailServer();
  opened.defer(() => mails.close());
  const database = await emptyDatabase();
  opened.defer(() => database.drop());
  const dataDir = await temporaryFolder();
  opened.defer(() => removeFolder(dataDir));
  const service = await startServer({
    dataDir,
    flags: ["--no-demo"],
    environment: {
      BURSAR_MODE: "production",
      DATABASE_URL: database.ownerUrl,
      BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      PUBLIC_URL: "https://bursar.example",
      SMTP_URL: mails.url,
    },
  });
  opened.defer(async () => void (await service.stop()));
  const browser: TestBrowser = openBrowser({ url: service.url });
  opened.defer(() => browser.close());
  const { page } = await browser.visit();
  const { page: second } = await browser.visit();
  for (const name of ["inbound", "outbound"]) mkdirSync(join(bank.root, name));

  const mailTo = async (email: string, subject: RegExp) => {
    const find = () => mails.received.findLast((mail) => mail.to.includes(email) && subject.test(mail.subject));
    await eventually(`an email to ${email}`, () => find() !== undefined);
    return find()?.text ?? "";
  };
  const step = (title: string) =>
    page.getByRole("button", { name: new RegExp(String.raw`^(?:\d+|Done)\s*${title}(?:\s*Next)?$`) });
  /** Opens a step of the list, unless it is open: the next one opens when the list says that one is done. */
  const open = async (title: string) => {
    await page.getByRole("heading", { name: "Set up to live" }).waitFor();
    await settled(page);
    if ((await step(title).getAttribute("aria-expanded")) !== "true") await step(title).click();
  };
  const doneCount = (count: number) => page.getByText(`${count} of 14 done`).waitFor();
  const confirmStep = async (title: string, statement: string) => {
    await open(title);
    await page.getByRole("checkbox", { name: statement }).check();
    await page.getByRole("button", { name: `Confirm: ${title}` }).click();
    await page.getByText("Confirmed, with your name.").last().waitFor();
  };

  it("begins with the printed code and the list of what is left", async () => {
    const [, code = ""] = /\n {2}((?:[A-Z2-9]{7}-){2}[A-Z2-9]{7})\n/.exec(service.output()) ?? [];
    assert.match(service.output(), /in production mode/);
    await page.getByLabel("Setup code").fill(code);
    await page.getByLabel("Legal name of the organization").fill("Northwind Trading, Inc.");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Lovelace");
    await page.getByLabel("Email address").fill(ada.email);
    await page.getByLabel("Password", { exact: true }).fill(ada.password);
    await page.getByRole("button", { name: "Set up and sign in" }).click();
    await page.getByRole("heading", { name: "Set up to live" }).waitFor();
    await doneCount(0);
    await page.getByText("has no address yet").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "set-up-start");
  });

  it("records the address, reaches people by email, and opens an account", async () => {
    await page.getByLabel("Street address").fill("1 Main Street");
    await page.getByLabel("City").fill("New York");
    await page.getByLabel("State").fill("NY");
    await page.getByLabel("ZIP code").fill("10001");
    await page.getByRole("button", { name: "Save address" }).click();
    await prove(page, ada);
    await doneCount(1);

    await open("Email");
    await page.getByRole("button", { name: "Send test email" }).click();
    await mailTo(ada.email, /Test email/);
    await confirmStep("Email", "The test email arrived.");

    await open("First accounts");
    await page.getByLabel("Account name").fill("Operating");
    await page.getByLabel("Routing number").fill("021000021");
    await page.getByLabel("Account number").fill("445566770099");
    await page.getByLabel("Balance at the bank (optional)").fill("25,000.00");
    await look(page, "set-up-account");
    await page.getByRole("button", { name: "Open account" }).click();
    await page.getByText("The opening balance was recorded.").waitFor();
    await doneCount(3);
  });

  it("invites a second administrator, whose link Ada never sees, while the mail server is down", async () => {
    await open("Colleagues");
    await page.getByText("One user can invite users").waitFor();
    await page.getByRole("link", { name: "Invite user" }).click();
    await invite(ben.email, ["Ben", "Oyelaran"], "Administrator");
    const [, path = ""] = LINK.exec(await mailTo(ben.email, /Join Northwind/)) ?? [];
    await joinFrom(second, path, ben.password);

    mails.refuse(451);
    await page.getByRole("button", { name: "Invite user" }).click();
    await invite("cora@example.com", ["Cora", "Lindqvist"], "Viewer");
    const invitations = page.getByRole("table", { name: "Open invitations" });
    await invitations.getByText("No mail server took the invitation.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Show the link of cora@example.com" }).count(), 0);
    await checkAccessible(page);
    await look(page, "set-up-invitation");
    await follow(second, "/settings/people");
    await second.getByRole("button", { name: "Show the link of cora@example.com" }).click();
    await prove(second, ben);
    const link = second.getByRole("dialog", { name: "Link for cora@example.com" });
    await link.getByText("https://bursar.example/dashboard/join#").waitFor();
    await look(second, "set-up-invitation-link");
    await link.getByRole("button", { name: "I copied it" }).click();
    mails.refuse(undefined);
    await follow(page, "/set-up-to-live");
    await doneCount(4);
  });

  it("confirms by name what the service cannot see", async () => {
    await confirmStep("Approval rule", "One approval by any approver is enough for every payment.");
    await confirmStep("Backup", "Backups run, and one was restored as a test.");
    await confirmStep("Copy of the master key", "A copy of the master key is in a safe place outside this machine.");
    await confirmStep("Standby", "We decided how long payments may stop, and what takes over if the database is lost.");
    await confirmStep("Monitoring", "Someone is alerted at any hour, and knows what to do.");
    await doneCount(9);
    await page.getByText("Done (9)").waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await open("Monitoring");
    await page.getByText(/Ada Lovelace confirmed on/).waitFor();
    await settled(page);
    await checkAccessible(page);
    await look(page, "set-up-confirmed");
    await page.getByRole("button", { name: "Hide", exact: true }).click();
  });

  it("connects the bank over SFTP: a test finds the wrong host key, and passes with the right one", async () => {
    await open("Bank connection");
    await page.getByRole("link", { name: "Add bank connection" }).click();
    await page.getByRole("heading", { name: "Add bank connection" }).waitFor();
    const choose = async (field: string, option: string) => {
      await page.getByRole("combobox", { name: field }).click();
      await page.getByRole("option", { name: option }).click();
    };
    await choose("Payment method", "Real-time payment");
    await page.getByRole("textbox", { name: "Debtor name" }).waitFor();
    await page.getByRole("button", { name: "Save and test" }).click();
    await page.getByText("Some answers need another look").waitFor();
    await checkAccessible(page);
    await look(page, "set-up-connection-problems");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("First Harbor, real time");
    await page.getByRole("combobox", { name: "Accounts" }).fill("Oper");
    await page.getByRole("option", { name: /Operating/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Host", exact: true }).fill("127.0.0.1");
    await page.getByRole("textbox", { name: "Port" }).fill(String(bank.port));
    await page.getByRole("textbox", { name: "User" }).fill(bank.user);
    await page.getByRole("textbox", { name: "Host keys" }).fill(`SHA256:${"A".repeat(43)}`);
    await page.getByRole("textbox", { name: "Upload directory" }).fill(join(bank.root, "inbound"));
    await page.getByRole("textbox", { name: "Download directory" }).fill(join(bank.root, "outbound"));
    await page.getByRole("textbox", { name: "SSH private key" }).fill(bank.privateKey);
    await page.getByRole("textbox", { name: "Debtor agent routing number" }).fill("021000021");
    await page.getByRole("textbox", { name: "Debtor name" }).fill("NORTHWIND TRADING");
    await page.getByRole("button", { name: "Save and test" }).click();
    // The proof of identity is ten minutes old at most; a slow machine asks for it again.
    const test = page.getByRole("dialog", { name: "Test of First Harbor, real time" });
    await test.getByText("The test failed. Nothing was sent.").waitFor();
    await look(page, "set-up-connection-failed");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Host keys" }).fill(bank.hostKeys.ed25519);
    assert.equal(
      await page.getByRole("textbox", { name: "SSH private key" }).inputValue(),
      "",
      "secrets never come back",
    );
    await page.getByRole("button", { name: "Save and test" }).click();
    await test.getByText("The test passed. Nothing was sent.").waitFor();
    await page.keyboard.press("Escape");
    await settled(page);
    await checkAccessible(page);
    await look(page, "set-up-connection");
  });

  it("rehearses: previews say so, and the payment becomes a file that is not sent", async () => {
    await page.getByRole("link", { name: "Set up to live" }).click();
    await doneCount(10);
    const preview = async () => {
      await follow(page, "/pay");
      await page.getByRole("combobox", { name: "Recipient" }).fill("tern");
      await page.getByRole("option", { name: /Tern Packaging/ }).click();
      await page.getByRole("radio", { name: /Real-time/ }).check();
      await page.getByRole("textbox", { name: "Amount" }).fill("1.00");
    };
    await newRecipient(page);
    await preview();
    await page.getByText(/No bank connection is live for this account and payment method yet/).waitFor();
    await follow(page, "/set-up-to-live");
    await open("Rehearsal");
    await page.getByRole("button", { name: "Start rehearsal: First Harbor, real time" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Start rehearsal" }).click();
    await page.getByText("is in rehearsal. No payment has been put into a file yet.").waitFor();
    await preview();
    await page.getByText(/is in rehearsal: the payment is written into a file, is not sent, and fails/).waitFor();
    await page.getByRole("button", { name: "Request payment" }).click();
    await page.getByRole("heading", { name: "Payment requested" }).waitFor();
    await follow(second, "/approvals");
    await second
      .getByRole("table", { name: "Requests" })
      .getByRole("link", { name: /Tern Packaging/ })
      .click();
    await second.getByRole("button", { name: "Approve", exact: true }).click();
    await second.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await follow(page, "/set-up-to-live");
    await open("Rehearsal");
    await page.getByText(/The newest file is \S+\.xml/).waitFor();
    await confirmStep("Rehearsal", "The bank validated a file of the rehearsal.");
    await doneCount(11);
    assert.deepEqual(readdirSync(join(bank.root, "inbound")), [], "nothing was sent");
  });

  it("goes live when the second administrator confirms, and says what is left", async () => {
    await follow(page, "/");
    await page.getByText(/Payments wait until you go live/).waitFor();
    await look(page, "set-up-home");
    await page.getByRole("link", { name: "Continue" }).click();
    await open("Go live");
    await page.getByRole("button", { name: "Go live: First Harbor, real time" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Go live" }).click();
    await page.getByText("Saved as a proposal.").waitFor();
    await page.getByText("Going live waits for a second person to confirm it.").waitFor();
    await follow(second, "/settings/changes");
    await second.getByText(new RegExp(`Go live with the bank connection .* to ${bank.user}@127.0.0.1`)).waitFor();
    await look(second, "set-up-go-live-change");
    await second.getByRole("button", { name: /^Confirm: Go live/ }).click();
    await second.getByText("No changes are waiting").waitFor();
    await doneCount(12);
    await open("First penny");
    await page.getByText(/Pay \$0\.01 from an account of this connection/).waitFor();
    await checkAccessible(page);
    await look(page, "set-up-live");
    rmSync(join(bank.root, "outbound"), { recursive: true, force: true });
  });

  async function invite(email: string, [first, last]: readonly [string, string], role: string): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Invite user" });
    await dialog.getByLabel("Email address").fill(email);
    await dialog.getByLabel("First name").fill(first);
    await dialog.getByLabel("Last name").fill(last);
    await dialog.getByRole("radio", { name: role }).check();
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText(`An invitation was sent to ${email}.`).waitFor();
  }

  async function joinFrom(on: Page, path: string, password: string): Promise<void> {
    await on.goto(`${service.url}${path}`);
    await on.getByLabel("New password").fill(password);
    await on.getByLabel("New password").press("Enter");
    await on.getByRole("button", { name: "Your account" }).waitFor();
  }

  /** Recipients have pages of their own (recipients.slow.test.ts); here, one is only needed. */
  async function newRecipient(on: Page): Promise<void> {
    const body = {
      name: "Tern Packaging Co.",
      emails: ["ap@tern.example"],
      isBusiness: true,
      realTimePaymentRoutingInfo: {
        accountNumber: "445566770123",
        routingNumber: "021000021",
        address: { address1: "2 Side St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
      },
    };
    const status = await on.evaluate<number>(`
      fetch("/api/v1/recipients", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(${JSON.stringify(body)}),
      }).then((answer) => answer.status)`);
    assert.equal(status, 200);
  }
});
