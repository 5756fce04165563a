import assert from "node:assert/strict";
import { test } from "node:test";
import { type NotificationKind, notificationKindNames } from "./kinds.ts";
import { type NotificationFacts, readFacts, storedFacts } from "./notification.ts";
import { notificationSentence } from "./sentences.ts";

const paid = { name: "Tern Packaging", amountMinor: 4_210_50n } as const;
const changed = { text: "Invite Grace Hopper as approver" } as const;

const cases: readonly (readonly [NotificationKind, NotificationFacts, string])[] = [
  ["approvalRequested", paid, "Ben Oyelaran requested $4,210.50 to Tern Packaging"],
  [
    "approvalRequested",
    { ...paid, name: "Payroll", isTransfer: true },
    "Ben Oyelaran requested a transfer of $4,210.50 to Payroll",
  ],
  [
    "approvalRequested",
    { ...paid, outcome: "termsChanged" },
    "The terms of $4,210.50 to Tern Packaging changed after your approval: approve it again",
  ],
  [
    "batchRequested",
    { name: "November suppliers", count: 12, amountMinor: 9_000_00n },
    "Ben Oyelaran requested the batch November suppliers (12 payments, $9,000.00)",
  ],
  ["requestApproved", paid, "Ben Oyelaran approved your request for $4,210.50 to Tern Packaging"],
  [
    "requestRejected",
    { ...paid, text: "Paid before" },
    "Ben Oyelaran rejected your request for $4,210.50 to Tern Packaging: Paid before",
  ],
  ["requestWithdrawn", paid, "Ben Oyelaran withdrew your request for $4,210.50 to Tern Packaging"],
  [
    "batchDecided",
    { name: "November suppliers", count: 1, outcome: "approved" },
    "Ben Oyelaran approved the batch November suppliers (1 payment)",
  ],
  ["fileReady", { name: "november.csv" }, "The file november.csv is ready"],
  [
    "mentioned",
    { ...paid, text: "See page 2" },
    "Ben Oyelaran mentioned you on $4,210.50 to Tern Packaging: “See page 2”",
  ],
  ["commented", paid, "Ben Oyelaran commented on $4,210.50 to Tern Packaging"],
  ["questionAsked", { ...paid, text: "Why?" }, "Ben Oyelaran asked about $4,210.50 to Tern Packaging: “Why?”"],
  ["questionAnswered", paid, "Ben Oyelaran answered about $4,210.50 to Tern Packaging"],
  [
    "ownPaymentProblem",
    { ...paid, outcome: "returned", text: "Account closed" },
    "The payment of $4,210.50 to Tern Packaging was returned: Account closed",
  ],
  [
    "otherPaymentProblem",
    { ...paid, outcome: "notRequested", text: "The account is closed" },
    "The recurring payment of $4,210.50 to Tern Packaging could not be requested: The account is closed",
  ],
  [
    "detailsToConfirm",
    { name: "Globex", outcome: "details" },
    "Ben Oyelaran changed the bank details of Globex: confirm them",
  ],
  ["detailsToConfirm", { name: "Globex", outcome: "name" }, "Ben Oyelaran renamed Globex: confirm the name"],
  ["detailsDecided", { name: "Globex", outcome: "declined" }, "Ben Oyelaran declined your change of Globex"],
  [
    "changeToConfirm",
    changed,
    "Ben Oyelaran proposed a change that needs a second person: Invite Grace Hopper as approver",
  ],
  [
    "changeDecided",
    { ...changed, outcome: "confirmed" },
    "Ben Oyelaran confirmed your change: Invite Grace Hopper as approver",
  ],
  [
    "webhookFailing",
    { name: "hooks.example.com", outcome: "failing" },
    "The webhook hooks.example.com is failing: events are retried",
  ],
  [
    "webhookFailing",
    { name: "hooks.example.com", outcome: "disabled" },
    "The webhook hooks.example.com was disabled: it receives no events",
  ],
  ["bankAttention", { text: "The bank has not answered: a.ach" }, "The bank has not answered: a.ach"],
  [
    "screeningMatch",
    { name: "Globex", text: "GLOBEX TRADING (OFAC SDN)" },
    "Globex resembles GLOBEX TRADING (OFAC SDN): two people have to decide, and payments wait",
  ],
  ["screenerFailing", { text: "No list is loaded" }, "Screening does not answer, so payments wait: No list is loaded"],
  ["statementsReady", { name: "October 2026" }, "Statements for October 2026 are ready"],
];

test("each kind of notification is a sentence", () => {
  for (const [kind, facts, sentence] of cases)
    assert.equal(notificationSentence(kind, facts, "Ben Oyelaran"), sentence);
  assert.deepEqual(
    notificationKindNames.filter((kind) => !cases.some(([covered]) => covered === kind)),
    [],
    "has a case",
  );
});

test("a sentence without some of its facts is still a sentence", () => {
  for (const kind of notificationKindNames) {
    const sentence = notificationSentence(kind, {}, undefined);
    assert.match(sentence, /^[A-Z].{8,}/, kind);
    assert.doesNotMatch(sentence, /undefined| {2}/, kind);
  }
});

test("facts are stored as JSON, and long texts are cut between characters", () => {
  const facts = { ...paid, text: `${"é".repeat(298)}👍👍👍` };
  const stored = readFacts(JSON.parse(JSON.stringify(storedFacts(facts))));
  assert.deepEqual(stored, { ...paid, text: `${"é".repeat(298)}👍…` });
});
