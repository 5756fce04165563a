import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarDue,
  IconChartBar,
  IconChartLine,
  IconChecklist,
  IconFileInvoice,
  IconFileText,
  IconFlask,
  IconFolders,
  IconHome,
  IconList,
  IconScale,
  IconSend,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { hasRight, type Right, type Session } from "../session/session.ts";

export interface Entry {
  readonly label: string;
  readonly to: LinkProps["to"];
  readonly icon: typeof IconHome;
  /** Any of these is enough; empty means everyone. */
  readonly rights: readonly Right[];
  readonly sandboxOnly?: true;
}

interface Group {
  /** Absent for links that need no heading. */
  readonly title?: string;
  readonly entries: readonly Entry[];
}

const groups = [
  {
    entries: [
      { label: "Home", to: "/", icon: IconHome, rights: [] },
      { label: "Approvals", to: "/approvals", icon: IconChecklist, rights: ["fetchSendMoneyRequests"] },
    ],
  },
  {
    title: "Payments",
    entries: [
      { label: "Pay", to: "/pay", icon: IconSend, rights: ["requestSendMoney"] },
      { label: "Scheduled", to: "/scheduled", icon: IconCalendarDue, rights: ["fetchSendMoneyRequests"] },
      { label: "Transactions", to: "/transactions", icon: IconList, rights: ["fetchTransactions"] },
      { label: "Recipients", to: "/recipients", icon: IconUsers, rights: ["fetchRecipients"] },
      { label: "Invoices", to: "/invoices", icon: IconFileInvoice, rights: ["fetchInvoices"] },
    ],
  },
  {
    title: "Cash",
    entries: [
      { label: "Accounts", to: "/accounts", icon: IconBuildingBank, rights: ["fetchDepositoryAccounts"] },
      { label: "Treasury", to: "/treasury", icon: IconChartLine, rights: ["fetchTreasuryAccounts"] },
      { label: "Spending", to: "/spending", icon: IconChartBar, rights: ["fetchTransactions"] },
      { label: "Transfers", to: "/transfers", icon: IconArrowsExchange, rights: ["fetchTransactions"] },
      { label: "Statements", to: "/statements", icon: IconFileText, rights: ["fetchAccountStatements"] },
      { label: "Reconciliation", to: "/reconciliation", icon: IconScale, rights: ["bankFiles"] },
      { label: "Bank files", to: "/bank-files", icon: IconFolders, rights: ["bankFiles"] },
    ],
  },
  {
    entries: [
      { label: "Settings", to: "/settings", icon: IconSettings, rights: [] },
      { label: "Sandbox", to: "/sandbox", icon: IconFlask, rights: ["sendMoney"], sandboxOnly: true },
    ],
  },
] as const satisfies readonly Group[];

const canOpen = (session: Session, { rights, sandboxOnly }: Entry): boolean =>
  (rights.length === 0 || rights.some((right) => hasRight(session, right))) &&
  (sandboxOnly !== true || session.mode === "sandbox");

/** The groups of links that this user can open; a group without any is left out. */
export const navigationFor = (session: Session): readonly Group[] =>
  groups
    .map((group: Group) => ({ ...group, entries: group.entries.filter((entry) => canOpen(session, entry)) }))
    .filter(({ entries }) => entries.length > 0);
