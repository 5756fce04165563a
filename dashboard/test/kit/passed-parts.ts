import type { Page } from "playwright-core";

/**
 * Parts that repeat within a page and across pages: the shell, sections, rows of tables and lists, and what is checked
 * without its surroundings.
 */
const PARTS = "header, nav, section, form, tr, li, td, th, button, a, p, dt, dd, svg";
/** The values of these attributes differ between parts that are otherwise alike; being empty or missing still counts. */
const VALUES = "id|for|name|href|value|title|datetime|aria-label|aria-labelledby|aria-describedby|aria-controls";

/**
 * Runs in the page: finds parts with a known shape, and the new shapes. A shape is everything but texts and VALUES: the
 * elements, classes, styles, and states, and the classes and styles of what surrounds them.
 */
const FIND = `(subject, known) => {
  const shapes = new Set(known);
  const shapeOf = (part) => {
    let text = part.outerHTML.replace(/>[^<]+</g, ">x<").replace(/ (${VALUES})="[^"]+"/g, " $1");
    for (let outer = part.parentElement; outer; outer = outer.parentElement) text += outer.tagName + outer.className + outer.getAttribute("style");
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    return text.length + ":" + hash;
  };
  window.passedParts = [];
  for (const part of subject.querySelectorAll("${PARTS}")) {
    if (window.passedParts.some((passed) => passed.contains(part))) continue;
    const shape = shapeOf(part);
    if (shapes.has(shape)) window.passedParts.push(part);
    shapes.add(shape);
  }
  return [...shapes].slice(known.length);
}`;

/** By the mode in which they passed. */
const passedIn = new Map<string, Set<string>>();

/**
 * Sets `passedParts` in the page to the parts that look like one that has passed in this process and mode, so that they
 * need not be checked again. Call the result when the others have passed.
 */
export async function findPassedParts(page: Page, subject: string, mode: string): Promise<() => void> {
  const passed = passedIn.get(mode) ?? new Set<string>();
  passedIn.set(mode, passed);
  const added = await page.evaluate<string[]>(`(${FIND})(${subject}, ${JSON.stringify([...passed])})`);
  return () => {
    for (const shape of added) passed.add(shape);
  };
}
