import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstallPackages, installPackage } from "../../../server/test/kit/databases/debian-package.ts";

/** The headless shell first: it renders the same pages in a third less processor time. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const PACKAGE = "chromium-headless-shell";
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const INSTALL_CHROMIUM = `The dashboard's tests need Chromium: install it (Debian: apt-get install ${PACKAGE}; macOS: Google Chrome) and run them again.`;

function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find((path) =>
    existsSync(path),
  );
}

/**
 * The path of a Chromium; installs Debian's where that needs no consent.
 * @throws Error that says what to install
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (!canInstallPackages()) throw new Error(INSTALL_CHROMIUM);
  installPackage(PACKAGE, INSTALL_CHROMIUM);
  const installed = findChromium();
  if (!installed) throw new Error(INSTALL_CHROMIUM);
  return installed;
}
