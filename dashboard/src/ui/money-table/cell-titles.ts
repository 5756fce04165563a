import type { PointerEvent } from "react";

/**
 * The row's link covers its cells, so their tooltips would never open. The link shows that of the cell under the pointer:
 * its title, or its text if that is cut off.
 */
export function showCellTitle(event: PointerEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row-link]") : null;
  if (link === null) return;
  const cell = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.matches("td"));
  const title = cell === undefined ? "" : titleOf(cell);
  if (link.title !== title) link.title = title;
}

function titleOf(cell: Element): string {
  const titled = [...cell.querySelectorAll("[title]:not([data-row-link])")];
  if (titled.length > 0) return titled.map((element) => element.getAttribute("title") ?? "").join("\n");
  const isCut = [cell, ...cell.querySelectorAll("*")].some((element) => element.scrollWidth > element.clientWidth + 1);
  return isCut ? (cell.textContent ?? "") : "";
}
