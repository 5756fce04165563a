import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { canInstallPackages, installPackage } from "../../../server/test/kit/databases/debian-package.ts";

/** The headless shell first: it renders the same pages in a third less processor time. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Set by `npm test -- --browser`: the name or path of the only browser to use. */
export const BROWSER_VARIABLE = "BURSAR_TEST_BROWSER";

const PACKAGE = "chromium-headless-shell";
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const INSTALL_CHROMIUM = `The dashboard's tests need Chromium: install it (Debian: apt-get install ${PACKAGE}; macOS: Google Chrome) and run them again.`;

const inPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

function findChromium(): string | undefined {
  for (const name of NAMES) {
    const path = inPath(name);
    if (path !== undefined) return path;
  }
  return existsSync(MAC) ? MAC : undefined;
}

function findChosen(browser: string): string {
  const path = browser.includes("/") ? resolve(browser) : inPath(browser);
  if (browser === "" || path === undefined || !existsSync(path))
    throw new Error(`The browser of --browser was not found: ${browser}`);
  return path;
}

/**
 * The path of the chosen browser, or of a Chromium; installs Debian's where that needs no consent.
 * @throws Error that says what to install
 */
export function ensureChromium(): string {
  const chosen = process.env[BROWSER_VARIABLE];
  if (chosen !== undefined) return findChosen(chosen);
  const found = findChromium();
  if (found) return found;
  if (!canInstallPackages()) throw new Error(INSTALL_CHROMIUM);
  installPackage(PACKAGE, INSTALL_CHROMIUM);
  const installed = findChromium();
  if (!installed) throw new Error(INSTALL_CHROMIUM);
  return installed;
}
