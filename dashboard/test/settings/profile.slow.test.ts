import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { passTime } from "../../../server/test/kit/service/eventually.ts";
import { freePort } from "../../../server/test/kit/service/free-port.ts";
import { codeAt } from "../../../server/test/kit/worlds/second-factor.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { fillSignIn, follow, look } from "../kit/browser.ts";
import { type DemoUser, startDashboard } from "../kit/dashboard.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStageOn } from "../kit/stage.ts";

const port = await freePort();
const url = `http://localhost:${port}`;
const started = await startDashboard({ PORT: String(port), PUBLIC_URL: url });
const { dashboard, browser } = await openStageOn({ ...started, url });

/** Passkeys need a domain name, so this service runs on localhost. */
describe("the profile", () => {
  async function openProfile(user: DemoUser): Promise<Page> {
    const { page } = await browser.signIn(user, { at: "/profile" });
    await page.getByRole("table", { name: "Sessions" }).waitFor();
    return page;
  }

  /** Simulates a laptop with a fingerprint reader, until the test ends. */
  async function addAuthenticator(page: Page): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page);
    after(() => session.detach().catch(() => undefined));
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return session;
  }

  const codeOf = (secret: string): string => codeAt(secret, new Date());

  async function stepUpByPassword(page: Page, { password }: DemoUser): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Confirm your identity" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await checkAccessible(page);
    await look(page, "step-up");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.waitFor({ state: "detached" });
  }

  it("adds a passkey, signs in with it, and confirms identity with it", async () => {
    const user = dashboard.user("administrator");
    const page = await openProfile(user);
    await checkAccessible(page, { inDark: true });
    await look(page, "profile");
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add passkey" });
    await dialog.getByLabel("Name").fill("Work laptop");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await stepUpByPassword(page, user);
    const passkeys = page.getByRole("table", { name: "Passkeys" });
    await passkeys.getByText("Work laptop").waitFor();
    await look(page, "profile-passkey");

    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    await checkAccessible(page);
    await look(page, "sign-in-passkey");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("button", { name: "Your account" }).waitFor();

    await follow(page, "/profile");
    await page.getByRole("row").filter({ hasText: "This session" }).getByText("Passkey", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rename Work laptop" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Old laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await passkeys.getByText("Old laptop").waitFor();
    await page.getByRole("button", { name: "Remove Old laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await page
      .getByRole("dialog", { name: "Confirm your identity" })
      .getByRole("button", { name: "Use a passkey" })
      .click();
    await page.getByText("No passkeys yet").waitFor();
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  });

  it("sets up an authenticator app by QR code and signs in with a recovery code", async () => {
    const user = dashboard.user("approver");
    const page = await openProfile(user);
    await page.getByRole("button", { name: "Set up" }).click();
    await stepUpByPassword(page, user);
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    await checkAccessible(page);
    await look(page, "second-factor");
    const secret = await dialog.locator("code").innerText();
    await dialog.getByLabel("Code from the app").fill("000000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByText("The code is wrong").waitFor();
    await dialog.getByLabel("Code from the app").fill(codeOf(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await checkAccessible(page);
    await look(page, "recovery-codes");
    await settled(page);
    const recoveryCodes = await codes.locator("code").allInnerTexts();
    assert.equal(recoveryCodes.length, 10);
    await codes.getByRole("button", { name: "I saved the codes" }).click();
    await page.getByText("requires a code from your app").waitFor();

    const { page: elsewhere } = await browser.visit();
    await fillSignIn(elsewhere, user);
    await elsewhere.getByText("Enter the 6-digit code").waitFor();
    await checkAccessible(elsewhere);
    await look(elsewhere, "sign-in-code");
    await elsewhere.getByRole("button", { name: "Use a recovery code instead" }).click();
    await elsewhere.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await elsewhere.getByRole("button", { name: "Your account" }).waitFor();

    // One session sees and ends the other.
    await page.reload();
    const other = page.getByRole("row").filter({ hasText: "Recovery code" });
    await other.getByRole("button", { name: /^End the session/ }).click();
    await other.waitFor({ state: "detached" });
    passTime(1_000);
    await elsewhere.reload();
    await elsewhere.getByRole("heading", { name: "Sign in to Bursar" }).waitFor();
  });

  it("changes the password only with the current one and ends other sessions", async () => {
    const user = dashboard.user("bookkeeper");
    const page = await openProfile(user);
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    const change = async (password: string, newPassword: string) => {
      await dialog.getByLabel("Current password").fill(password);
      await dialog.getByLabel("New password").fill(newPassword);
      await dialog.getByRole("button", { name: "Change password" }).click();
    };
    await change("not the password", "three herons above the weir");
    await page.getByText("The password, code, or passkey is wrong").waitFor();
    await change(user.password, "short");
    await page.getByText("must have 12 to 200 characters").waitFor();
    await change(user.password, "three herons above the weir");
    await page.getByText("Your password was changed.").waitFor();
    await dialog.waitFor({ state: "detached" });
  });

  it("works by keyboard alone", async () => {
    const user = { ...dashboard.user("bookkeeper"), password: "three herons above the weir" };
    const page = await openProfile(user);
    await page.getByLabel("First name").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Clara");
    await page.keyboard.press("Enter");
    await page.getByText("Your name was changed.").waitFor();
    await page.getByRole("button", { name: "Set up" }).focus();
    await page.keyboard.press("Enter");
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof.waitFor();
    await page.keyboard.type(user.password);
    await page.keyboard.press("Enter");
    await proof.waitFor({ state: "detached" });
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});
