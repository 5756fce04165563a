/** The documents whose blocks of commands as-pasted.slow.test.ts runs, each with what its readers have set up before. */
export const DOCUMENTS_WITH_SET_UP = [
  "README.md",
  "docs/operate/backup.md",
  "docs/operate/rails.md",
  "docs/operate/running.md",
  "docs/operate/screening.md",
  "docs/operate/treasury.md",
  "docs/use/agents.md",
  "docs/use/approvals.md",
  "docs/use/concepts/files.md",
  "docs/use/concepts/ledger.md",
  "docs/use/invoices.md",
  "docs/use/moving.md",
  "docs/use/pay.md",
  "docs/use/pay-many.md",
  "docs/use/quickstart.md",
  "docs/use/reconcile.md",
  "docs/use/sandbox.md",
  "docs/use/users-and-rules.md",
  "docs/use/webhooks.md",
  "docs/use/command-line.md",
  "tools/package/README.md",
] as const;

export type DocumentWithSetUp = (typeof DOCUMENTS_WITH_SET_UP)[number];
