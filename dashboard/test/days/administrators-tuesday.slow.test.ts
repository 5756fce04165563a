import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, prove } from "../kit/browser.ts";
import { checkLayout } from "../kit/layout.ts";
import { settled } from "../kit/lent-pages.ts";
import { saveRule } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";
import { checkTapTargets } from "../kit/tap-targets.ts";

/**
 * An ordinary day of an administrator, on a desktop and on a phone: a user is invited, one gets rights and one loses them, a
 * rule is changed, a token and a webhook are made, the webhook fails and is repaired, the second administrator confirms on the
 * other device, a payment is tested against the changed rule, and the audit log has all of it.
 */
const { dashboard, browser } = await openStage();
const ada = dashboard.user("administrator");
const dana = { email: "dana@larkspur.example", password: PASSWORD };
type Organization = Parameters<typeof newPerson>[1];
await newPerson(dashboard, dashboard.demo.organizationId as Organization, {
  email: dana.email,
});
await saveRule(dashboard, {
  name: "Large payments",
  conditions: { amountFromMinor: "1000000" },
  steps: [{ approvals: 1, approvers: { kind: "anyone" } }],
});

/** The receiver of the webhooks: broken until someone repairs it. */
let isBroken = true;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(isBroken ? 500 : 204).end());
}).listen(0, "127.0.0.1");
after(() => void receiver.close());

interface Change {
  readonly name: string;
  readonly role: string;
}
interface Day {
  readonly device: "desktop" | "phone";
  /** Each has names of its own. */
  readonly first: string;
  readonly last: string;
  /** Waits for the second administrator. */
  readonly gets: Change;
  /** Applies at once. */
  readonly loses: Change;
  readonly amount: string;
  readonly token: string;
  readonly most: number;
}
const cora = "Cora Lindqvist";
const ben = "Ben Oyelaran";
const days: readonly Day[] = [
  {
    device: "desktop",
    first: "Nora",
    last: "Field",
    gets: { name: cora, role: "Approver" },
    loses: { name: ben, role: "Viewer" },
    amount: "20000",
    token: "Payroll",
    most: 45,
  },
  {
    device: "phone",
    first: "Omar",
    last: "Reyes",
    gets: { name: ben, role: "Approver" },
    loses: { name: cora, role: "Viewer" },
    amount: "25000",
    token: "Reports",
    most: 50,
  },
];

describe("an administrator's day", () => {
  for (const day of days)
    it(`takes at most ${day.most} interactions on a ${day.device}`, async (t) => {
      const isPhone = day.device === "phone";
      const { page } = await browser.signIn(ada, { at: "/settings", phone: isPhone });
      const { page: other } = await browser.signIn(dana, { at: "/settings/changes", phone: !isPhone });
      const interactions: string[] = [];
      const act = async (name: string, does: () => Promise<unknown>) => {
        interactions.push(name);
        await does();
      };
      const click = (name: string | RegExp, exact = true) =>
        act(String(name), () => page.getByRole("button", { name, exact }).click());
      const fill = (label: string, text: string) =>
        act(label, () => page.getByRole("dialog").getByLabel(label, { exact: true }).fill(text));
      const choose = (name: string) => act(name, () => page.getByRole("dialog").getByRole("radio", { name }).check());
      const save = (name: string) => act(name, () => page.getByRole("dialog").getByRole("button", { name }).click());
      /** On a phone, the menu of settings is a page of its own. */
      const open = async (area: string, heading = area) => {
        const menu = page.getByRole("link", { name: new RegExp(`^${area}`) });
        if (isPhone && (await menu.count()) === 0)
          await act("Settings", () => page.getByRole("link", { name: "Settings", exact: true }).last().click());
        await act(area, () => menu.first().click());
        await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      };
      const check = async (name: string) => {
        await settled(page);
        await checkAccessible(page);
        await checkLayout(page, name);
        if (isPhone) await checkTapTargets(page);
      };

      await open("Users");
      await click("Invite user");
      await fill("Email address", `${day.first.toLowerCase()}@larkspur.example`);
      await fill("First name", day.first);
      await fill("Last name", day.last);
      await choose("Approver");
      await check("invite");
      await save("Send invitation");
      const waiting = (on: Page) =>
        on.getByRole("list", { name: "Changes waiting for confirmation" }).getByRole("listitem");
      const proof = page.getByRole("dialog", { name: "Confirm your identity" });
      await proof.or(waiting(page).first()).first().waitFor();
      if (await proof.isVisible()) {
        interactions.push("type the password");
        await act("confirm", () => prove(page, ada));
      }
      await waiting(page)
        .filter({ hasText: `Invite ${day.first} ${day.last}` })
        .waitFor();

      const giveRole = async ({ name, role }: Change) => {
        await act(name, () => page.getByRole("link", { name }).first().click());
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        await check("user");
        await click("Edit");
        await choose(role);
        await check("role");
        await save("Save");
      };
      await giveRole(day.gets);
      await waiting(page).filter({ hasText: day.gets.name }).waitFor();
      await act("Users", () =>
        page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Users" }).click(),
      );
      await giveRole(day.loses);
      await page.getByRole("region", { name: "Access" }).getByText(`${day.loses.role}.`).waitFor();
      assert.equal(await waiting(page).count(), 0, "who loses rights loses them at once");

      await open("Approval rules");
      await click("Edit Large payments");
      await fill("Amount at or above", day.amount);
      await check("rule");
      await save("Save");
      await waiting(page).filter({ hasText: "Large payments" }).waitFor();
      await check("rules");

      await open("API tokens");
      await click("Create token");
      await fill("Name", day.token);
      await choose("Read everything");
      await check("token");
      await save("Create token");
      await click("I copied it");
      await check("tokens");

      await open("Webhooks");
      await click("Create webhook");
      const { port } = receiver.address() as AddressInfo;
      const path = day.token.toLowerCase();
      await fill("URL", `http://127.0.0.1:${port}/${path}`);
      await save("Create webhook");
      await click("I copied it");
      await check("webhooks");
      await act("the webhook", () => page.getByRole("link", { name: path }).click());
      await page.getByRole("heading", { name: /^Webhook to/, level: 1 }).waitFor();
      isBroken = true;
      await click("Send test event");
      await page.getByText("The test event was not delivered. Your server failed (500).").waitFor();
      await check("webhook");
      isBroken = false;
      await click("Send test event");
      await page.getByText("The test event was delivered.").waitFor();

      await follow(other, "/settings");
      await follow(other, "/settings/changes");
      await waiting(other).filter({ hasText: "Large payments" }).waitFor();
      await settled(other);
      await checkAccessible(other);
      await checkLayout(other, "changes");
      for (let left = await waiting(other).count(); left > 0; left -= 1) {
        await other
          .getByRole("button", { name: /^Confirm/ })
          .first()
          .click();
        const asked = other.getByRole("dialog", { name: "Confirm your identity" });
        await asked
          .or(waiting(other).nth(left - 1))
          .first()
          .waitFor();
        await settled(other);
        if (await asked.isVisible()) await prove(other, dana);
        await waiting(other)
          .nth(left - 1)
          .waitFor({ state: "detached" });
      }

      // Of a rule that is active; in it, what is tested again takes one tap.
      await open("Approval rules");
      const test = page.getByRole("region", { name: "Test a payment" });
      await act("Recipient", () => test.getByRole("combobox", { name: "Recipient" }).fill("tern"));
      await act("Tern", () => page.getByRole("option", { name: /Tern/ }).click());
      await act("Amount", () => test.getByRole("textbox", { name: "Amount" }).fill("15,000"));
      await click("Test payment");
      await test.getByText("One approver", { exact: true }).waitFor();
      await click("$25,000");
      await test.getByText("Large payments", { exact: true }).waitFor();
      await check("tested");

      await open("Audit log");
      const log = page.getByRole("table", { name: "Audit log" });
      for (const text of [`invited ${day.first.toLowerCase()}@`, "Large payments", day.token, path, cora, ben])
        await log.getByRole("row").filter({ hasText: text }).first().waitFor();
      await check("audit log");
      t.diagnostic(`${interactions.length} on a ${day.device}: ${interactions.join(", ")}`);
      assert.ok(interactions.length <= day.most, `${interactions.length}: ${interactions.join(", ")}`);
    });
});
