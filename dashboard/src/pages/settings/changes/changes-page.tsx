import { Stack } from "@mantine/core";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Section } from "#ui/page/section.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { Unprotected } from "./unprotected.tsx";
import { ChangeList, useControlChanges } from "./waiting-changes.tsx";

export function ChangesPage() {
  const query = useControlChanges();
  return (
    <SettingsAreaPage
      title="Changes waiting for confirmation"
      lead="Changes that grant permissions, relax controls, or affect payments take effect after a second person confirms them."
    >
      <Stack gap="md" maw={860}>
        <Unprotected />
        <Loaded query={query}>
          {({ changes }) =>
            changes.length === 0 ? (
              <Section flush>
                <Empty title="No changes are waiting">
                  Proposed changes appear here until they are confirmed or declined.
                </Empty>
              </Section>
            ) : (
              <ChangeList changes={changes} />
            )
          }
        </Loaded>
      </Stack>
    </SettingsAreaPage>
  );
}
