import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { startAgent } from "../../../server/test/kit/worlds/agent.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { accountAndRecipient, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const folder = mkdtempSync(join(tmpdir(), "bursar-agent-"));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("an agent's supplier run", () => {
  it("is prepared over the Model Context Protocol and approved by a person in the browser", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/tokens" });
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create API token" });
    await dialog.getByLabel("Name").fill("Assistant");
    await dialog.getByRole("radio", { name: /^Agent/ }).check();
    await dialog.getByLabel("Limit per payment (optional)").fill("500");
    await dialog.getByLabel("Limit per month (optional)").fill("1000");
    await dialog.getByLabel("Payments per day (optional)").fill("3");
    await checkAccessible(page);
    await look(page, "token-agent");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await prove(page, dashboard.user("administrator"));
    const shown = page.getByRole("dialog", { name: "Assistant is ready" });
    const token = await shown.locator("code").first().innerText();
    await shown.getByRole("button", { name: "I copied it" }).click();
    const file = join(folder, "token.txt");
    writeFileSync(file, token, { mode: 0o600 });

    const agent = await startAgent(["--url", dashboard.url, "--token-file", file]);
    after(() => agent.client.close());
    assert.match(agent.client.getInstructions() ?? "", /people approve/);
    const { accountId, recipientId, payeeName } = await accountAndRecipient(dashboard);
    const requested: string[] = [];
    for (const [amount, reference] of [
      [120.5, "Bill 901"],
      [80, "Bill 902"],
      [499, "Bill 903"],
    ] as const) {
      const payment = { accountId, recipientId, amount, paymentMethod: "ach", externalMemo: reference };
      const preview = await agent.call("preview_payment", payment);
      assert.equal(preview.isError, false, preview.text);
      assert.deepEqual(preview.body.payment.recipient.name, { untrustedText: payeeName });
      const { previewId } = preview.body;
      const made = await agent.call("request_payment", { previewId, amount, recipientId });
      assert.equal(made.isError, false, made.text);
      requested.push(made.body.request.requestId);
    }
    const more = await agent.call("preview_payment", { accountId, recipientId, amount: 1, paymentMethod: "ach" });
    assert.match(more.text, /^This token may make at most 3 payments/);

    await page.getByText("$300.50 left this month").waitFor();
    await page.getByText("0 of 3 payments left today").waitFor();
    await look(page, "tokens-agent");

    const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${requested[0]}` });
    await approver.getByText("by an AI agent (via mcp story-client/1.2.3)").waitFor();
    await approver.getByText("Bill 901").waitFor();
    await checkAccessible(approver, { inDark: true });
    await look(approver, "approval-agent");
    await approver.getByRole("button", { name: "Approve", exact: true }).click();
    await approver.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await approver.getByText(/Approved: the money leaves .* ET/).waitFor();
    const { status } = await statusOf(dashboard, { requestId: requested[0] ?? "", version: 1 });
    assert.equal(status, "approved");
    assert.equal((await agent.call("get_request", { requestId: requested[0] })).body.status, "approved");
    assert.equal((await agent.call("get_request", { requestId: requested[1] })).body.status, "pendingApproval");
  });

  it("gets lower limits in the dashboard within a second, without a new token", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings" });
    await follow(page, "/settings/tokens");
    await page.getByRole("button", { name: "Actions for Assistant" }).click();
    await page.getByRole("menuitem", { name: "Change limits" }).click();
    const dialog = page.getByRole("dialog", { name: "Limits of Assistant" });
    await dialog.getByLabel("Limit per payment (optional)").fill("50");
    await checkAccessible(page);
    await dialog.getByRole("button", { name: "Save limits" }).click();
    await prove(page, dashboard.user("administrator"));
    await page.getByText("The limits of Assistant were changed.").waitFor();
    await page.getByText("$50.00 per payment").waitFor();
  });

  it("is connected over OAuth by a user who chooses its limits", async () => {
    const returnsTo = `${dashboard.url}/healthz`;
    const registered = await fetch(`${dashboard.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Ledger Pal", redirect_uris: [returnsTo] }),
    });
    const query = new URLSearchParams({
      response_type: "code",
      client_id: JSON.parse(await registered.text()).client_id,
      redirect_uri: returnsTo,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      resource: "https://agents.example.com/mcp",
      state: "1e5",
    });
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings" });
    await page.goto(`${dashboard.url}/oauth/authorize?${query}`);
    await page.getByRole("heading", { name: "Connect an agent", level: 1 }).waitFor();
    await page.getByText(/Ledger Pal wants to work for you/).waitFor();
    await page.getByText("https://agents.example.com/mcp").waitFor();
    await page.getByLabel("Limit per day (optional)").fill("750");
    await checkAccessible(page, { inDark: true });
    await look(page, "connect-agent");
    const refusedTo = new URL((await page.getByRole("link", { name: "Cancel" }).getAttribute("href")) ?? "");
    assert.equal(refusedTo.href.split("?")[0], returnsTo);
    assert.equal(refusedTo.searchParams.get("error"), "access_denied");
    await page.getByRole("button", { name: "Connect Ledger Pal" }).click();
    await prove(page, dashboard.user("administrator"));
    await page.waitForURL(/\/healthz\?/);
    const back = new URL(page.url());
    assert.match(back.searchParams.get("code") ?? "", /^secret-token:bursar_sandbox_ag_/);
    assert.deepEqual([back.searchParams.get("state"), back.searchParams.get("iss")], ["1e5", dashboard.url]);
    await page.goto(`${dashboard.url}/dashboard/settings/tokens`);
    await page.getByRole("cell", { name: /^Ledger Pal/ }).waitFor();
    await page.getByText("$750.00 left today").waitFor();
  });
});
