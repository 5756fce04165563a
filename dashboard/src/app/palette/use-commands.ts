import { useMantineColorScheme } from "@mantine/core";
import {
  IconArrowsExchange,
  IconBell,
  IconClock,
  IconDeviceDesktop,
  IconFileImport,
  IconFileInvoice,
  IconMoon,
  IconSend,
  IconSettings,
  IconSun,
  IconUserCircle,
  IconUserPlus,
} from "@tabler/icons-react";
import { advanceClockTo } from "../../api/advance-clock.ts";
import { getSandboxClock } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { hasRight, type Right, useSession } from "../session/session.ts";
import { navigationFor } from "../shell/navigation.ts";
import { settingsFor } from "../shell/settings-areas.ts";
import type { PaletteItem } from "./palette-item.ts";

interface Action extends PaletteItem {
  /** Any of these is enough. */
  readonly rights: readonly Right[];
}

const actions: readonly Action[] = [
  {
    id: "new-payment",
    label: "New payment",
    keywords: "pay send money",
    icon: IconSend,
    action: { to: "/pay" },
    rights: ["requestSendMoney"],
  },
  {
    id: "import",
    label: "Import payments from a file",
    keywords: "CSV XLSX Excel upload batch pay many",
    icon: IconFileImport,
    action: { to: "/pay/many" },
    rights: ["requestSendMoney"],
  },
  {
    id: "new-transfer",
    label: "New transfer",
    keywords: "move money between accounts",
    icon: IconArrowsExchange,
    action: { to: "/transfers/new" },
    rights: ["sendMoney", "requestSendMoney"],
  },
  {
    id: "new-recipient",
    label: "Add recipient",
    keywords: "new payee vendor supplier",
    icon: IconUserPlus,
    action: { to: "/recipients/new" },
    rights: ["createRecipients"],
  },
  {
    id: "invite-recipient",
    label: "Invite recipient",
    keywords: "payee bank details link",
    icon: IconUserPlus,
    action: { to: "/recipients/invites/new" },
    rights: ["createRecipientInvites"],
  },
  {
    id: "new-invoice",
    label: "New invoice",
    keywords: "bill customer",
    icon: IconFileInvoice,
    action: { to: "/invoices/new" },
    rights: ["modifyInvoices"],
  },
];

const schemes = [
  { scheme: "light", label: "Use light theme", icon: IconSun },
  { scheme: "dark", label: "Use dark theme", icon: IconMoon },
  { scheme: "auto", label: "Use system theme", icon: IconDeviceDesktop },
] as const;

const HOUR_MS = 3_600_000;
const advances = [
  { hours: 1, label: "1 hour" },
  { hours: 24, label: "1 day" },
  { hours: 168, label: "1 week" },
] as const;

async function advanceBy(hours: number): Promise<void> {
  const { data: clock } = await getSandboxClock({ throwOnError: true });
  await advanceClockTo(new Date(Date.parse(clock.now) + hours * HOUR_MS));
}

interface Commands {
  readonly actions: readonly PaletteItem[];
  readonly pages: readonly PaletteItem[];
}

/** What this user can do and open. */
export function useCommands(): Commands {
  const session = useSession();
  const clockItems = useClockItems();
  const { setColorScheme } = useMantineColorScheme();
  const themes = schemes.map(({ scheme, label, icon }) => ({
    id: `theme-${scheme}`,
    label,
    keywords: "switch appearance mode color",
    icon,
    action: () => setColorScheme(scheme),
  }));
  const allowed = actions.filter(({ rights }) => rights.some((right) => hasRight(session, right)));
  const isSandbox = session.mode === "sandbox" && hasRight(session, "sendMoney");
  const pages = navigationFor(session).flatMap(({ entries }) =>
    entries.map(({ label, to, icon }) => ({ id: `page-${to ?? ""}`, label, icon, action: { to } })),
  );
  const settings = settingsFor(session).map(({ label, description, to }) => ({
    id: `page-${to ?? ""}`,
    label,
    detail: "Settings",
    keywords: `settings ${description}`,
    icon: IconSettings,
    action: { to },
  }));
  const profile = {
    id: "page-profile",
    label: "Profile and sign-in",
    keywords: "password passkey second factor sessions email notifications",
    icon: IconUserCircle,
    action: { to: "/profile" as const },
  };
  const notifications = {
    id: "page-notifications",
    label: "Notifications",
    keywords: "bell unread news",
    icon: IconBell,
    action: { to: "/notifications" as const },
  };
  return {
    actions: [...allowed, ...(isSandbox ? clockItems : []), ...themes],
    pages: [...pages, ...settings, notifications, profile],
  };
}

function useClockItems(): readonly PaletteItem[] {
  const refresh = useRefresh();
  const advance = async (hours: number, label: string) => {
    try {
      await advanceBy(hours);
      notifyDone(`The sandbox clock was moved ${label} ahead.`);
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("sandboxClock");
  };
  return advances.map(({ hours, label }) => ({
    id: `clock-${hours}`,
    label: `Advance sandbox clock by ${label}`,
    keywords: "time move",
    icon: IconClock,
    action: () => void advance(hours, label),
  }));
}
