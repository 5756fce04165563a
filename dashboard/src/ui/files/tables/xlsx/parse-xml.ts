import { SaxesParser, type SaxesTagPlain } from "saxes";
import { FileProblem } from "../file-table.ts";

/** What the reader of a part receives. Names have no namespace prefixes. */
export interface XmlReader {
  readonly onOpen?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly onText?: (text: string) => void;
  readonly onClose?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An attribute by its local name, so that `r:id` is found under any prefix. */
function attributeOf({ attributes }: SaxesTagPlain, localPart: string): string | undefined {
  for (const [name, value] of Object.entries(attributes)) if (localName(name) === localPart) return value;
  return undefined;
}

/**
 * Parses a part of a workbook while it is unpacked. Stricter than XML: document types, which can declare entities, are
 * refused, and nothing outside the part is read.
 *
 * @throws FileProblem for anything that is not well-formed XML
 */
export async function parseXml(chunks: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser();
  const stop = () => {
    throw new FileProblem(
      "The workbook is damaged. Open it in your spreadsheet program, save it again, and choose the copy.",
    );
  };
  parser.on("error", stop);
  parser.on("doctype", stop);
  parser.on("opentag", (tag) => reader.onOpen?.(localName(tag.name), (name) => attributeOf(tag, name)));
  parser.on("text", (text) => reader.onText?.(text));
  parser.on("cdata", (text) => reader.onText?.(text));
  parser.on("closetag", ({ name }) => reader.onClose?.(localName(name)));
  const decoder = new TextDecoder();
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode());
  parser.close();
}
