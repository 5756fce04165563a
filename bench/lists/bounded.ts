/** Operations with arrays that cannot have a million members, by the reason. */
const reasons: readonly (readonly [reason: string, operations: readonly string[]])[] = [
  ["a fixed set in the code", ["getRoles", "listMagicNumbers", "readiness"]],
  ["opened or created by the operator", ["getAccounts", "getTreasury"]],
  ["200 at most", ["listCategoryRules"]],
  ["100 at most", ["getWebhooks"]],
  ["the newest 1,000 at most", ["getInvitations"]],
  ["the newest 10,000 at most", ["listTokens"]],
  ["people of the organization, invited one by one", ["getUsers"]],
  ["written one by one by administrators", ["listApprovalRules", "listApproverLimits"]],
  ["the first 200 that wait", ["listControlChanges"]],
  ["one person's or one token's", ["getPasskeys", "getSessions", "getSession", "getToken"]],
  ["60 months or 1,100 days at most", ["getCashFlow", "getBalanceHistory", "getTreasuryOverview"]],
  ["50 suggestions at most", ["listMatchSuggestions"]],
  [
    "100 files per owner at most",
    ["listRecipientAttachments", "listRequestAttachments", "listTransactionAttachments", "listInvoiceAttachments"],
  ],
  [
    "one resource, of which lists are limited",
    [
      "getRecipient",
      "listBankDetailChanges",
      "getRecipientInvite",
      "readInvite",
      "getSendMoneyApprovalRequest",
      "getTransferMoneyApprovalRequest",
      "reviewRequest",
      "reviewSendMoneyRequest",
      "reviewTransferRequest",
      "getTransactionById",
      "getTransaction",
      "getTransactionTimeline",
      "getEvent",
      "getOrganizationSettings",
      "getUser",
      "getInvoice",
      "getInvoiceActivity",
      "getInvoiceSettings",
      "readPayableInvoice",
    ],
  ],
  ["10,000 transactions at most", ["getStatement"]],
  ["a file, read in pages and streamed", ["getStatementJson"]],
];

export const boundedLists: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(([reason, operations]) => operations.map((operation) => [operation, reason] as const)),
);
