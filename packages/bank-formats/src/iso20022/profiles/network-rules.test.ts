import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type NetworkTransfer, networkTransfer } from "../builders/network-transfers.ts";
import { fedNowFacts, networkFacts, rtpFacts, swiftFacts } from "../golden/golden-messages.testkit.ts";
import { Iso20022Error, type MessageProblem } from "../schema/problems.ts";
import type { NetworkName } from "./network-profiles.ts";
import { networkTransferProblems } from "./network-transfer-rules.ts";

const valid: Readonly<Record<NetworkName, NetworkTransfer>> = {
  fedwire: networkFacts,
  fednow: fedNowFacts,
  rtp: rtpFacts,
  swift: swiftFacts,
};

function problemsOf(network: NetworkName, change: Partial<NetworkTransfer>): readonly MessageProblem[] {
  try {
    networkTransfer(network, { ...valid[network], ...change });
    return [];
  } catch (error) {
    assert.ok(error instanceof Iso20022Error, `${error}`);
    return error.problems;
  }
}

const address = { townName: "Boston", country: "US" };
const dollars = (amountMinor: bigint) => ({ Ccy: "USD", amountMinor });

/** Each violates one rule only. */
const violations: readonly (readonly [NetworkName, string, Partial<NetworkTransfer>, RegExp])[] = [
  ["fedwire", "an IMAD is the message's identification", { messageId: "M1" }, /GrpHdr\/MsgId: must be an IMAD/],
  ["fedwire", "dollars only", { amount: { Ccy: "EUR", amountMinor: 1n } }, /IntrBkSttlmAmt: must be in USD/],
  ["fedwire", "more than zero", { amount: dollars(0n) }, /IntrBkSttlmAmt: must be more than zero/],
  ["fedwire", "its largest amount", { amount: dollars(1_000_000_000_000n) }, /may be at most 9999999999.99/],
  [
    "fedwire",
    "a routing number with its check digit",
    { creditorAgent: { routingNumber: "011000139" } },
    /valid check digit/,
  ],
  ["fedwire", "a Latin name", { creditor: { name: "漢字" } }, /Cdtr\/Nm: has a character/],
  ["fedwire", "Latin remittance information", { remittance: "naïve" }, /RmtInf\/Ustrd\[1\]: has a character/],
  [
    "fedwire",
    "at most two free lines",
    { creditor: { name: "A", address: { ...address, addressLines: ["1", "2", "3"] } } },
    /Cdtr\/PstlAdr\/AdrLine: may occur at most 2 times/,
  ],
  [
    "fedwire",
    "no line that repeats the town",
    { creditor: { name: "A", address: { ...address, addressLines: ["BOSTON"] } } },
    /AdrLine\[1\]: must not repeat TwnNm/,
  ],
  [
    "fedwire",
    "no address of a bank without its name",
    { creditorAgent: { routingNumber: "011000138", address } },
    /CdtrAgt\/FinInstnId\/PstlAdr: is allowed only together with a name/,
  ],
  ["rtp", "its limit", { amount: dollars(1_000_000_001n) }, /may be at most 10000000.00/],
  ["rtp", "its form of identification", { messageId: "M1" }, /GrpHdr\/MsgId: must be M, the date/],
  [
    "rtp",
    "banks by routing number",
    { creditorAgent: { bic: "CHASUS33" } },
    /Agt\/FinInstnId\/ClrSysMmbId: must be a routing/,
  ],
  ["rtp", "who pays", { debtorKind: undefined }, /CtgyPurp\/Prtry: must be CONSUMER or BUSINESS/],
  ["rtp", "no charges", { charges: [{ amount: dollars(1n), agent: {} }] }, /ChrgsInf: is not allowed/],
  ["rtp", "shared service level charges only", { chargeBearer: "DEBT" }, /ChrgBr: must be SLEV/],
  ["fednow", "its limit", { amount: dollars(1_000_000_001n) }, /may be at most 10000000.00/],
  ["fednow", "its form of identification", { messageId: "E1" }, /GrpHdr\/MsgId: must be the date/],
  ["fednow", "who pays", { debtorKind: undefined }, /CtgyPurp\/Prtry: must be CONS or BIZZ/],
  ["swift", "banks by BIC", { creditorAgent: { routingNumber: "011000138" } }, /FinInstnId\/BICFI: is missing/],
];

describe("rules of the networks", () => {
  for (const network of ["fedwire", "rtp", "fednow", "swift"] as const)
    test(`${network} accepts a usual transfer`, () => assert.deepEqual(problemsOf(network, {}), []));

  for (const [network, what, change, expected] of violations) {
    test(`${network} requires ${what}`, () => {
      const problems = problemsOf(network, change);
      assert.ok(problems.length > 0, "the transfer is rejected");
      for (const { path, rule } of problems) assert.match(`${path}: ${rule}`, expected);
    });
  }

  test("an address needs its town and country", () => {
    const { content } = networkTransfer("fedwire", networkFacts);
    const [transfer] = content.CdtTrfTxInf;
    assert.ok(transfer !== undefined, "the message has a transfer");
    const unstructured = { ...transfer, Cdtr: { Nm: "A", PstlAdr: { AdrLine: ["1 Main St", "Boston MA"] } } };
    const problems = networkTransferProblems("fedwire", { ...content, CdtTrfTxInf: [unstructured] });
    assert.deepEqual(
      problems.map(({ path }) => path.split("/").at(-1)),
      ["TwnNm", "Ctry"],
    );
  });

  test("a message has one transfer, settles in the network's clearing system, and has a UETR", () => {
    const { content } = networkTransfer("fedwire", networkFacts);
    const [transfer] = content.CdtTrfTxInf;
    assert.ok(transfer !== undefined, "the message has a transfer");
    const { UETR: _uetr, ...rest } = transfer.PmtId;
    const twice = { ...content, CdtTrfTxInf: [transfer, { ...transfer, PmtId: rest }] };
    assert.deepEqual(
      networkTransferProblems("fedwire", twice).map(({ path }) => path),
      ["Document/FIToFICstmrCdtTrf/CdtTrfTxInf", "Document/FIToFICstmrCdtTrf/CdtTrfTxInf[2]/PmtId/UETR"],
    );
    const elsewhere = networkTransferProblems("rtp", content).map(
      ({ path, rule }) => `${path.split("/").at(-1)} ${rule}`,
    );
    for (const expected of [
      "Cd must be TCH",
      "Cd must be SDVA",
      "IntrBkSttlmDt is missing",
      "TtlIntrBkSttlmAmt is missing",
    ])
      assert.ok(elsewhere.includes(expected), expected);
  });
});
