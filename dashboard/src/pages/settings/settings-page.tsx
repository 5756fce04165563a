import { Badge, Group } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useSession } from "../../app/session/session.ts";
import { settingsFor } from "../../app/shell/settings-areas.ts";
import { NavigationLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useControlChanges } from "./changes/waiting-changes.tsx";

export function SettingsPage() {
  const session = useSession();
  const changes = useControlChanges().data?.changes ?? [];
  return (
    <Page title="Settings">
      <Section flush maw={640}>
        {settingsFor(session).map(({ label, description, to }) => (
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
