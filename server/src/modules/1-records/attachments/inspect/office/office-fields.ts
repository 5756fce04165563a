import { attributesOf, type XmlTag } from "./xml-tags.ts";

/** Fields that start a program and show its answer (ISO/IEC 29500-1, section 17.16.5, and Word's DDEAUTO). */
const STARTS_PROGRAM = /^\s*DDE(?:AUTO)?(?![A-Za-z])/i;
const INSTRUCTION_LENGTH_MAX = 100;
const PROBLEM = "it starts programs when it is opened";

/** The problem of a Word part with such a field. Its instruction may be spread over several runs of text. */
export async function fieldProblem(tags: AsyncIterable<XmlTag>): Promise<string | undefined> {
  let instruction = "";
  let isInside = false;
  for await (const tag of tags) {
    const { name, text } = tag;
    if (name === "fldChar") {
      if (STARTS_PROGRAM.test(plainText(instruction))) return PROBLEM;
      instruction = "";
    }
    if (name === "fldSimple" && STARTS_PROGRAM.test(plainText(instructionIn(tag)))) return PROBLEM;
    if (name === "instrText") isInside = true;
    if (name === "/instrText") isInside = false;
    if (isInside && instruction.length < INSTRUCTION_LENGTH_MAX) instruction += text.slice(0, INSTRUCTION_LENGTH_MAX);
  }
  return STARTS_PROGRAM.test(plainText(instruction)) ? PROBLEM : undefined;
}

/** The attribute "instr", with any prefix. */
function instructionIn(tag: XmlTag): string {
  const [, value = ""] = [...attributesOf(tag)].find(([name]) => name.split(":").at(-1) === "instr") ?? [];
  return value.slice(0, INSTRUCTION_LENGTH_MAX);
}

/** With the characters that are written as numbers. */
const plainText = (text: string): string =>
  text.replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
