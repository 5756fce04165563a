import type { ForeignElement } from "./element-types.ts";
import { FOREIGN_DEPTH_MAX } from "./write-element.ts";
import type { XmlStartTag } from "./xml-input.ts";

/** Elements of other standards, as supplementary data and signatures contain them. */
export interface ForeignReading {
  /** At the top; exactly one is valid. */
  readonly elements: ForeignElement[];
  readonly open: OpenForeign[];
}

interface OpenForeign {
  readonly children: (ForeignElement | string)[];
}

const NAMESPACE_DECLARATIONS = "http://www.w3.org/2000/xmlns/";

export const newForeignReading = (): ForeignReading => ({ elements: [], open: [] });

/** Begins an element; returns the violated rule. */
export function openForeign(reading: ForeignReading, tag: XmlStartTag): string | undefined {
  const own: (readonly [name: string, value: string])[] = [];
  let rule: string | undefined;
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    if (uri === NAMESPACE_DECLARATIONS) continue;
    if (uri === "") own.push([local, value]);
    else rule = "foreign content must not have attributes with a prefix";
  }
  const children: (ForeignElement | string)[] = [];
  const attributes: Readonly<Record<string, string>> = Object.fromEntries(own);
  const element: ForeignElement = { name: tag.local, namespace: tag.uri, attributes, children };
  const siblings = reading.open.at(-1)?.children ?? reading.elements;
  siblings.push(element);
  reading.open.push({ children });
  return reading.open.length > FOREIGN_DEPTH_MAX
    ? `foreign content may be at most ${FOREIGN_DEPTH_MAX} elements deep`
    : rule;
}

/** Adds text; false if text is not allowed here. */
export function textOfForeign(reading: ForeignReading, text: string): boolean {
  const open = reading.open.at(-1);
  if (open === undefined) return !/[^ \t\r\n]/.test(text);
  open.children.push(text);
  return true;
}

/** Ends an element of the content; false if the end tag belongs to the element around it. */
export const closeForeign = (reading: ForeignReading): boolean => reading.open.pop() !== undefined;
