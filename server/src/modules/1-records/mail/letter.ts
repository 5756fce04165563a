/** HTML whose texts are escaped. Only the tag creates it, so outside text never becomes markup. */
interface Html {
  readonly markup: string;
}

type Piece = string | Html | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

function markupOf(piece: Piece): string {
  if (typeof piece === "string") return escapeText(piece);
  return "markup" in piece ? piece.markup : piece.map(({ markup }) => markup).join("");
}

/** HTML with its values escaped, except values that are HTML themselves. Attributes must be quoted. */
const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  markup: strings.map((text, at) => `${text}${markupOf(pieces[at] ?? "")}`).join(""),
});

/** The parts of an email; one layout renders text and HTML. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Names and values, such as recipient and amount. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Lines with links, in groups, after the facts. */
  readonly lists?: readonly LinkedList[];
  /** Where to act on it; absent for people without an account. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Why the user received it, and what to do if it was unexpected. */
  readonly footer: string;
  /** Where to choose which emails to receive; absent for those that are always sent. */
  readonly manage?: { readonly label: string; readonly url: string };
}

/** What an email to a customer or recipient shows of the organization that it is about. */
export interface LetterBrand {
  readonly legalName: string;
  /** #rrggbb, on which white text can be read. */
  readonly color: string | undefined;
  readonly hasLogo: boolean;
}

/** The `Content-ID` of the logo, which the mailer attaches. */
export const LOGO_ID = "logo@bursar";

/** A group of lines, each of which leads somewhere. */
export interface LinkedList {
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly url: string }[];
  /** How many are left out: "and 5 more". */
  readonly rest?: string;
}

/** An email as it is sent. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** It shows the organization's logo, which is attached when it is sent. */
  readonly showsLogo?: true;
}

const SUBJECT_LENGTH_MAX = 200;

/** One line: names may contain line breaks, which would start another header. */
const subjectOf = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, SUBJECT_LENGTH_MAX);

export const renderLetter = (letter: Letter, brand?: LetterBrand): MailContent => ({
  subject: subjectOf(letter.subject),
  text: textOf(letter),
  html: htmlOf(letter, brand).markup,
  ...(brand?.hasLogo ? { showsLogo: true } : {}),
});

function textOf({ paragraphs, facts = [], lists = [], link, footer, manage }: Letter): string {
  const table = facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  const linked = link === undefined ? [] : [`${link.label}:\n${link.url}`];
  const groups = lists.map(({ title, items, rest }) =>
    [title, ...items.map(({ text, url }) => `- ${text}\n  ${url}`), ...(rest === undefined ? [] : [rest])].join("\n"),
  );
  const last = manage === undefined ? footer : `${footer}\n${manage.label}: ${manage.url}`;
  const parts = [...paragraphs, ...(table === "" ? [] : [table]), ...groups, ...linked, `-- \n${last}`];
  return `${parts.join("\n\n")}\n`;
}

/** Tables and inline styles, for the sake of email clients. No external content is loaded. */
const htmlOf = (
  { subject, paragraphs, facts = [], lists = [], link, footer, manage }: Letter,
  brand: LetterBrand | undefined,
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
${brand === undefined ? "" : letterhead(brand)}<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${subject}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}${
  facts.length === 0
    ? ""
    : html`<table role="presentation" style="border-collapse:collapse;margin:0 0 20px">
${facts.map(
  ([
    name,
    value,
  ]) => html`<tr><td style="padding:2px 24px 2px 0;opacity:.7;vertical-align:top">${name}</td><td style="padding:2px 0;font-variant-numeric:tabular-nums">${value}</td></tr>
`,
)}</table>
`
}${lists.map(listOf)}${link === undefined ? "" : button(link, brand?.color)}<p style="margin:0;padding-top:12px;border-top:1px solid #8888;font-size:13px;opacity:.7">${footer}${manage === undefined ? "" : html` <a href="${manage.url}" style="color:inherit">${manage.label}</a>`}</p>
</div>
</body>
</html>
`;

const listOf = ({ title, items, rest }: LinkedList) => html`<h2 style="font-size:16px;margin:0 0 4px">${title}</h2>
<ul style="margin:0 0 16px;padding-left:20px">
${items.map(
  ({ text, url }) => html`<li style="padding:2px 0"><a href="${url}" style="color:inherit">${text}</a></li>
`,
)}</ul>
${
  rest === undefined
    ? ""
    : html`<p style="margin:-12px 0 16px;opacity:.7">${rest}</p>
`
}`;

/** The logo on white, because it is drawn for that, next to the legal name. The text below remains the service's own. */
const letterhead = ({ legalName, color, hasLogo }: LetterBrand) =>
  color === undefined && !hasLogo
    ? ""
    : html`<div style="margin:0 0 20px;padding:12px 0 0;border-top:4px solid ${color ?? SERVICE_COLOR}">${
        hasLogo
          ? html`<img src="cid:${LOGO_ID}" alt="" height="40" style="display:block;height:40px;max-width:200px;margin:0 0 4px;padding:4px;border-radius:4px;background:#ffffff;object-fit:contain">`
          : ""
      }<span style="font-size:14px;opacity:.8">${legalName}</span></div>
`;

const SERVICE_COLOR = "#2d7049";

const button = ({ label, url }: NonNullable<Letter["link"]>, color = SERVICE_COLOR) =>
  html`<p style="margin:0 0 8px"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${color};color:#ffffff;text-decoration:none">${label}</a></p>
<p style="margin:0 0 24px;font-size:13px;opacity:.7;overflow-wrap:anywhere">${url}</p>
`;
