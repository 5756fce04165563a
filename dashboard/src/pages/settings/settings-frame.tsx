import type { ComponentProps, ReactNode } from "react";
import { Page } from "#ui/page/page.tsx";
import classes from "./settings-menu.module.css";
import { SettingsMenu } from "./settings-menu.tsx";

/** A page of settings, next to the menu of all. */
export const SettingsAreaPage = (page: ComponentProps<typeof Page>) => (
  <SettingsFrame>
    <Page {...page} />
  </SettingsFrame>
);

/** The menu of all settings, next to the page of one record. */
export const SettingsFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes["frame"]}>
    <div className={classes["side"]}>
      <SettingsMenu />
    </div>
    <div className={classes["page"]}>{children}</div>
  </div>
);
