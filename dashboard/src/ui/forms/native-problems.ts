import { NEEDED } from "../../api/field-words.ts";

/**
 * What the browser finds wrong with a field, in our own words and style: below the field, and linked to it for screen
 * readers, instead of the browser's bubble. For every form, because most fields need no code of their own this way.
 */

const MARK = "data-native-problem";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

function missing(field: Field): string {
  if (field instanceof HTMLSelectElement || field.getAttribute("aria-haspopup") === "listbox") return "Choose one.";
  if (field.type === "checkbox") return "Check this box to continue.";
  if (field.type === "radio") return "Choose one.";
  return field.type === "date" ? "Enter a date." : NEEDED;
}

function problemOf(field: Field): string {
  const { validity } = field;
  if (validity.valueMissing) return missing(field);
  if (validity.typeMismatch)
    return field.type === "url"
      ? "Enter a URL, such as https://example.com."
      : "Enter an email address, such as name@company.com.";
  if (validity.badInput) return field.type === "number" ? "Enter a number." : "Enter a date, such as 2026-12-31.";
  if (!(field instanceof HTMLInputElement)) return field.validationMessage;
  if (validity.tooShort) return `Use at least ${field.minLength} characters.`;
  if (validity.tooLong) return `Use at most ${field.maxLength} characters.`;
  if (validity.rangeUnderflow) return `Enter ${field.min} or ${field.type === "date" ? "later" : "more"}.`;
  if (validity.rangeOverflow) return `Enter ${field.max} or ${field.type === "date" ? "earlier" : "less"}.`;
  if (validity.patternMismatch && field.title !== "") return field.title;
  return field.validationMessage;
}

const FRAMES = ".mantine-InputWrapper-root, .mantine-Checkbox-root, .mantine-Radio-root, .mantine-Switch-root";

/** The field with its label. */
const frameOf = (field: Field): Element | null => field.closest(FRAMES) ?? field.parentElement;

function clear(field: Field): void {
  const frame = frameOf(field);
  const shown = frame?.querySelector(`:scope > [${MARK}]`);
  if (!shown) return;
  shown.remove();
  field.removeAttribute("aria-invalid");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== shown.id);
  if (others.join("") === "") field.removeAttribute("aria-describedby");
  else field.setAttribute("aria-describedby", others.join(" "));
}

let shownSoFar = 0;

function show(field: Field): void {
  clear(field);
  const problem = document.createElement("p");
  shownSoFar += 1;
  problem.id = `problem-${shownSoFar}`;
  problem.className = "fieldProblem";
  problem.setAttribute(MARK, "");
  problem.textContent = problemOf(field);
  frameOf(field)?.append(problem);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute(
    "aria-describedby",
    [field.getAttribute("aria-describedby"), problem.id].filter(Boolean).join(" "),
  );
}

/** Whether the focus has gone to the first field with a problem of this attempt. */
let isFocused = false;

function onInvalid(event: Event): void {
  if (!isField(event.target)) return;
  // Keeps the browser's bubble away.
  event.preventDefault();
  show(event.target);
  if (isFocused) return;
  isFocused = true;
  event.target.focus();
  setTimeout(() => {
    isFocused = false;
  });
}

/** A choice from a list changes its field without an event. */
function clearSolved(): void {
  for (const shown of document.querySelectorAll(`[${MARK}]`))
    for (const field of shown.parentElement?.querySelectorAll("input, textarea, select") ?? [])
      if (isField(field) && field.validity.valid) clear(field);
}

export function showNativeProblems(): void {
  document.addEventListener("invalid", onInvalid, true);
  for (const change of ["input", "change"])
    document.addEventListener(change, ({ target }) => (isField(target) ? clear(target) : undefined), true);
  for (const end of ["click", "keyup", "focusout"]) document.addEventListener(end, () => setTimeout(clearSolved), true);
}
