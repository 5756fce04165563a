import { nameAndKind } from "../../money/account-labels.ts";
import classes from "./cells.module.css";

/** The kind is left out first where there is no room, then the name is cut off; the last four digits are always shown. */
export function AccountCell({ name, lastFour }: { readonly name: string; readonly lastFour: string | undefined }) {
  // Without digits, the kind may be all that tells two accounts apart.
  const [first, kind] = lastFour === undefined ? [name, undefined] : nameAndKind(name);
  return (
    <span className={classes["account"]} title={name}>
      <span className={classes["accountNames"]}>
        <span className={classes["accountName"]}>{first}</span>
        {kind !== undefined && <span> {kind}</span>}
      </span>
      {lastFour !== undefined && <span className={`figures ${classes["digits"]}`}>••{lastFour}</span>}
    </span>
  );
}
