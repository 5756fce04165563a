import type { Letter } from "#records/mail";
import type { ChatKind } from "#records/notifications";

/** What each of them accepts: longer texts make it reject the whole message. */
const HEADER_MAX = 150;
const TEXT_MAX = 2_000;
const FIELDS_MAX = 10;

/**
 * A letter as the body of a request to an incoming webhook. Names and memos are other people's texts: they are in members
 * that show plain text, so they can neither mention a channel, nor become links, nor imitate what the service says.
 */
export const messageBody = (kind: ChatKind, letter: Letter): string =>
  JSON.stringify(kind === "slack" ? slackMessage(letter) : teamsMessage(letter));

/** Slack, "Reference: blocks" (api.slack.com). */
function slackMessage({ subject, paragraphs, facts = [], link, footer }: Letter) {
  const plain = (text: string, most = TEXT_MAX) => ({ type: "plain_text", text: cut(text, most), emoji: false });
  const fields = facts.slice(0, FIELDS_MAX).map(([name, value]) => plain(`${name}\n${value}`));
  return {
    // Shown in notifications of the client, where only these three characters have a meaning.
    text: escaped(cut(subject, TEXT_MAX)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(subject, HEADER_MAX) },
      ...paragraphs.map((paragraph) => ({ type: "section", text: plain(paragraph) })),
      ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
      ...(link === undefined
        ? []
        : [{ type: "section", text: { type: "mrkdwn", text: `<${escaped(link.url)}|${escaped(link.label)}>` } }]),
      ...(footer === "" ? [] : [{ type: "context", elements: [plain(footer)] }]),
    ],
  };
}

const SLACK_ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => SLACK_ESCAPES[character] ?? "");

/** A card for a workflow of Teams that posts what its webhook receives (adaptivecards.io, version 1.4). */
function teamsMessage({ subject, paragraphs, facts = [], link, footer }: Letter) {
  // A TextBlock would read Markdown; a TextRun shows what it has.
  const block = (runs: readonly { readonly text: string; readonly [style: string]: unknown }[]) => ({
    type: "RichTextBlock",
    inlines: runs.map((run) => ({ type: "TextRun", ...run, text: withoutFunctions(cut(run.text, TEXT_MAX)) })),
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      block([{ text: subject, weight: "bolder", size: "medium" }]),
      ...paragraphs.map((text) => block([{ text }])),
      ...facts.map(([name, value]) => block([{ text: `${name}: `, weight: "bolder" }, { text: value }])),
      ...(footer === "" ? [] : [block([{ text: footer, isSubtle: true, size: "small" }])]),
    ],
    actions: link === undefined ? [] : [{ type: "Action.OpenUrl", title: link.label, url: link.url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

/** Cards compute `{{DATE(…)}}` in any text. */
const withoutFunctions = (text: string): string => text.replaceAll("{{", "{ {");

/** By characters as people count them, in one line each: the clients break lines themselves. */
function cut(text: string, most: number): string {
  const characters = Array.from(text.toWellFormed());
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
