import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { follow } from "./kit/browser.ts";
import type { TestDashboard } from "./kit/dashboard.ts";
import { openStage } from "./kit/stage.ts";

/** Law 19: markup in any text that users or API clients set is shown as text on every page. */
const MARK = "hostile-mark";
const hostile = (field: string): string =>
  `${field} <img src=x class=${MARK} onerror="document.title='owned'">"'&amp;{{7*7}}`;
/** Payment networks allow fewer characters. */
const MEMO = "Invoice 42";

const { dashboard, browser } = await openStage();
const { paths, invitePath } = await plant(dashboard);

describe("markup in text fields", () => {
  const checkShown = async (page: Page, path: string) => {
    const shown = page.getByText(`class=${MARK}`).first();
    await shown.waitFor().catch(() => assert.fail(`${path} does not show it`));
    assert.equal(await page.locator(`.${MARK}`).count(), 0, path);
    assert.notEqual(await page.title(), "owned", path);
  };

  it("is shown as text on every page", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
    page.on("dialog", (dialog) => assert.fail(`a dialog appeared: ${dialog.message()}`));
    for (const path of paths) {
      await follow(page, path);
      await checkShown(page, path);
    }
    await page.goto(`${dashboard.url}${invitePath}`);
    await checkShown(page, invitePath);
  });
});

interface Made {
  readonly id: string;
  readonly requestId: string;
}

interface Planted {
  /** Below /dashboard. */
  readonly paths: readonly string[];
  /** The page on which the recipient answers. */
  readonly invitePath: string;
}

/** Creates the texts through the API and returns the pages that show them. */
async function plant({ demo, call, user, url }: TestDashboard): Promise<Planted> {
  const made = async (path: string, body: unknown) => (await call("POST", path, body)) as Made;
  const account = demo.accounts.find(({ kind }) => kind === "checking");
  const address = {
    address1: "1 Main St",
    city: "New York",
    region: "NY",
    postalCode: "10001",
    country: "US",
  };
  const recipient = await made("/recipients", {
    name: hostile("Payee"),
    nickname: hostile("Nickname"),
    emails: ["payee@example.com"],
    electronicRoutingInfo: {
      accountNumber: "123456789",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
      address,
    },
  });
  const order = { recipientId: recipient.id, amount: 12.34, paymentMethod: "ach", externalMemo: MEMO };
  const payment = await made(`/account/${account?.id}/transactions`, { ...order, note: hostile("Note") });
  const request = await made(`/account/${account?.id}/request-send-money`, {
    ...order,
    amount: 56.78,
    note: hostile("Request"),
  });
  const invite = await made("/recipients/invites", {
    name: hostile("Invited"),
    notes: hostile("Notes"),
    contactEmail: "payee@example.com",
    paymentMethods: ["ach"],
    requireTaxDocument: false,
    sendEmail: true,
  });
  const people = await signedInFetch(url, user("administrator"));
  await people("/users/invitations", {
    email: "new@example.com",
    firstName: hostile("First"),
    lastName: "Last",
    role: "viewer",
  });
  await people("/approval-rules/changes", {
    name: hostile("Rule"),
    position: 1,
    active: true,
    conditions: { recipientIds: [recipient.id] },
    steps: [{ approvals: 1 }],
    allowSelfApproval: false,
  });
  const paths = [
    "/",
    "/approvals",
    `/approvals/${request.requestId}`,
    "/transactions",
    `/transactions/${payment.id}`,
    "/recipients",
    `/recipients/${recipient.id}`,
    `/accounts/${account?.id}`,
    "/settings/people",
    "/settings/rules",
    "/recipients/invites",
    "/sandbox",
  ];
  return { paths, invitePath: `/invite/${invite.id}` };
}

/** Calls the API with the user's session. */
async function signedInFetch(url: string, { email, password }: { email: string; password: string }) {
  const headers = { "content-type": "application/json", origin: url };
  const session = await fetch(`${url}/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password }),
  });
  const cookie = session.headers.get("set-cookie")?.split(";")[0] ?? "";
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${path} returned ${response.status} ${await response.text()}`);
  };
  await post("/session/step-up", { password });
  return post;
}
