import { bankFileStates, connectionStates, fileItemStates } from "#bank/exchange";
import {
  achFileStates,
  achPrenoteStates,
  answerStates,
  bankOrderStates,
  checkExceptionStates,
  checkRunStates,
  checkStates,
  checkVoidStates,
  transferFileStates,
  transferStates,
  undoStates,
} from "#bank/file-rails";
import { keyStates } from "#kernel/crypto/key-states.ts";
import type { AnyStateTable } from "#kernel/states/state-table.ts";
import { categoryRuleRunStates } from "#money/categories/rules";
import { inviteStates, recipientChangeStates, validationStates } from "#money/recipients";
import { caseStates } from "#money/screening";
import { orderStates } from "#money/treasury";
import { importStates, monthStates } from "#money/treasury/earnings";
import { batchDecisionStates, batchItemStates, batchStates, requestStates } from "#payments/approvals";
import {
  incomingPaymentStates,
  invoiceDebitStates,
  invoiceLetterStates,
  invoiceMatchStates,
  invoiceStates,
} from "#payments/invoicing";
import { submissionStates, transactionStates } from "#payments/payments";
import { occurrenceStates, recurringStates } from "#payments/recurring-payments";
import { attachmentStates } from "#records/attachments";
import { controlChangeStates } from "#records/controls";
import { mailStates } from "#records/mail";
import { invitationStates } from "#records/people";
import { bankMatchStates, bankMovementStates, bankStatementStates } from "#reports/reconciliation";
import { deliveryStates, endpointStates } from "#reports/webhooks";

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
  undoStates,
  requestStates,
  batchStates,
  batchDecisionStates,
  batchItemStates,
  recurringStates,
  occurrenceStates,
  controlChangeStates,
  recipientChangeStates,
  inviteStates,
  validationStates,
  caseStates,
  keyStates,
  invitationStates,
  endpointStates,
  deliveryStates,
  mailStates,
  attachmentStates,
  bankFileStates,
  fileItemStates,
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
