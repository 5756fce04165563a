import {
  IconArrowsExchange,
  IconBuildingBank,
  IconChartBar,
  IconChecklist,
  IconFlask,
  IconHome,
  IconList,
  IconSend,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { hasRight, type Right, type Session } from "../session/session.ts";

interface Entry {
  readonly label: string;
  readonly to: LinkProps["to"];
  readonly icon: typeof IconHome;
  /** Any of these is enough; empty means everyone. */
  readonly rights: readonly Right[];
  readonly sandboxOnly?: true;
}

const entries = [
  { label: "Home", to: "/", icon: IconHome, rights: [] },
  { label: "Approvals", to: "/approvals", icon: IconChecklist, rights: ["fetchSendMoneyRequests"] },
  { label: "Pay", to: "/pay", icon: IconSend, rights: ["requestSendMoney"] },
  { label: "Transactions", to: "/transactions", icon: IconList, rights: ["fetchTransactions"] },
  { label: "Spending", to: "/spending", icon: IconChartBar, rights: ["fetchTransactions"] },
  { label: "Recipients", to: "/recipients", icon: IconUsers, rights: ["fetchRecipients"] },
  { label: "Accounts", to: "/accounts", icon: IconBuildingBank, rights: ["fetchDepositoryAccounts"] },
  { label: "Transfers", to: "/transfers", icon: IconArrowsExchange, rights: ["fetchTransactions"] },
  { label: "Settings", to: "/settings", icon: IconSettings, rights: [] },
  { label: "Sandbox", to: "/sandbox", icon: IconFlask, rights: ["sendMoney"], sandboxOnly: true },
] as const satisfies readonly Entry[];

/** The links this user can open. */
export const navigationFor = (session: Session) =>
  entries.filter(({ rights, ...entry }) => {
    const isAllowed = rights.length === 0 || rights.some((right) => hasRight(session, right));
    return isAllowed && (!("sandboxOnly" in entry) || session.mode === "sandbox");
  });
