import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { findTransactionStatus } from "../codes/transaction-statuses.ts";
import { readMessage } from "../documents/read-message.ts";
import { statementFacts } from "../golden/golden-messages.testkit.ts";
import { accountEntry } from "./account-entries.ts";
import { cancellationOutcomes, paymentAnswers, returnedPayments } from "./payment-answers.ts";
import { noEntries, statementProblems, withEntry } from "./statement-rules.ts";

const golden = (name: string): string =>
  readFileSync(new URL(`../golden/testdata/${name}.xml`, import.meta.url), "utf8");

const readStatement = (text: string) => {
  const [statement] = readMessage(text, ["camt.053.001.08"]).message.content.Stmt;
  assert.ok(statement !== undefined, "the file has a statement");
  return statement;
};

/** The same statement as a bank with the version of 2009 would send it. */
const version2009 = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-21T04:00:00</CreDtTm></GrpHdr>
  <Stmt><Id>1</Id><CreDtTm>2026-11-21T04:00:00</CreDtTm><Acct><Id><Othr><Id>000123456789</Id></Othr></Id></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">90.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
    <Ntry><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><DtTm>2026-11-20T10:00:00</DtTm></BookgDt><BkTxCd><Prtry><Cd>142</Cd></Prtry></BkTxCd>
      <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><Prtry><Tp>X</Tp><Ref>20261120MMQFMP9N000042</Ref></Prtry></Refs>
        <AmtDtls><TxAmt><Amt Ccy="USD">100.00</Amt></TxAmt></AmtDtls>
        <RltdPties><Dbtr><Nm>Heron Freight</Nm></Dbtr></RltdPties>
        <RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>
    </Ntry></Stmt></BkToCstmrStmt></Document>`;

describe("entries of a statement", () => {
  test("have all that is needed to find their payment", () => {
    const [first, second] = (readStatement(golden("camt.053.001.08-statement")).Ntry ?? []).map(accountEntry);
    assert.deepEqual(first, {
      amount: { Ccy: "USD", amountMinor: 1_250_000n },
      direction: "debit",
      isReversal: false,
      status: "BOOK",
      bookedOn: "2026-11-20",
      valueOn: "2026-11-20",
      bankReference: "WT3260001",
      transactionCode: "PMNT/ICDT/DMCT",
      transactions: [
        {
          amount: { Ccy: "USD", amountMinor: 1_250_000n },
          messageId: "M0197A1B2C3D4",
          batchId: "B0197A1B2C3D4",
          instructionId: "I0197A1B2C3D4",
          endToEndId: "E0197A1B2C3D4",
          uetr: "8a562c67-ca16-48ba-b074-65581be6f001",
          imad: "20261120MMQFMP9N000042",
          omad: "20261120F2QCZ00W00002611201458FT03",
          creditorName: "Tern Packaging & Sons",
          remittance: ["Invoice 2026-1187"],
          charges: [],
        },
      ],
      charges: [],
    });
    assert.equal(second?.transactions[0]?.returnReason, "AC04");
    assert.equal(second?.direction, "credit");
  });

  test("read the same in the version of 2009", () => {
    const { content } = readMessage(version2009, ["camt.053.001.02"]).message;
    const entry = content.Stmt[0]?.Ntry?.[0];
    assert.ok(entry !== undefined, "the statement has an entry");
    assert.deepEqual(accountEntry(entry), {
      amount: { Ccy: "USD", amountMinor: 10_000n },
      direction: "credit",
      isReversal: false,
      status: "BOOK",
      bookedOn: "2026-11-20",
      transactionCode: "142",
      transactions: [
        {
          amount: { Ccy: "USD", amountMinor: 10_000n },
          imad: "20261120MMQFMP9N000042",
          debtorName: "Heron Freight",
          remittance: ["RF18539007547034"],
          charges: [],
        },
      ],
      charges: [],
    });
    const statement = content.Stmt[0];
    assert.ok(statement !== undefined, "the file has a statement");
    assert.deepEqual(statementProblems(statement, withEntry(noEntries, entry)), []);
  });
});

describe("a statement agrees with itself", () => {
  const problemsOf = (change: (text: string) => string) => {
    const statement = readStatement(change(golden("camt.053.001.08-statement")));
    return statementProblems(statement, (statement.Ntry ?? []).reduce(withEntry, noEntries)).map(
      ({ path, rule }) => `${path}: ${rule}`,
    );
  };

  test("when the balances and totals are those of its entries", () =>
    assert.deepEqual(
      problemsOf((text) => text),
      [],
    ));

  test("and is in conflict when a cent is missing", () => {
    assert.deepEqual(
      problemsOf((text) => text.replace(">87995.50<", ">87995.51<")),
      ["Stmt/Bal[CLBD]: must be the opening balance and the booked entries, 87995.50"],
    );
    assert.deepEqual(
      problemsOf((text) => text.replace("<Sum>495.50<", "<Sum>495.51<")),
      ["Stmt/TxsSummry/TtlCdtNtries/Sum: must be the sum of the entries"],
    );
    assert.deepEqual(
      problemsOf((text) => text.replace("<NbOfNtries>2<", "<NbOfNtries>3<")),
      ["Stmt/TxsSummry/TtlNtries/NbOfNtries: must be the number of entries, 2"],
    );
  });

  test("pending entries do not move the balance", () => {
    const pending = problemsOf((text) => text.replace("<Cd>BOOK</Cd>", "<Cd>PDNG</Cd>"));
    assert.equal(pending[0], "Stmt/Bal[CLBD]: must be the opening balance and the booked entries, 100495.50");
  });

  test("entries have one currency, that of the balances", () => {
    assert.deepEqual(
      problemsOf((text) => text.replace('<Amt Ccy="USD">495.50<', '<Amt Ccy="EUR">495.50<')),
      ["Stmt/Ntry: must have entries of one currency only"],
    );
    assert.ok(statementFacts.entries.length > 1, "the statement has entries to compare");
  });
});

describe("answers of banks", () => {
  test("pain.002 names each payment with its status, outcome, and reason", () => {
    const { message } = readMessage(golden("pain.002.001.10-rejected-payment"), ["pain.002.001.10"]);
    const answers = paymentAnswers(message);
    assert.deepEqual(
      answers.map(({ about, status, outcome }) => [about, status, outcome]),
      [
        ["file", "PART", "partial"],
        ["batch", "PART", "partial"],
        ["payment", "ACSC", "settled"],
        ["payment", "RJCT", "rejected"],
      ],
    );
    assert.equal(answers[2]?.networkReference, "20261120MMQFMP9N000042");
    assert.deepEqual(answers[3], {
      about: "payment",
      originalMessageId: "M0197A1B2C3D4",
      originalBatchId: "B0197A1B2C3D4",
      original: { instructionId: "I0197A1B2C3D5", endToEndId: "E0197A1B2C3D5" },
      status: "RJCT",
      outcome: "rejected",
      reasons: [{ code: "AC04", lines: ["Account closed"] }],
    });
  });

  test("pacs.002 names the payment by the references of the pacs.008", () => {
    const [answer] = paymentAnswers(readMessage(golden("pacs.002.001.10-accepted"), ["pacs.002.001.10"]).message);
    assert.equal(answer?.original.uetr, "8a562c67-ca16-48ba-b074-65581be6f001");
    assert.equal(answer?.originalMessageId, "20261120MMQFMP9N000042");
    assert.equal(answer?.outcome, "settled");
  });

  test("an unknown status has no outcome", () => {
    const text = golden("pacs.002.001.10-accepted").replace("<TxSts>ACSC<", "<TxSts>ZZZZ<");
    const [answer] = paymentAnswers(readMessage(text, ["pacs.002.001.10"]).message);
    assert.equal(answer?.status, "ZZZZ");
    assert.ok(answer !== undefined && !("outcome" in answer), "nothing is guessed");
    assert.equal(findTransactionStatus("toString"), undefined);
  });

  test("pacs.004 says what came back and why", () => {
    const [returned] = returnedPayments(readMessage(golden("pacs.004.001.10-returned"), ["pacs.004.001.10"]).message);
    assert.deepEqual(returned?.returnedAmount, { Ccy: "USD", amountMinor: 1_248_000n });
    assert.deepEqual(returned?.reasons, [{ code: "AC04", lines: ["Account closed"] }]);
    assert.equal(returned?.original.endToEndId, "E0197A1B2C3D4");
  });

  test("camt.029 says what happened to a request", () => {
    const text = golden("camt.029.001.09-cancellation-rejected");
    const outcomeOf = (changed: string) =>
      cancellationOutcomes(readMessage(changed, ["camt.029.001.09"]).message)[0]?.outcome;
    assert.equal(outcomeOf(text), "rejected");
    assert.equal(outcomeOf(text.replace("RJCR", "CNCL")), "cancelled");
    assert.equal(outcomeOf(text.replace("RJCR", "PDCR")), "pending");
    assert.equal(outcomeOf(text.replace("RJCR", "MODI")), undefined);
    const [outcome] = cancellationOutcomes(readMessage(text, ["camt.029.001.09"]).message);
    assert.equal(outcome?.caseId, "C0001");
    assert.deepEqual(outcome?.reasons, [{ code: "LEGL", lines: ["The payee does not agree"] }]);
  });
});
