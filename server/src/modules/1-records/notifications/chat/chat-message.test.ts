import assert from "node:assert/strict";
import { test } from "node:test";
import type { Letter } from "#records/mail";
import { messageBody } from "./chat-message.ts";

const MEAN =
  "<!channel> & <https://evil.example|Approve> *bold* [x](https://evil.example) {{DATE(2026-01-01T00:00:00Z)}}";
const letter: Letter = {
  subject: MEAN,
  paragraphs: [MEAN],
  facts: [["Recipient", MEAN]],
  link: { label: "Review request", url: "https://bursar.example/dashboard/approvals/1?a=1&b=2" },
  footer: "Sign in to decide.",
};

test("Slack gets other people's text as plain text, and only our link as markup", () => {
  const { text, blocks } = JSON.parse(messageBody("slack", letter));
  assert.ok(!/<!channel>|<https/.test(text));
  const texts = JSON.stringify(blocks).match(/\{"type":"(plain_text|mrkdwn)","text":"[^"]*"/g) ?? [];
  assert.deepEqual(
    texts.filter((found) => found.includes("mrkdwn")),
    ['{"type":"mrkdwn","text":"<https://bursar.example/dashboard/approvals/1?a=1&amp;b=2|Review request>"'],
  );
  assert.equal(texts.length, 5);
});

test("Teams gets them as runs of text, which are no Markdown and compute nothing", () => {
  const [{ content }] = JSON.parse(messageBody("teams", letter)).attachments;
  const blocks: { type: string; inlines: { type: string; text: string }[] }[] = content.body;
  assert.ok(
    blocks.every(({ type, inlines }) => type === "RichTextBlock" && inlines.every((run) => run.type === "TextRun")),
  );
  assert.ok(!JSON.stringify(content.body).includes("{{"));
  assert.deepEqual(content.actions, [{ type: "Action.OpenUrl", title: "Review request", url: letter.link?.url }]);
});

test("texts are cut to what Slack accepts, at whole characters", () => {
  const { blocks } = JSON.parse(
    messageBody("slack", { ...letter, subject: "🌲".repeat(200), paragraphs: ["x".repeat(5_000)] }),
  );
  assert.equal(Array.from(blocks[0].text.text).length, 150);
  assert.ok(blocks[0].text.text.isWellFormed() && blocks[0].text.text.endsWith("🌲…"));
  assert.equal(blocks[1].text.text.length, 2_000);
});
