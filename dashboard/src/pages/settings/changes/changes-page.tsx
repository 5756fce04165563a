import { Stack } from "@mantine/core";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { Unprotected } from "./unprotected.tsx";
import { ChangeList, useControlChanges } from "./waiting-changes.tsx";

export function ChangesPage() {
  const query = useControlChanges();
  const mayAudit = useRight("readAudit");
  return (
    <SettingsAreaPage
      title="Changes waiting for confirmation"
      lead="Changes that grant permissions, relax controls, or affect payments take effect after a second person confirms them."
      related={
        mayAudit && (
          <TextLink to="/settings/audit" search={{ thing: "controlChange", actor: "all" }}>
            History
          </TextLink>
        )
      }
    >
      <Stack gap="md">
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
