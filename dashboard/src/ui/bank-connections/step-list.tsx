import { Text } from "@mantine/core";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import classes from "./steps.module.css";

interface Step {
  readonly title: string;
  readonly detail: string;
  readonly outcome: { readonly label: string; readonly color: string };
}

/** What was done one after the other, and what came of each. */
export const StepList = ({ steps, label }: { readonly steps: readonly Step[]; readonly label: string }) => (
  <ol className={classes["steps"]} aria-label={label}>
    {steps.map(({ title, detail, outcome }) => (
      <li key={title} className={classes["step"]}>
        <div className={classes["text"]}>
          <Text size="sm" fw={550}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        </div>
        <StatusMark color={outcome.color}>{outcome.label}</StatusMark>
      </li>
    ))}
  </ol>
);
