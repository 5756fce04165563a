import type { ComponentProps } from "react";
import { Page } from "#ui/page/page.tsx";
import classes from "./settings-menu.module.css";
import { SettingsMenu } from "./settings-menu.tsx";

/** A page of settings, next to the menu of all. */
export function SettingsAreaPage(page: ComponentProps<typeof Page>) {
  return (
    <div className={classes["frame"]}>
      <div className={classes["side"]}>
        <SettingsMenu />
      </div>
      <div className={classes["page"]}>
        <Page {...page} />
      </div>
    </div>
  );
}
