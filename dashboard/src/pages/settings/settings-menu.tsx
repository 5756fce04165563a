import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useSession } from "#app/session/session.ts";
import { type SettingsArea, settingsFor } from "#app/shell/settings-areas.ts";
import { NavigationLink } from "#ui/page/links.tsx";
import classes from "./settings-menu.module.css";
import { type SettingsState, useSettingsStates } from "./use-settings-states.ts";

/** Every area of settings, in groups, with its state. `withDescriptions` on the page that is nothing else. */
export function SettingsMenu({ withDescriptions = false }: { readonly withDescriptions?: boolean }) {
  const groups = Map.groupBy(settingsFor(useSession()), ({ group }) => group);
  const states = useSettingsStates();
  return (
    <nav aria-label="Settings" className={classes["menu"]} data-wide={withDescriptions || undefined}>
      {[...groups].map(([group, areas]) => (
        <div key={group} className={classes["group"]}>
          <Text size="xs" c="dimmed" fw={550} className={classes["title"] ?? ""}>
            {group}
          </Text>
          {areas.map((area) => (
            <Area key={area.to} area={area} state={states.get(area.to)} withDescription={withDescriptions} />
          ))}
        </div>
      ))}
    </nav>
  );
}

function Area({
  area: { label, description, to },
  state,
  withDescription,
}: {
  readonly area: SettingsArea;
  readonly state: SettingsState | undefined;
  readonly withDescription: boolean;
}) {
  const { pathname } = useLocation();
  const isHere = to !== undefined && (pathname === to || pathname.startsWith(`${to}/`));
  return (
    <NavigationLink
      to={to}
      label={label}
      description={
        <>
          {withDescription && <span className={classes["description"]}>{description}</span>}
          {state && <State state={state} />}
        </>
      }
      active={isHere}
      {...(isHere ? { "aria-current": "page" as const } : {})}
      className={classes["link"] ?? ""}
    />
  );
}

const State = ({ state: { text, needsWork = false } }: { readonly state: SettingsState }) => (
  <span className={classes["state"]} data-needs-work={needsWork || undefined}>
    {needsWork && <IconAlertTriangle size={13} aria-hidden />}
    {text}
  </span>
);
