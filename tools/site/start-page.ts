import type { MarkdownIt } from "./libraries.ts";
import { escapeHtml } from "./markdown.ts";
import { type Area, type Page, plainText, urlOf } from "./pages.ts";

const FIRST_PAYMENT = `curl http://127.0.0.1:8080/api/v1/account/$ACCOUNT/transactions \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "recipientId": "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10",
    "amount": 125.50,
    "paymentMethod": "realTimePayment",
    "idempotencyKey": "invoice-42"
  }'
`;

/** The first page: what Bursar is, the first payment, and the documents of docs/use as its README.md lists them. */
export function startPage([guides, api, operate]: readonly Area[], readme: Page, markdown: MarkdownIt): string {
  const quickstart = guides?.groups.flatMap(({ entries }) => entries).find(({ address }) => address === "quickstart");
  const groups = (guides?.groups ?? [])
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ address }) => address !== "") }))
    .filter(({ entries }) => entries.length > 0);
  const more = [
    { url: urlOf("api"), label: api?.title ?? "", about: "Every operation, field, and error, with examples." },
    { url: urlOf("operate"), label: operate?.title ?? "", about: "Install it, connect a bank, back it up, watch it." },
  ];
  const cards = groups.map(
    ({ title, entries }) =>
      `<section class="group"><h2>${escapeHtml(title)}</h2><ul class="cards">${entries.map(({ address, label, about }) => card(urlOf(address), label, plainText(about))).join("")}</ul></section>`,
  );
  return `<div class="hero"><div><h1>Payments from your own bank accounts</h1>
<p>Bursar pays people and companies by ACH, check, wire, and real-time payment, over an HTTP API that you host. With a double-entry ledger, approvals, signed webhooks, and a bank in the sandbox.</p>
<p class="actions">${quickstart ? `<a class="primary" href="${urlOf(quickstart.address)}">Start in five minutes</a>` : ""}<a href="${urlOf("api")}">API reference</a></p></div>
${markdown.render(`\`\`\`sh\n${FIRST_PAYMENT}\`\`\`\n`)}</div>
${cards.join("\n")}
<section class="group"><h2>More</h2><ul class="cards">${more.map(({ url, label, about }) => card(url, label, about)).join("")}</ul></section>
<div class="text">${markdown.render(sectionsWithoutLists(readme.markdown, groups), { source: readme.source })}</div>`;
}

/** What the README.md says besides the lists, which are the cards. */
const sectionsWithoutLists = (markdown: string, groups: readonly { readonly title: string }[]): string =>
  markdown
    .split(/^(?=## )/m)
    .slice(1)
    .filter((section) => !groups.some(({ title }) => section.startsWith(`## ${title}\n`)))
    .join("");

const card = (url: string, label: string, about: string): string =>
  `<li><a href="${url}"><strong>${escapeHtml(label)}</strong><span>${escapeHtml(about.charAt(0).toUpperCase() + about.slice(1))}</span></a></li>`;
