import assert from "node:assert/strict";
import { it } from "node:test";
import { namedFile } from "./named-file.ts";

const FROM = "server/src/modules/4-payments/payments/send/create-payment.ts";
const cases: readonly (readonly [specifier: string, file: string | undefined])[] = [
  ["../tables.ts", "server/src/modules/4-payments/payments/tables.ts"],
  ["#kernel/assert.ts", "server/src/kernel/assert.ts"],
  ["#records/audit", "server/src/modules/1-records/audit/index.ts"],
  ["#records/audit/trail", "server/src/modules/1-records/audit/trail/index.ts"],
  ["#records/audit/record.ts", "server/src/modules/1-records/audit/record.ts"],
  ["#ui/page/when.tsx", "dashboard/src/ui/page/when.tsx"],
  ["#test/kit/service/full-app.ts", "server/test/kit/service/full-app.ts"],
  ["bursar-banking/calendar/new-york", "packages/banking/src/calendar/new-york.ts"],
  ["bursar-bank-formats/nacha", "packages/bank-formats/src/nacha/index.ts"],
  ["bursar-simulated-bank", "packages/simulated-bank/src/index.ts"],
  ["node:fs", undefined],
  ["typebox", undefined],
];
for (const [specifier, file] of cases)
  it(`${specifier} is ${file ?? "not ours"}`, () => assert.equal(namedFile(FROM, specifier), file));
