import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readWholeApi } from "../../kit/whole-api.ts";
import { apiCoverage, type CoveredApi } from "./api-coverage.ts";
import { callingTests } from "./calling-tests.ts";

interface Document {
  readonly paths: Record<string, CoveredApi["paths"][string]>;
}
const read = () => readWholeApi<Document>();
const problemsOf = (document: Document) => apiCoverage(document).problems;

describe("docs/develop/api-coverage.md", () => {
  it("can be generated: every documented route exists, and a test calls every operation", () =>
    assert.deepEqual(problemsOf(read()), []));

  it("cannot be generated without a route that the documents name", () => {
    const document = read();
    delete document.paths["/accounts"];
    assert.deepEqual(problemsOf(document), [
      "Specification §4 names GET /accounts, which does not exist",
      "Wire contract §4.1 Accounts names GET /accounts, which does not exist",
      "tools/generate/coverage/calling-tests.json names getAccounts, which is no operation",
    ]);
  });

  it("cannot be generated while the list of tests names an operation that does not exist", () => {
    const document = read();
    delete document.paths["/cash-flow"];
    assert.deepEqual(problemsOf(document), [
      "tools/generate/coverage/calling-tests.json names getCashFlow, which is no operation",
    ]);
  });
});

describe("the tests of an operation", () => {
  const { testsOf } = callingTests([]);
  it("are law 36 and the test that is about it", () =>
    assert.deepEqual(testsOf("createTransaction"), [
      "server/test/laws/access/36-every-operation.slow.test.ts",
      "server/test/scenarios/payments/pay-and-follow-to-the-end.test.ts",
    ]));

  it("are without law 36 if that cannot call it", () =>
    assert.deepEqual(testsOf("setUp"), ["server/test/scenarios/people/set-up-a-service.slow.test.ts"]));

  it("must call it", () => {
    const moved = callingTests([{ operationId: "getCashFlow", path: "/renamed-later" }]).problems;
    assert.ok(
      moved.some((problem) =>
        problem.endsWith("does not call getCashFlow, as tools/generate/coverage/calling-tests.json says"),
      ),
    );
  });
});
