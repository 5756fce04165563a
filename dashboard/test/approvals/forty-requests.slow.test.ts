import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { long } from "../../../server/test/kit/faults/random.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { type RequestedPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

/** An approver's Monday: usual payments are approved together, those with flags one by one. */
const UNFLAGGED = 37;
const KEYS_MAX = 12;
const SECONDS_MAX = 60;

const { dashboard, browser } = await openStage();

/** Paid more than these requests, more than a week ago. */
const SUPPLIERS = [
  "Harbor Green Coffee Importers",
  "Alder Block Properties LLC",
  "Willamette Gas & Power",
  "Beacon Mutual Insurance",
];
const recipient = (name: string): string => {
  const found = dashboard.demo.recipients.find((payee) => payee.name === name);
  assert.ok(found !== undefined, name);
  return found.id;
};

const accountId = dashboard.demo.accounts[0]?.id;
const post = (path: string, body: object) => dashboard.call("POST", path, body);
const request = async (recipientId: string, amount: number): Promise<RequestedPayment> => {
  const body = { recipientId, amount, paymentMethod: "ach" };
  // As the API answers.
  return (await post(`/account/${accountId}/request-send-money`, body)) as RequestedPayment;
};

const requestUnflagged = (from: number, below: number): Promise<readonly RequestedPayment[]> =>
  Promise.all(
    Array.from({ length: below - from }, (_, index) =>
      request(recipient(SUPPLIERS[index % SUPPLIERS.length] ?? ""), (10_000 + 101 * (from + index)) / 100),
    ),
  );

/** In order: the requester changed the details, the amount was just paid, and it is more than ever. */
async function requestFlagged(): Promise<readonly RequestedPayment[]> {
  const [freight, packaging] = [recipient("Columbia Gorge Freight"), recipient("Tern Packaging Co.")];
  const accountNumber = "5519920099";
  const address = { address1: "77 Port Way", city: "Hood River", region: "OR", postalCode: "97031", country: "US" };
  const details = { accountNumber, routingNumber: "123000220", electronicAccountType: "businessChecking", address };
  await post(`/recipient/${freight}`, { electronicRoutingInfo: details });
  const paid = { recipientId: packaging, amount: 333.33, paymentMethod: "ach", idempotencyKey: "forty-requests" };
  await post(`/account/${accountId}/transactions`, paid);
  return [
    await request(freight, 640),
    await request(packaging, paid.amount),
    await request(recipient("Mina Okafor Design"), 4_800),
  ];
}

describe("forty requests, three of them flagged", () => {
  const requested: RequestedPayment[] = [];

  before(async () => {
    requested.push(...(await requestUnflagged(0, 11)));
    requested.push(...(await requestFlagged()));
    requested.push(...(await requestUnflagged(11, UNFLAGGED)));
  });

  it("show their flags on a phone, and a filter lists only those with flags", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals?flagged=true", phone: true });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.nth(2).waitFor();
    await settled(page);
    assert.equal(await rows.count(), 3);
    for (const label of ["Changed by requester", "Possible duplicate", "Largest ever"])
      assert.ok(await rows.getByText(label).isVisible(), label);
    const described = await rows.first().locator("a[data-row-link]").getAttribute("aria-describedby");
    const texts = await Promise.all(
      (described ?? "").split(" ").map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    assert.match(texts.join(" "), /Changed by requester: The requester/, "screen readers hear the flags of a row");
    await checkAccessible(page, { inDark: true });
    await look(page, "approvals-flagged-phone");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.nth(39).waitFor();
  });

  it(`are approved with at most ${KEYS_MAX} keys, the flagged ones after reading each`, async (t) => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.nth(39).waitFor();
    await look(page, "approvals-flagged");
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const dialog = page.getByRole("dialog");
    const pressSubmit = async () => {
      await dialog.locator("button[type=submit]:focus").waitFor();
      await press("Enter");
    };
    const begin = performance.now();
    await press("u");
    await page.getByRole("button", { name: `Approve ${UNFLAGGED}` }).waitFor();
    await press("a");
    await pressSubmit();
    const closes = dialog.locator("button[type=submit]").filter({ hasText: "Close" });
    await closes.waitFor();
    await pressSubmit();
    await rows.nth(3).waitFor({ state: "detached" });
    // With the list, not when the menu next asks.
    await page.getByRole("link", { name: "Approvals 3 need your approval" }).waitFor({ timeout: 15_000 });
    await press("o");
    const panel = page.getByRole("region", { name: "Request", exact: true });
    const expected = [
      /^Changed by requester: The requester, the token “Demo, read and write” of Cora Lindqvist, changed the bank details/,
      /^Possible duplicate: A payment of \$333\.33 to the same recipient was made from Operating Checking/,
      /^Largest ever: \$4,800\.00 is more than the largest payment to Mina Okafor Design/,
    ];
    for (const flag of expected) {
      await panel.getByRole("list", { name: "Flags" }).getByRole("listitem").filter({ hasText: flag }).waitFor();
      await press("n");
      await pressSubmit();
      await dialog.waitFor({ state: "hidden" });
    }
    await panel.waitFor({ state: "detached" });
    const seconds = (performance.now() - begin) / 1_000;
    t.diagnostic(`${requested.length} requests with ${keys} keys in ${seconds.toFixed(1)} s`);
    assert.equal(requested.length, 40);
    assert.ok(keys <= KEYS_MAX, `${keys} keys`);
    if (long) assert.ok(seconds <= SECONDS_MAX, `${seconds} s`);
    const statuses = await Promise.all(requested.map(async (request) => (await statusOf(dashboard, request)).status));
    assert.deepEqual(new Set(statuses), new Set(["approved"]));
    await page.getByText("No pending requests").waitFor();
  });

  it("are followed by the next one on the page of a request, and by the list after the last", async () => {
    const recipientId = recipient("Alder Block Properties LLC");
    for (const amount of [61, 62]) await request(recipientId, amount);
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals?sort=amount&order=desc" });
    await page.getByRole("link", { name: "Alder Block Properties LLC" }).first().click();
    for (const amount of ["62", "61"]) {
      await page.getByRole("heading", { name: new RegExp(`^Payment of \\$${amount}\\.00`) }).waitFor();
      await page.keyboard.press("n");
      await page.locator("[role=dialog] button[type=submit]:focus").waitFor();
      await page.keyboard.press("Enter");
    }
    await page.getByText("No pending requests").waitFor();
    await page.waitForURL(/sort=amount/);
  });
});
