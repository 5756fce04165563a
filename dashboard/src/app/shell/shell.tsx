import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Group,
  Menu,
  ScrollArea,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBuilding, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { signOut } from "../../api/generated/sdk.gen.ts";
import { MenuLink, NavigationLink } from "../../ui/page/links.tsx";
import { TitleCount } from "../../ui/page/title-count.ts";
import { Bell } from "../notifications/bell.tsx";
import { PaletteButton } from "../palette/palette-button.tsx";
import { usePreloadPages } from "../preload-pages.ts";
import { Challenges } from "../session/challenges.tsx";
import { SecondFactorReminder } from "../session/second-factor-reminder.tsx";
import { fullNameOf, useSession } from "../session/session.ts";
import { rememberEmailForSwitch } from "../session/switch-organization.ts";
import { type Entry, navigationFor } from "./navigation.ts";
import { ServiceUnavailableBar } from "./service-unavailable-bar.tsx";
import classes from "./shell.module.css";
import { useWaitingCount } from "./use-waiting-count.ts";

/** The layout of every signed-in page. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const waiting = useWaitingCount();
  usePreloadPages();
  return (
    <TitleCount value={waiting}>
      <AppShell
        layout="alt"
        header={{ height: 52 }}
        navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
        padding={{ base: "md", md: "lg" }}
        classNames={{ main: classes["main"] ?? "", navbar: classes["navbar"] ?? "", header: classes["header"] ?? "" }}
      >
        <a className={classes["skip"]} href="#content">
          Skip to content
        </a>
        <AppShell.Header>
          <Group h="100%" px={{ base: "md", md: "lg" }} justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Open navigation" />
              <Organization />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <PaletteButton />
              <Bell />
              <PersonMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label="Main">
          <Group justify="space-between" px="xs" pb="sm" pt={4}>
            <Group gap={8}>
              <img src="/dashboard/icon.svg" alt="" width={22} height={22} />
              <Text fw={650} size="md">
                Bursar
              </Text>
            </Group>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Close navigation" />
          </Group>
          <AppShell.Section grow component={ScrollArea} type="never">
            <Navigation waiting={waiting} onNavigate={close} />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <ServiceUnavailableBar />
          <SecondFactorReminder />
          <PrintedHeader />
          <div className={classes["page"]}>
            <Outlet />
          </div>
        </AppShell.Main>
        <Challenges />
      </AppShell>
    </TitleCount>
  );
}

function Organization() {
  const { organization, mode } = useSession();
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Text size="sm" fw={550} truncate title={organization.legalBusinessName}>
        {organization.legalBusinessName}
      </Text>
      {mode === "sandbox" && (
        <Badge variant="light" color="yellow" size="sm" className={classes["mode"] ?? ""}>
          Sandbox
        </Badge>
      )}
    </Group>
  );
}

/** Whose page it is, on paper. */
function PrintedHeader() {
  const { organization, mode } = useSession();
  return (
    <div className="printOnly">
      <strong>{organization.legalBusinessName}</strong>
      {mode === "sandbox" && <span>Sandbox: not real payments</span>}
    </div>
  );
}

function Navigation({
  waiting,
  onNavigate,
}: {
  readonly waiting: string | undefined;
  readonly onNavigate: () => void;
}) {
  const groups = navigationFor(useSession());
  return groups.map(({ title, entries }) => (
    <div key={entries[0]?.to ?? ""} className={classes["group"]}>
      {title !== undefined && (
        <Text className={classes["groupTitle"] ?? ""} size="xs" c="dimmed">
          {title}
        </Text>
      )}
      {entries.map((entry) => (
        <NavigationEntry
          key={entry.to ?? ""}
          {...entry}
          count={entry.to === "/approvals" ? waiting : undefined}
          onNavigate={onNavigate}
        />
      ))}
    </div>
  ));
}

function NavigationEntry({
  label,
  to,
  icon: Icon,
  count,
  onNavigate,
}: Entry & { readonly count: string | undefined; readonly onNavigate: () => void }) {
  const { pathname } = useLocation();
  const active = to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavigationLink
      to={to}
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      {...(count === undefined ? {} : { rightSection: <WaitingCount count={count} /> })}
      active={active}
      {...(active ? { "aria-current": "page" as const } : {})}
      onClick={onNavigate}
      className={classes["link"] ?? ""}
    />
  );
}

const WaitingCount = ({ count }: { readonly count: string }) => (
  <span className={`figures ${classes["count"]}`}>
    {count}
    <VisuallyHidden component="span"> {count === "1" ? "needs" : "need"} your approval</VisuallyHidden>
  </span>
);

function PersonMenu() {
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    queryClient.clear();
    await navigate({ to: "/sign-in" });
  };
  const switchOrganization = () => {
    rememberEmailForSwitch(session.user.email);
    return leave();
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account">
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullNameOf(session.user)}
          <br />
          {session.user.email}
        </Menu.Label>
        <MenuLink to="/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
          Profile and sign-in
        </MenuLink>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconBuilding size={16} aria-hidden />} onClick={() => void switchOrganization()}>
          Switch organization
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  { scheme: "light", label: "Light", icon: IconSun },
  { scheme: "dark", label: "Dark", icon: IconMoon },
  { scheme: "auto", label: "System", icon: IconDeviceDesktop },
] as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ scheme, label, icon: Icon }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => setColorScheme(scheme)}
      {...(colorScheme === scheme ? { "aria-current": true, rightSection: "✓" } : {})}
    >
      {label}
    </Menu.Item>
  ));
}
