import classes from "./cells.module.css";

/** The name may be cut off, the last four digits are not. */
export function AccountCell({ name, lastFour }: { readonly name: string; readonly lastFour: string | undefined }) {
  return (
    <span className={classes["account"]}>
      <span className={classes["accountName"]}>{name}</span>
      {lastFour !== undefined && <span className={`figures ${classes["digits"]}`}>••{lastFour}</span>}
    </span>
  );
}
