import { Stack } from "@mantine/core";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Loaded } from "../../../ui/feedback/loaded.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { Unprotected } from "./unprotected.tsx";
import { ChangeList, useControlChanges } from "./waiting-changes.tsx";

export function ChangesPage() {
  const query = useControlChanges();
  return (
    <Page
      title="Changes waiting for confirmation"
      lead="A change that gives rights or loosens a control takes effect when a second person confirms it."
    >
      <Stack gap="md" maw={860}>
        <Unprotected names={["users", "tokens", "rules", "settings"]} />
        <Loaded query={query}>
          {({ changes }) =>
            changes.length === 0 ? (
              <Section flush>
                <Empty title="No changes are waiting">Changes appear here until somebody decides about them.</Empty>
              </Section>
            ) : (
              <ChangeList changes={changes} />
            )
          }
        </Loaded>
      </Stack>
    </Page>
  );
}
