import { Badge, Group } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { hasRight, type Right, useSession } from "../../app/session/session.ts";
import { NavigationLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useControlChanges } from "./changes/waiting-changes.tsx";

interface Area {
  readonly label: string;
  readonly description: string;
  readonly to: LinkProps["to"];
  /** Visible to everyone when absent. */
  readonly right?: Right;
}

const areas = [
  { label: "Users", description: "Users, roles, and invitations", to: "/settings/people", right: "fetchUsers" },
  { label: "Approval rules", description: "Required approvals and approval limits", to: "/settings/rules" },
  { label: "Organization", description: "Bank detail changes, sign-in, fees", to: "/settings/organization" },
  {
    label: "Categories",
    description: "Labels for transactions, and rules that set them",
    to: "/settings/categories",
    right: "fetchCategories",
  },
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
] as const satisfies readonly Area[];

export function SettingsPage() {
  const session = useSession();
  const changes = useControlChanges().data?.changes ?? [];
  return (
    <Page title="Settings">
      <Section flush maw={640}>
        {areas
          .filter((area) => !("right" in area) || hasRight(session, area.right))
          .map(({ label, description, to }) => (
            <NavigationLink
              key={to}
              to={to}
              label={label}
              description={description}
              py="sm"
              px="md"
              rightSection={
                <Group gap="xs" wrap="nowrap">
                  {to === "/settings/changes" && changes.length > 0 && (
                    <Badge aria-label={`${changes.length} pending`}>{changes.length}</Badge>
                  )}
                  <IconChevronRight size={16} aria-hidden />
                </Group>
              }
            />
          ))}
      </Section>
    </Page>
  );
}
