import { Page } from "../../ui/page/page.tsx";
import { SettingsMenu } from "./settings-menu.tsx";

export function SettingsPage() {
  return (
    <Page title="Settings">
      <SettingsMenu withDescriptions />
    </Page>
  );
}
