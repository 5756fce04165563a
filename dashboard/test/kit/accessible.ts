import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { findPassedParts } from "./passed-parts.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Every rule in light mode; only color rules again in dark mode, because nothing else differs. Style sheets are not fetched
 * again: only an experimental rule reads them.
 */
const RULES = {
  light: "{ resultTypes: ['violations'], preload: { assets: ['media'] } }",
  dark: "{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }",
};

/** A modal dialog hides the page behind it, so only the dialog is checked. */
const SUBJECT = "document.querySelector('[role=dialog][aria-modal=true]') ?? document";

/**
 * Fails when axe finds a violation (WCAG 2 A and AA, best practices) in light or dark mode. Rules about the page as a whole
 * see all of it; the others skip parts that have passed before.
 */
export async function checkAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const pass = await findPassedParts(page, SUBJECT);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    // Evaluated in the page, where axe was injected.
    const { violations } = (await page.evaluate(
      `axe.run({ include: ${SUBJECT}, exclude: passedParts }, ${RULES[colorScheme]})`,
    )) as {
      violations: Violation[];
    };
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes
          .slice(0, 3)
          .map(
            ({ html, failureSummary = "" }) =>
              `    ${html.slice(0, 200)}\n      ${failureSummary.replaceAll("\n", " ")}`,
          )
          .join("\n")}`,
    );
    assert.deepEqual(found, [], `axe on ${page.url()} (${colorScheme}):\n${found.join("\n")}`);
  }
  pass();
  await page.emulateMedia({ colorScheme: "light" });
}
