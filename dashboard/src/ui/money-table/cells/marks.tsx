import { IconMessage, IconPaperclip } from "@tabler/icons-react";
import { countText } from "../../page/count-text.ts";
import classes from "./cells.module.css";

/** A name, and how many comments its row has. Of a long name, the end is left out, never the count. */
export function NameWithComments({ name, count }: { readonly name: string; readonly count: number }) {
  if (count === 0) return name;
  const text = countText(count, "comment");
  return (
    <span className={classes["marked"]}>
      <span className={classes["markedName"]}>{name}</span>{" "}
      <span className={classes["files"]} title={text}>
        <IconMessage size={14} aria-hidden />
        <span className={classes["count"]} aria-hidden>
          {count}
        </span>
        <span className="visuallyHidden">{text}</span>
      </span>
    </span>
  );
}

/** How many files a row has. */
export function FilesMark({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const text = countText(count, "file");
  return (
    <span className={classes["files"]} title={text}>
      <IconPaperclip size={14} aria-hidden />
      <span className="visuallyHidden">{text}</span>
    </span>
  );
}
