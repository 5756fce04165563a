import { Badge, Group, NavLink } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { hasRight, type Right, useSession } from "../../app/session/session.ts";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useControlChanges } from "./changes/waiting-changes.tsx";

interface Area {
  readonly label: string;
  readonly description: string;
  readonly to: string;
  /** Visible to everyone when absent. */
  readonly right?: Right;
}

const areas: readonly Area[] = [
  { label: "Users", description: "Users and roles", to: "/settings/people", right: "fetchUsers" },
  { label: "Approval rules", description: "Required approvals and approval limits", to: "/settings/rules" },
  { label: "Organization", description: "Bank detail changes, sign-in, fees", to: "/settings/organization" },
  {
    label: "API tokens",
    description: "Credentials for your applications",
    to: "/settings/tokens",
    right: "manageTokens",
  },
  {
    label: "Webhooks",
    description: "Events sent to your systems",
    to: "/settings/webhooks",
    right: "fetchWebhooks",
  },
  {
    label: "Changes waiting for confirmation",
    description: "Proposals that a second person must confirm",
    to: "/settings/changes",
  },
  { label: "Audit log", description: "Who did what, when, and from where", to: "/settings/audit", right: "readAudit" },
];

export function SettingsPage() {
  const session = useSession();
  const changes = useControlChanges().data?.changes ?? [];
  const badges: Readonly<Record<string, number>> = { "/settings/changes": changes.length };
  return (
    <Page title="Settings">
      <Section flush maw={640}>
        {areas
          .filter(({ right }) => right === undefined || hasRight(session, right))
          .map(({ label, description, to }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              description={description}
              py="sm"
              px="md"
              rightSection={
                <Group gap="xs" wrap="nowrap">
                  {(badges[to] ?? 0) > 0 && <Badge aria-label={`${badges[to]} waiting`}>{badges[to]}</Badge>}
                  <IconChevronRight size={16} aria-hidden />
                </Group>
              }
            />
          ))}
      </Section>
    </Page>
  );
}
