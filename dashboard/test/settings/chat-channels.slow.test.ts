import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

/** Instead of Slack and Teams. */
const received: string[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  received.push(request.url ?? "");
  request.resume().on("end", () => response.writeHead(status).end());
}).listen(0, "127.0.0.1");
after(() => receiver.close());

const { dashboard, browser } = await openStage();
// A server that listens on a port has an address with a port.
const { port } = receiver.address() as AddressInfo;

describe("chat channels", () => {
  it("a user sets one, tests it, and sees why it fails", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/profile" });
    const section = page.getByRole("region", { name: "Chat notifications" });
    await section.getByLabel("Webhook URL").fill("https://10.0.0.1/hook");
    await section.getByRole("button", { name: "Save channel" }).click();
    await prove(page, dashboard.user("approver"));
    await section.getByText(/must point to a public address/).waitFor();
    await section.getByLabel("Webhook URL").fill(`http://127.0.0.1:${port}/services/T0/B0/of-the-user`);
    await section.getByRole("button", { name: "Save channel" }).click();
    await section.getByText(`Slack, http://127.0.0.1:${port}/…user`).waitFor();
    assert.ok(!(await page.content()).includes("of-the-user"), "the URL is not shown again");
    await section.getByRole("button", { name: "Send test message" }).click();
    await page.getByText("A test message was sent.").waitFor();
    assert.deepEqual(received, ["/services/T0/B0/of-the-user"]);
    status = 410;
    await section.getByRole("button", { name: "Send test message" }).click();
    await page.getByText("The channel did not accept the message: the answer was 410.").waitFor();
    await section.getByText(/Messages have not arrived since .*: the answer was 410/).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "chat-channel");
    await section.getByRole("button", { name: "Remove" }).click();
    await section.getByLabel("Webhook URL").waitFor();
  });

  it("administrators choose what the organization's receives; others do not see it", async () => {
    status = 200;
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/organization" });
    const section = page.getByRole("region", { name: "Chat channel" });
    await section.getByText("Microsoft Teams").click();
    await section.getByLabel("Webhook URL").fill(`http://127.0.0.1:${port}/workflows/of-the-organization`);
    await section.getByRole("checkbox", { name: "Statements of a month" }).check();
    await section.getByRole("button", { name: "Save channel" }).click();
    await prove(page, dashboard.user("administrator"));
    await section.getByText(`Microsoft Teams, http://127.0.0.1:${port}/…tion`).waitFor();
    await section.getByText("Requests that wait for approval · Statements of a month").waitFor();
    await checkAccessible(page);
    await look(page, "chat-channel-of-the-organization");
  });
});
