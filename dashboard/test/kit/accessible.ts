import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { long } from "../../../server/test/kit/faults/random.ts";
import { settled } from "./lent-pages.ts";
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

type Mode = keyof typeof RULES;

export interface AccessibleOptions {
  /**
   * Also in dark mode. Runs with `--long` check every page in it; ordinary runs one of each family of components, because
   * dark mode doubles the processor time and differs in colors only.
   */
  readonly inDark?: boolean;
}

/**
 * Fails when axe finds a violation (WCAG 2 A and AA, best practices). Rules about the page as a whole see all of it; the
 * others skip parts that have passed before.
 */
export async function checkAccessible(page: Page, { inDark = false }: AccessibleOptions = {}): Promise<void> {
  // A page has its heading as soon as its script is loaded. What it shows until its answer arrives is dimmed, or a skeleton.
  await page.locator("h1").first().waitFor({ state: "attached" });
  await settled(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  await checkIn(page, "light");
  if (!inDark && !long) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await checkIn(page, "dark");
  await page.emulateMedia({ colorScheme: "light" });
}

async function checkIn(page: Page, mode: Mode): Promise<void> {
  const pass = await findPassedParts(page, SUBJECT, mode);
  // Evaluated in the page, where axe was injected.
  const { violations } = (await page.evaluate(
    `axe.run({ include: ${SUBJECT}, exclude: passedParts }, ${RULES[mode]})`,
  )) as {
    violations: Violation[];
  };
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 3)
        .map(
          ({ html, failureSummary = "" }) => `    ${html.slice(0, 200)}\n      ${failureSummary.replaceAll("\n", " ")}`,
        )
        .join("\n")}`,
  );
  assert.deepEqual(found, [], `axe on ${page.url()} (${mode}):\n${found.join("\n")}`);
  pass();
}
