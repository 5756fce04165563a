import {
  IconArrowsExchange,
  IconBuildingBank,
  IconChecklist,
  IconFlask,
  IconHome,
  IconList,
  IconSend,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import { hasRight, type Right, type Session } from "../session/session.ts";

interface Entry {
  readonly label: string;
  readonly to: string;
  readonly icon: typeof IconHome;
  /** Any of these is enough; empty means everyone. */
  readonly rights: readonly Right[];
  readonly sandboxOnly?: true;
}

const entries: readonly Entry[] = [
  { label: "Home", to: "/", icon: IconHome, rights: [] },
  { label: "Approvals", to: "/approvals", icon: IconChecklist, rights: ["fetchSendMoneyRequests"] },
  { label: "Pay", to: "/pay", icon: IconSend, rights: ["requestSendMoney"] },
  { label: "Transactions", to: "/transactions", icon: IconList, rights: ["fetchTransactions"] },
  { label: "Recipients", to: "/recipients", icon: IconUsers, rights: ["fetchRecipients"] },
  { label: "Accounts", to: "/accounts", icon: IconBuildingBank, rights: ["fetchDepositoryAccounts"] },
  { label: "Transfers", to: "/transfers", icon: IconArrowsExchange, rights: ["fetchTransactions"] },
  { label: "Settings", to: "/settings", icon: IconSettings, rights: [] },
  { label: "Sandbox", to: "/sandbox", icon: IconFlask, rights: ["sendMoney"], sandboxOnly: true },
];

/** The links this user can open. */
export const navigationFor = (session: Session): readonly Entry[] =>
  entries.filter(
    ({ rights, sandboxOnly }) =>
      (rights.length === 0 || rights.some((right) => hasRight(session, right))) &&
      (sandboxOnly === undefined || session.mode === "sandbox"),
  );
