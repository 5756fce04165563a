import { Page } from "../../ui/page/page.tsx";
import { SettingsMenu } from "./settings-menu.tsx";

export const SettingsPage = () => (
  <Page title="Settings">
    <SettingsMenu withDescriptions />
  </Page>
);
