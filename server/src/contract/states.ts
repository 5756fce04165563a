import type { AnyStateTable } from "../kernel/states/state-table.ts";
import { batchDecisionStates, batchItemStates, batchStates, requestStates } from "../modules/approvals/index.ts";
import { attachmentStates } from "../modules/attachments/index.ts";
import { connectionStates } from "../modules/bank-connections/index.ts";
import { bankFileStates } from "../modules/bank-files/index.ts";
import { categoryRuleRunStates } from "../modules/category-rules/index.ts";
import { controlChangeStates } from "../modules/control-changes/index.ts";
import {
  achFileStates,
  achPrenoteStates,
  bankOrderStates,
  checkExceptionStates,
  checkRunStates,
  checkStates,
  checkVoidStates,
  transferFileStates,
  transferStates,
} from "../modules/file-rails/index.ts";

import { orderStates } from "../modules/holdings/index.ts";
import {
  incomingPaymentStates,
  invoiceDebitStates,
  invoiceLetterStates,
  invoiceMatchStates,
  invoiceStates,
} from "../modules/invoicing/index.ts";
import { mailStates } from "../modules/mail/index.ts";
import { answerStates, submissionStates, transactionStates } from "../modules/payments/index.ts";
import { invitationStates } from "../modules/people/index.ts";
import { inviteStates } from "../modules/recipient-invites/index.ts";
import { recipientChangeStates } from "../modules/recipients/index.ts";
import { bankMatchStates, bankMovementStates, bankStatementStates } from "../modules/reconciliation/index.ts";
import { occurrenceStates, recurringStates } from "../modules/recurring-payments/index.ts";
import { importStates, monthStates } from "../modules/treasury/index.ts";
import { deliveryStates, endpointStates } from "../modules/webhooks/index.ts";

/**
 * Every state table of the service: docs/use/states.md is generated from them, and tests compare the database with them.
 */
export const stateTables: readonly AnyStateTable[] = [
  transactionStates,
  submissionStates,
  answerStates,
  bankOrderStates,
  achFileStates,
  achPrenoteStates,
  transferFileStates,
  transferStates,
  checkRunStates,
  checkStates,
  checkVoidStates,
  checkExceptionStates,
  requestStates,
  batchStates,
  batchDecisionStates,
  batchItemStates,
  recurringStates,
  occurrenceStates,
  controlChangeStates,
  recipientChangeStates,
  inviteStates,
  invitationStates,
  endpointStates,
  deliveryStates,
  mailStates,
  attachmentStates,
  bankFileStates,
  invoiceStates,
  incomingPaymentStates,
  invoiceMatchStates,
  invoiceDebitStates,
  invoiceLetterStates,
  orderStates,
  monthStates,
  importStates,
  categoryRuleRunStates,
  connectionStates,
  bankStatementStates,
  bankMovementStates,
  bankMatchStates,
];

/** docs/use/states.md. */
export const statesPage = (): string =>
  [
    "# States",
    "",
    "Generated from the modules' state tables by `npm run gen`: do not edit. [ADR 0031](../adr/0031-state-tables.md) explains how they are used.",
    "",
    ...stateTables.flatMap(sectionOf),
  ].join("\n");

const sectionOf = (table: AnyStateTable): readonly string[] => [
  `## ${table.title}`,
  "",
  `Stored in \`${table.table}.${table.column}\`.`,
  "",
  "```mermaid",
  "stateDiagram-v2",
  ...table.initial.map((state) => `  [*] --> ${state}`),
  ...table.triggers.flatMap((trigger) =>
    (table.moves[trigger]?.from ?? []).map((from) => `  ${from} --> ${table.next(from, trigger)}: ${trigger}`),
  ),
  ...table.states.filter((state) => table.isFinal(state)).map((state) => `  ${state} --> [*]`),
  "```",
  "",
  "| State | Meaning | Columns set |",
  "|---|---|---|",
  ...table.states.map((state) => `| \`${state}\` | ${meaningOf(table, state)} | ${columnsOf(table, state)} |`),
  "",
  "| Trigger | From | To | When | In any other state |",
  "|---|---|---|---|---|",
  ...Object.entries(table.moves).map(
    ([trigger, { from, to, when, refusal }]) =>
      `| \`${trigger}\` | ${codes(from)} | \`${to}\` | ${when} | ${refusal === undefined ? "nothing happens" : `\`${refusal}\``} |`,
  ),
  "",
];

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const meaningOf = ({ meanings, byTheClock }: AnyStateTable, state: string): string =>
  `${meanings[state]}${byTheClock?.includes(state) ? " (by the clock; never stored)" : ""}`;

const columnsOf = ({ columns }: AnyStateTable, state: string): string =>
  Object.entries(columns)
    .flatMap(([column, { set, either }]) =>
      set.includes(state) ? [`\`${column}\``] : either?.includes(state) ? [`\`${column}\` (may be)`] : [],
    )
    .join(", ");
