import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { treasuryTypes } from "#money/treasury";
import { auditActions } from "#records/audit";
import { actionLabel } from "./labels.ts";
import { wordsOf } from "./names.ts";
import type { RecordedEntry } from "./phrase.ts";
import { findSentence, predicateOf } from "./sentences.ts";
import { changesInWords } from "./values.ts";

const ME = "01900000-0000-7000-8000-000000000001";
const ID = "01900000-0000-7000-8000-000000000002";

const names: Readonly<Record<string, string>> = {
  [`user ${ID}`]: "Ada Marsh",
  [`token ${ID}`]: "token Payroll",
  [`account ${ID}`]: "Operating",
  [`recipient ${ID}`]: "Mina Okafor Design",
  [`transaction ${ID}`]: "$12.00 to Globex",
  [`approvalRequest ${ID}`]: "$4,210.50 to Mina Okafor Design",
};
const nameOf = ({ type, id }: { readonly type: string; readonly id: string }) => {
  const name = names[`${type} ${id}`];
  return name === undefined ? undefined : [name];
};

const entry = (action: string, resourceType: string, more: Partial<RecordedEntry> = {}): string =>
  wordsOf(
    predicateOf({
      actor: { type: "user", id: ME },
      action,
      resourceType,
      resourceId: ID,
      before: {},
      after: {},
      ...more,
    }),
    nameOf,
  );

describe("sentences of the audit log", () => {
  const all = [...auditActions, ...treasuryTypes.map((type) => `treasury.${type}`)];

  it("exist for every action that the code can record, even without any facts", () => {
    for (const action of all) {
      assert.ok(findSentence(action), `${action} has no sentence: add it in audit-trail/sentences`);
      const sentence = entry(action, "something");
      assert.match(sentence, /^[a-z]/, `${action}: ${sentence}`);
      assert.doesNotMatch(sentence, /undefined|null|\[object|recorded “| {2}/, `${action}: ${sentence}`);
    }
  });

  it("exist for actions of older releases, too", () => {
    assert.equal(entry("report.makeOld", "report"), "recorded “Report make old” for report");
  });

  it("have a label of their own to choose them by", () => {
    const labels = auditActions.map((action) => actionLabel(action).label);
    const twice = labels.filter((label, index) => labels.indexOf(label) !== index);
    assert.deepEqual(twice, []);
    const names = labels.filter((label) => /[a-z][A-Z]/.test(label));
    assert.deepEqual(names, [], "these are named as in the code");
  });

  const sentences: readonly (readonly [
    sentence: string,
    action: string,
    resourceType: string,
    more?: Partial<RecordedEntry>,
  ])[] = [
    ["approved $4,210.50 to Mina Okafor Design", "approvalRequest.approve", "approvalRequest"],
    ["sent $4,210.50 to Mina Okafor Design back with a question", "approvalRequest.ask", "approvalRequest"],
    ["commented on $12.00 to Globex", "transaction.comment", "transaction"],
    [
      "rejected $4,210.50 to Mina Okafor Design: Not ours",
      "approvalRequest.reject",
      "approvalRequest",
      { after: { reason: "Not ours" } },
    ],
    [
      "requested a transfer of $500.00 from Operating to Operating",
      "approvalRequest.create",
      "approvalRequest",
      { after: { kind: "transfer", amount: 500, accountId: ID, destinationAccountId: ID } },
    ],
    [
      "paid $1,250.00 to Mina Okafor Design by ACH from Operating",
      "transaction.create",
      "transaction",
      { after: { amount: 1250, recipientId: ID, accountId: ID, paymentMethod: "ach" } },
    ],
    [
      "attached Rent.pdf to the payment of $12.00 to Globex",
      "attachment.upload",
      "transaction",
      { after: { fileName: "Rent.pdf" } },
    ],
    [
      "deleted the file Rent.pdf of the request for $4,210.50 to Mina Okafor Design",
      "attachment.delete",
      "request",
      { before: { fileName: "Rent.pdf" } },
    ],
    ["canceled $12.00 to Globex", "transaction.cancel", "transaction"],
    [
      "added the ACH details of Mina Okafor Design",
      "recipient.bankDetailsChanged",
      "recipient",
      { before: { ach: null }, after: { ach: { accountNumber: "…6789" } } },
    ],
    [
      "set up a recurring payment of $1,850.00 to Mina Okafor Design (last business day)",
      "recurringPayment.create",
      "recurringPayment",
      { after: { amount: 1850, recipientId: ID, frequency: "lastBusinessDay" } },
    ],
    [
      "skipped the payment of Nov 27, 2026 of a recurring payment",
      "recurringPayment.skipOccurrence",
      "recurringPayment",
      { after: { occurrence: "2026-11-27" } },
    ],
    [
      "marked the failed payment of $12.00 to Globex as handled: Paid by card",
      "transaction.markHandled",
      "transaction",
      { after: { note: "Paid by card" } },
    ],
    ["deleted the recipient Globex", "recipient.delete", "recipient", { before: { name: "Globex" } }],
    ["locked Ada Marsh", "user.lock", "user"],
    ["signed in with a passkey", "session.create", "session", { after: { signedInWith: "passkey" } }],
    [
      "proposed a change that takes two people: locking Ada Marsh",
      "controlChange.propose",
      "controlChange",
      { after: { kind: "userLock", subject: ID } },
    ],
    [
      "paused the webhook https://example.com/hook",
      "webhook.update",
      "webhook",
      {
        before: { url: "https://example.com/hook", status: "active" },
        after: { url: "https://example.com/hook", status: "paused" },
      },
    ],
    [
      "set the approval limit of Ada Marsh to $500.00 per approval and $2,000.00 per day",
      "approverLimit.set",
      "user",
      { after: { accountId: null, limit: 500, limitPerDay: 2000 } },
    ],
    [
      "recorded $1.25 in Operating: Dividend",
      "treasury.dividendPosted",
      "transaction",
      { after: { amount: 1.25, accountId: ID, description: "Dividend" } },
    ],
  ];
  for (const [sentence, action, resourceType, more] of sentences)
    it(`say "${sentence}"`, () => assert.equal(entry(action, resourceType, more), sentence));
});

describe("changes of an entry", () => {
  const inWords = (before: RecordedEntry["before"] | null, after: RecordedEntry["after"] | null) =>
    changesInWords(before, after).map((change) => [
      change.label,
      change.before && wordsOf(change.before, nameOf),
      change.after && wordsOf(change.after, nameOf),
    ]);

  it("are only the fields that differ, with money as money", () => {
    assert.deepEqual(
      inWords(
        { approvalStepUpFrom: 10_000, selfApproval: false, wireFeeOurs: 15 },
        { approvalStepUpFrom: null, selfApproval: true, wireFeeOurs: 15 },
      ),
      [
        ["Confirm identity to approve from", "$10,000.00", "None"],
        ["Requester may approve", "No", "Yes"],
      ],
    );
  });

  it("name what they mention, and say codes, days, and times in words", () => {
    assert.deepEqual(
      inWords(null, {
        accountId: ID,
        paymentMethod: "realTimePayment",
        sendOn: "2026-11-27",
        revokedAt: "2026-11-27T20:30:00.000Z",
        version: 3,
        note: null,
        scopes: ["sendMoney", "fetchAccounts"],
      }),
      [
        ["Account", undefined, "Operating"],
        ["Payment method", undefined, "Real-time payment"],
        ["Send on", undefined, "Nov 27, 2026"],
        ["Revoked at", undefined, "Nov 27, 2026, 3:30 PM ET"],
        ["Scopes", undefined, "Send money; Fetch accounts"],
      ],
    );
  });

  it("list the members of what has members", () => {
    assert.deepEqual(inWords({ ach: null }, { ach: { accountNumber: "…6789", routingNumber: "021000021" } }), [
      ["ACH", "None", "Account number: …6789; Routing number: 021000021"],
    ]);
  });
});
