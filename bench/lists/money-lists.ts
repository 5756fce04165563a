import { COMMON_WORD, type Ids, type MeasuredList, RARE_NAME, searches } from "./list.ts";

const transactionFilters = (ids: Ids): readonly string[] => [
  "status=sent",
  "status=pending",
  "status=failed",
  "status=failed&status=cancelled",
  `search=${encodeURIComponent(RARE_NAME)}`,
  `search=${COMMON_WORD}`,
  "search=nobodyhasthis",
  "search=deposit",
  `requestId=${ids.request}`,
  "mercuryCategory=Software",
  `categoryId=${ids.category}`,
  "categorized=true",
  "categorized=false",
  "spending=out",
  "spending=in",
  "kind=outgoingPayment",
  "kind=externalTransfer",
  "paymentMethod=ach",
  "paymentMethod=check",
  `counterpartyId=${ids.recipient}`,
  "amountMin=10&amountMax=5000",
  "amountMin=900000",
  `start=${ids.day}&end=${ids.nextDay}`,
  `start=${ids.firstDay}&status=sent`,
];

/** Some of thousands of rows, which are read and sorted. */
const sortedFilters = (ids: Ids): readonly string[] => {
  const day = `start=${ids.day}&end=${ids.nextDay}`;
  return [
    ...["amount", "counterparty", "account", "method", "status", "posted"].map((sort) => `sort=${sort}&${day}`),
    `sort=counterparty&${day}&start_after=${ids.transaction}`,
    ...transactionFilters(ids)
      .filter((filter) => !filter.startsWith("start="))
      .map((filter) => `sort=posted&${day}&${filter}`),
    `sort=posted&${day}&cardId=01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11`,
    `sort=posted&${day}&postedStart=${ids.day}&postedEnd=${ids.nextDay}`,
    "sort=posted&status=failed",
    "sort=amount&status=pending",
    `sort=posted&search=${encodeURIComponent(RARE_NAME)}`,
    `sort=status&counterpartyId=${ids.recipient}`,
  ];
};

/** Where money is and went. */
export const moneyLists: readonly MeasuredList[] = [
  {
    operation: "listTransactions",
    path: () => "/transactions",
    cursors: { table: "transactions", column: "transaction_id" },
    filters: (ids) => [
      ...transactionFilters(ids),
      `accountId=${ids.account}`,
      `accountId=${ids.account}&accountId=${ids.emptyAccount}`,
      `accountId=${ids.emptyAccount}`,
      "cardId=01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11",
      `postedStart=${ids.day}&postedEnd=${ids.nextDay}`,
      `start_at=${ids.transaction}`,
    ],
  },
  {
    operation: "listActivity",
    path: () => "/activity",
    cursors: { table: "transactions", column: "transaction_id" },
    filters: (ids) => [
      "kind=internalTransfer&direction=out",
      "sort=amount",
      "sort=amount&order=desc",
      `sort=amount&order=desc&start_after=${ids.transaction}`,
      `sort=amount&end_before=${ids.transaction}`,
      // Many match: found among the next rows of the index.
      "sort=amount&order=desc&status=sent",
      `sort=amount&start=${ids.firstDay}&spending=out`,
      `sort=amount&accountId=${ids.account}&amountMin=10&amountMax=5000`,
      `sort=amount&order=desc&accountId=${ids.emptyAccount}`,
      "handled=false&order=desc",
      "handled=true&sort=amount",
      ...sortedFilters(ids),
    ],
  },
  {
    operation: "getActivityTotals",
    path: () => "/activity/totals",
    filters: (ids) => [
      "",
      `accountId=${ids.account}`,
      `start=${ids.day}&end=${ids.nextDay}`,
      "handled=false",
      ...transactionFilters(ids),
    ],
  },
  {
    operation: "listAccountTransactions",
    path: ({ account }) => `/account/${account}/transactions`,
    cursors: { table: "transactions", column: "transaction_id" },
    filters: (ids) => [...transactionFilters(ids), "offset=1000", `start=${ids.firstDay}&offset=5000`],
  },
  {
    operation: "getSpending",
    path: () => "/spending",
    filters: (ids) => [
      "",
      `start=${ids.firstDay.slice(0, 7)}&end=${ids.day.slice(0, 7)}`,
      `accountId=${ids.account}`,
      "direction=in",
    ],
  },
  {
    operation: "getAccountStatements",
    path: ({ account }) => `/account/${account}/statements`,
    cursors: { table: "statements", column: "statement_id" },
    filters: () => ["kind=monthly", "kind=custom", "start=2005-01-01&end=2005-01-31"],
  },
  {
    operation: "getAccountStatement",
    path: ({ account }) => `/account/${account}/statement`,
    filters: () => ["kind=monthly", "start=2005-01-01&end=2005-01-31"],
  },
  {
    operation: "listStatements",
    path: () => "/statements",
    cursors: { table: "statements", column: "statement_id" },
    filters: ({ account, emptyAccount }) => [
      `accountId=${account}`,
      `accountId=${emptyAccount}`,
      "kind=monthly",
      "kind=custom",
      "kind=custom&kind=monthly&start=2005-01-01&end=2005-01-31",
      "start=2005-01-01&end=2005-01-31",
    ],
  },
  {
    operation: "getTreasuryTransactions",
    path: ({ treasury }) => `/treasury/${treasury}/transactions`,
    filters: () => ["", "order=asc", "cursor=500000"],
  },
  {
    operation: "getTreasuryStatements",
    path: ({ treasury }) => `/treasury/${treasury}/statements`,
    cursors: { table: "treasury_documents", column: "document_id" },
    filters: () => ["documentType=TradeConfirmation", "documentType=MonthlyStatement", "documentType=FMV"],
  },
  {
    operation: "listCustomers",
    path: () => "/ar/customers",
    cursors: { table: "invoice_customers", column: "customer_id" },
    filters: () => searches,
  },
  {
    operation: "listInvoices",
    path: () => "/ar/invoices",
    cursors: { table: "invoices", column: "invoice_id" },
    filters: ({ customer, rareCustomer }) => [
      "status=Unpaid",
      "status=Processing",
      "status=Paid",
      "status=Cancelled",
      `customerId=${customer}`,
      `customerId=${customer}&status=Cancelled`,
      `customerId=${rareCustomer}`,
    ],
  },
  {
    operation: "listInvoiceRows",
    path: () => "/ar/invoice-rows",
    cursors: { table: "invoices", column: "invoice_id" },
    filters: ({ customer, rareCustomer }) => [
      "status=Unpaid",
      "status=overdue",
      "status=overdue&order=asc",
      "status=Processing",
      "status=Cancelled",
      "age=current",
      "age=over90Days",
      `customerId=${customer}`,
      `customerId=${customer}&status=overdue`,
      `customerId=${rareCustomer}`,
      ...searches,
      "search=INV-4242",
      "search=zeppelin&status=Unpaid",
    ],
  },
  {
    operation: "getInvoicingOverview",
    path: () => "/ar/overview",
    filters: ({ customer, rareCustomer }) => ["", `customerId=${customer}`, `customerId=${rareCustomer}`],
  },
  {
    operation: "listIncomingPayments",
    path: () => "/ar/payments",
    cursors: { table: "incoming_payments", column: "transaction_id" },
    filters: () => [
      "status=open",
      "status=matched",
      "status=ignored",
      "status=returned",
      "status=credit",
      "suggestions=true",
    ],
  },
];
