/** Of api/openapi.json; the first text of the reference page. */
export const API_INTRODUCTION = `Send payments from your own accounts by ACH, check, wire, and real-time payment.

Every route is available at \`/x\` and at \`/api/v1/x\`. Amounts are US dollars with at most two decimals; IDs are UUIDs; instants are ISO 8601 in UTC with milliseconds. A date without a time is a day in New York everywhere: in filters, statements, reports, and exports. An instant is compared as it is.
Send the API token as \`Authorization: Bearer <token>\`, or as the user name of HTTP Basic. Unknown fields are refused, not ignored. A query parameter that a GET does not have is ignored and named in the response header \`Bursar-Ignored-Parameters\`; an empty one counts as absent. The body of an update may be a copy of the resource, if its read-only members are unchanged. Responses and events may gain members: ignore those that you do not know.
Every POST that a token may make, except sandbox routes, takes an idempotency key (\`idempotencyKey\` in the body or an \`Idempotency-Key\` header). Send one with every request that moves money or creates something: a retry with the same key returns the first response and has no further effect.

### Payment statuses

| Status | Meaning | Previous status |
|---|---|---|
| \`pending\` | accepted; the amount is held (\`available\` falls, \`current\` does not) | direct send |
| \`sent\` | the rail confirmed it: posted, with \`trackingNumber\` or \`checkNumber\` | \`pending\` |
| \`failed\` | the bank rejected it; the amount is available again | \`pending\` |
| \`blocked\` | screening stopped it; the amount is available again | \`pending\` |
| \`cancelled\` | canceled before it was submitted to the bank | \`pending\` |
| \`reversed\` | returned by the network; the amount is credited back | \`sent\` |

Each change sends \`transaction.updated\` to your webhooks, after \`transaction.created\`. Events are delivered at least once: ignore those whose \`id\` you have already processed. The webhook \`event\` describes how to verify and acknowledge a delivery.

### Errors

Every response with a status of 400 or above has the same body: \`{"errors": {"errorCode", "message", "requestId", …}, "message"}\`. Branch on \`errorCode\`; show \`message\`. Retry 429 and 503 after \`Retry-After\`, with the same idempotency key.

An operation's default response stands for 401, 413, 415, 429, and 5XX, and lists the codes that the operation can answer with them.

Every response to a known caller has \`RateLimit-Limit\` (requests per minute that the token or the user may make), \`RateLimit-Remaining\` (requests remaining now), \`RateLimit-Reset\` (seconds until the limit resets), and \`RateLimit-Policy\` (the limit and its window in seconds, such as \`6000;w=60\`).

### Routes of the dashboard

The routes that only signed-in users can call are [in a document of their own](/openapi-dashboard.json). They exist for the dashboard and may change between versions without notice.`;

/** Of api/dashboard.json. */
export const DASHBOARD_INTRODUCTION = `The routes that only signed-in users can call, and those for signing in. They exist for the dashboard and may change between versions without notice. API tokens cannot use them: programs use the routes in [the other document](/openapi.json).

Amounts, IDs, instants, errors, idempotency keys, and rate limits are as described there. Send the session's cookie; a request with effects must come from one of the service's own pages.`;

/** The groups of the reference page, in its order. */
export const groups = [
  { name: "Payments", description: "Pay recipients; cancel a payment before it is sent." },
  { name: "Transactions", description: "Find, follow, and annotate transactions." },
  { name: "Transfers", description: "Between your own accounts." },
  { name: "Approval requests", description: "Payments and transfers that wait for approval." },
  { name: "Approvals", description: "Decisions of users, rules, and limits." },
  { name: "Recipients", description: "The recipients of your payments, and their bank details." },
  { name: "Recipient invites", description: "Links with which recipients enter their own bank details." },
  { name: "Attachments", description: "Files of transactions, approval requests, recipients, and invoices." },
  { name: "Accounts", description: "Your own accounts and their balances." },
  { name: "Webhooks", description: "Signed events sent to your systems." },
  { name: "Events", description: "The log of all events, as sent by webhooks." },
  { name: "Categories", description: "Your own categories for transactions, rules that set them, and spending." },
  {
    name: "Statements",
    description:
      "Statements of checking and savings accounts, as PDF, CSV, camt.053, OFX, QBO, and JSON, as CSV for QuickBooks and Xero, and as journals for hledger and Beancount.",
  },
  {
    name: "Bank files",
    description: "Files for and from banks, checks, bank notices, and reconciliation with the banks' statements.",
  },
  { name: "Bank connections", description: "How files reach the banks." },
  {
    name: "Screening",
    description: "Recipients compared with lists of those who must not be paid, and what people decide.",
  },
  { name: "Treasury", description: "Cash in a money-market fund: balances, transactions, statements, and imports." },
  { name: "Invoicing", description: "Customers, invoices, and their payments. For organizations with a plan." },
  { name: "Pay page", description: "The page on which customers pay an invoice." },
  { name: "Token", description: "The current token; tokens created and revoked by users." },
  { name: "Organization", description: "The organization's own record." },
  { name: "Users", description: "The users of the organization." },
  { name: "Dashboard", description: "Sums and lists that the dashboard's pages show." },
  { name: "Audit", description: "Who did what, for users." },
  { name: "Session", description: "Signed-in users: for the dashboard. Tokens cannot use these." },
  { name: "Single sign-on", description: "Signing in with a company's identity provider, for users." },
  { name: "Sandbox", description: "Sandbox mode only: move the clock, control the bank." },
  { name: "Operations", description: "For server administrators." },
];
