import { hostileTexts } from "./bounded-work.ts";
import type { BodySchema } from "./hostile-requests.ts";

export const BOUNDARY = "b";
const BODY_BYTES = 1024 * 1024 - 1024;
type MadeLater = readonly [shape: string, make: () => string];

const part = (disposition: string, content: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const whole = (...parts: readonly string[]): string => `${parts.join("")}--${BOUNDARY}--\r\n`;
const asName = (text: string): string => text.replaceAll(/["\r\n]/g, "'").slice(0, 7_000);

/** Bodies of uploads: each field, the file, its name, the headers of parts, and the boundaries between them. */
export function hostileForms(schema: BodySchema): readonly MadeLater[] {
  const fields = Object.keys(schema.properties ?? {}).filter((name) => name !== "file");
  const file = part('name="file"; filename="a.txt"', "hello");
  return [
    ...hostileTexts(BODY_BYTES).flatMap(({ shape, text }): readonly MadeLater[] => [
      [`body ${shape}`, () => text],
      [`file ${shape}`, () => whole(part('name="file"; filename="a.txt"', text))],
      [`name ${shape}`, () => whole(part(`name="file"; filename="${asName(text)}.txt"`, "hello"))],
      [`header ${shape}`, () => whole(part(`name="file"; filename="a.txt"\r\n${asName(text)}: x`, "hello"))],
      [`unknown field ${shape}`, () => whole(part(`name="${asName(text)}"`, "x"), file)],
      ...fields.map((name): MadeLater => [`${name} ${shape}`, () => whole(part(`name="${name}"`, text), file)]),
    ]),
    ["boundaries", () => `--${BOUNDARY}\r\n`.repeat(BODY_BYTES / 6)],
    [
      "almost boundaries",
      () => whole(part('name="file"; filename="a.txt"', `\r\n--${BOUNDARY}`.repeat(BODY_BYTES / 6))),
    ],
    ["parts", () => whole(...Array.from({ length: 10_000 }, (_, at) => part(`name="f${at}"`, "x")), file)],
    ["files", () => whole(...Array.from({ length: 10_000 }, () => file))],
  ];
}
