import { markedParts } from "./changed-text.ts";
import classes from "./changes.module.css";

export interface ValueChange {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What the texts do not show, such as digits that are masked. */
  readonly note?: string | undefined;
}

/** Those whose texts differ, or that have a note. */
export const onlyChanged = (changes: readonly ValueChange[]): readonly ValueChange[] =>
  changes.filter(({ before, after, note }) => before !== after || note !== undefined);

/** Values before and after, with the changed characters marked. */
export function Changes({ label, changes }: { readonly label: string; readonly changes: readonly ValueChange[] }) {
  return (
    <table className={classes["changes"]} aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label: name, before = "", after = "", note }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before === "" ? "None" : <Marked as="del" text={before} other={after} />}</td>
            <td>
              {after === "" ? "None" : <Marked as="ins" text={after} other={before} />}
              {note !== undefined && <small>{note}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same in lines, for a cell of a table. What was only added or only removed is not marked. */
export const ChangeLines = ({ changes }: { readonly changes: readonly ValueChange[] }) => (
  <ul className={classes["lines"]}>
    {changes.map(({ label, before = "", after = "" }) => (
      <li key={label}>
        {label}{" "}
        {before === "" || after === "" ? (
          <span className="figures">{before || after}</span>
        ) : (
          <>
            <Marked as="del" text={before} other={after} /> → <Marked as="ins" text={after} other={before} />
          </>
        )}
      </li>
    ))}
  </ul>
);

function Marked({
  as: Mark,
  text,
  other,
}: {
  readonly as: "del" | "ins";
  readonly text: string;
  readonly other: string;
}) {
  return (
    <span className="figures">
      {markedParts(text, other).map(({ text: part, isChanged }, index) =>
        // The parts of one text, in their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by
        isChanged ? <Mark key={index}>{part}</Mark> : <span key={index}>{part}</span>,
      )}
    </span>
  );
}
