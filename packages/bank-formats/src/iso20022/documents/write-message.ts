import { BusinessApplicationHeaderV02 } from "../messages/generated.ts";
import { messageTables, NAMESPACE_START, type NamedMessage } from "../messages/message-tables.ts";
import { sequence } from "../schema/element-types.ts";
import { Iso20022Error } from "../schema/problems.ts";
import { type ElementWriter, newElementWriter, writeElement } from "../schema/write-element.ts";
import { attributeText } from "../schema/xml-text.ts";
import { messageProblems } from "./message-rules.ts";
import { type BusinessHeader, type EnvelopeElement, HEADER_NAME } from "./read-message.ts";

export interface WriteOptions {
  /** The business application header; it needs an envelope, because a document has one root. */
  readonly header?: BusinessHeader;
  /** Elements around header and document, from the outside in. */
  readonly envelope?: readonly EnvelopeElement[];
  /** Everything on one line. Otherwise indented by two blanks, so that people can read the file. */
  readonly isCompact?: boolean;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * The message as an XML document (UTF-8, no BOM, ends with a line feed unless compact). Throws Iso20022Error with all
 * problems, at most 20, if a value violates the message's table or a total is wrong; nothing invalid is ever returned.
 */
export function writeMessage(message: NamedMessage, options: WriteOptions = {}): string {
  const { header, envelope = [], isCompact = false } = options;
  const writer = newElementWriter({ isIndented: !isCompact });
  writer.pieces.push(DECLARATION);
  const problems = [...envelopeProblems(options, message)];
  openEnvelope(writer, envelope);
  if (header !== undefined)
    writeElement(writer, "AppHdr", BusinessApplicationHeaderV02, header, namespaceOf(HEADER_NAME));
  const { element, type } = messageTables[message.name];
  const table = sequence("Document", { [element]: type });
  writeElement(writer, "Document", table, { [element]: message.content }, namespaceOf(message.name));
  closeEnvelope(writer, envelope);
  problems.push(...writer.problems);
  // Totals can only be computed of values that are valid.
  if (problems.length === 0) problems.push(...messageProblems(message));
  if (problems.length > 0) throw new Iso20022Error(problems);
  return writer.pieces.join("") + (isCompact ? "" : "\n");
}

const namespaceOf = (name: string): string => ` xmlns="${NAMESPACE_START}${name}"`;

function envelopeProblems({ header, envelope = [] }: WriteOptions, message: NamedMessage) {
  if (header === undefined) return [];
  if (envelope.length === 0) return [{ path: "AppHdr", rule: "needs an envelope around header and document" }];
  if (header.MsgDefIdr === message.name) return [];
  return [{ path: "AppHdr/MsgDefIdr", rule: `must be ${message.name}, like the document`, value: header.MsgDefIdr }];
}

/** A namespace is declared where it changes. */
function openEnvelope(writer: ElementWriter, envelope: readonly EnvelopeElement[]): void {
  for (const [index, { name, namespace }] of envelope.entries()) {
    const isNew = namespace !== (envelope[index - 1]?.namespace ?? "");
    writer.path.push(name);
    writeTag(writer, `<${name}${isNew ? ` xmlns="${attributeText(namespace)}"` : ""}>`);
  }
}

function closeEnvelope(writer: ElementWriter, envelope: readonly EnvelopeElement[]): void {
  for (const { name } of envelope.toReversed()) {
    writeTag(writer, `</${name}>`);
    writer.path.pop();
  }
}

function writeTag(writer: ElementWriter, tag: string): void {
  if (writer.isIndented) writer.pieces.push("\n", "  ".repeat(writer.path.length - 1));
  writer.pieces.push(tag);
}
