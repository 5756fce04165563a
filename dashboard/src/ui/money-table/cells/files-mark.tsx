import { IconPaperclip } from "@tabler/icons-react";
import classes from "./cells.module.css";

/** How many files a row has. */
export function FilesMark({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const text = count === 1 ? "1 file" : `${count} files`;
  return (
    <span className={classes["files"]} title={text}>
      <IconPaperclip size={14} aria-hidden />
      <span className="visuallyHidden">{text}</span>
    </span>
  );
}
