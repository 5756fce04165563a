export interface XmlTag {
  /** Without its prefix; with a slash if it ends an element. */
  readonly name: string;
  /** Everything between the angle brackets. */
  readonly tag: string;
  /** The text until the next tag, with character references as they are. */
  readonly text: string;
}

/** Markup that no office program writes, or that is too long to be read here. */
export class UnusualXml extends Error {
  override readonly name = "UnusualXml";
}

const TAG_LENGTH_MAX = 256 * 1024;

/** The tags of an XML document in UTF-8, one after another. Throws UnusualXml, also for other encodings and entities. */
export async function* tagsIn(parts: AsyncIterable<Buffer>): AsyncGenerator<XmlTag> {
  let rest: string | undefined;
  for await (const part of parts) {
    // Latin 1 leaves the bytes of UTF-8 as they are; everything that matters here is ASCII.
    const text = part.toString("latin1");
    // UTF-16, whose ASCII characters contain zeros.
    if (text.includes("\u0000")) throw new UnusualXml("The document is not in UTF-8");
    const pieces: string[] = `${rest ?? ""}${text}`.split("<");
    const isFirst: boolean = rest === undefined;
    rest = pieces.pop() ?? "";
    if (rest.length > TAG_LENGTH_MAX) throw new UnusualXml("A tag is too long");
    // What precedes the first tag.
    for (const piece of isFirst ? pieces.slice(1) : pieces) yield tagOf(piece);
    if (isFirst && pieces.length === 0 && rest.trim() !== "") throw new UnusualXml("There is no tag");
  }
  if (rest !== undefined && rest !== "") yield tagOf(rest);
}

function tagOf(piece: string): XmlTag {
  const end = piece.startsWith("!--") ? piece.indexOf(">") : endOfTag(piece);
  if (end === -1) throw new UnusualXml("A tag does not end");
  const tag = piece.slice(0, end);
  if (tag.startsWith("!") && !tag.startsWith("!--")) throw new UnusualXml("There is a document type or CDATA section");
  const [full = ""] = tag.split(/[\s/]/, 2).filter((part) => part !== "");
  const name = full.slice(full.indexOf(":") + 1);
  return { name: tag.startsWith("/") ? `/${name}` : name, tag, text: piece.slice(end + 1) };
}

/** A value in quotation marks may contain what would end the tag. */
function endOfTag(piece: string): number {
  let quote: string | undefined;
  for (let at = 0; at < piece.length; at += 1) {
    const character = piece[at];
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === ">") return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

const ATTRIBUTE = /\s([\w:.-]+)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

/** The attributes with their prefixes; values as they are written. Throws UnusualXml unless all of them are understood. */
export function attributesOf({ tag }: XmlTag): ReadonlyMap<string, string> {
  if (tag.replaceAll(ATTRIBUTE, "").includes("=")) throw new UnusualXml("An attribute is written in an unusual way");
  return new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [name, double ?? single ?? ""] as const),
  );
}
