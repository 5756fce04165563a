import { Outlet } from "@tanstack/react-router";
import classes from "./settings-menu.module.css";
import { SettingsMenu } from "./settings-menu.tsx";

/** A page of settings, next to the menu of all. */
export function SettingsFrame() {
  return (
    <div className={classes["frame"]}>
      <div className={classes["side"]}>
        <SettingsMenu />
      </div>
      <div className={classes["page"]}>
        <Outlet />
      </div>
    </div>
  );
}
