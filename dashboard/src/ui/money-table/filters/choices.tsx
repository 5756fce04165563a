import { useId } from "react";
import classes from "./filters.module.css";

export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** Any of several values, as a list with commas in the URL. */
export function ManyChoices({
  legend,
  choices,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly FilterChoice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const chosen = value?.split(",") ?? [];
  const toggle = (toggled: string, isOn: boolean) => {
    // In the order of the choices, so that the same filter has one address.
    const after = choices.filter((choice) => (choice.value === toggled ? isOn : chosen.includes(choice.value)));
    onChange(after.length === 0 ? undefined : after.map((choice) => choice.value).join(","));
  };
  return (
    <fieldset className={classes["options"]}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={({ currentTarget }) => toggle(choice.value, currentTarget.checked)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** One value or any. */
export function OneChoice({
  legend,
  choices,
  value,
  any = "Any",
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly FilterChoice[];
  readonly value: string | undefined;
  readonly any?: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes["options"]}>
      <legend>{legend}</legend>
      {[{ value: undefined, label: any }, ...choices].map((choice) => (
        <label key={choice.value ?? ""}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** "Failed, Returned"; values that are no choice, as they are. */
export const choiceLabels = (choices: readonly FilterChoice[], value: string | undefined): string | undefined =>
  value
    ?.split(",")
    .map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
    .join(", ");
