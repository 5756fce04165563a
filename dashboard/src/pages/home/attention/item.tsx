import type { IconHome } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./attention.module.css";

/** One thing that needs the user: what it is, the first of its parts, and the next action. */
export function Item({
  icon: Icon,
  tone,
  title,
  action,
  children,
}: {
  readonly icon: typeof IconHome;
  readonly tone: "bad" | "warning" | "plain";
  readonly title: ReactNode;
  /** A link to the list or the thing. */
  readonly action: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li className={classes["item"]} data-tone={tone}>
      <Icon className={classes["icon"]} size={20} stroke={1.7} aria-hidden />
      <div className={classes["body"]}>
        <h3 className={classes["title"]}>{title}</h3>
        {children}
      </div>
      <div className={classes["action"]}>{action}</div>
    </li>
  );
}

/** The first parts of an item, each a line with its amount at the end. */
export const ItemLines = ({ children }: { readonly children: ReactNode }) => (
  <ul className={classes["lines"]}>{children}</ul>
);

export const ItemLine = ({
  name,
  amount,
  children,
}: {
  readonly name: ReactNode;
  readonly amount?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <li className={classes["line"]}>
    <span className={classes["name"]}>{name}</span>
    {children !== undefined && <span className={classes["about"]}>{children}</span>}
    {amount !== undefined && <span className={classes["amount"]}>{amount}</span>}
  </li>
);

/** How many parts are not among the lines. */
export const MoreLines = ({
  count,
  isExact = true,
  children,
}: {
  readonly count: number;
  readonly isExact?: boolean;
  /** What the number becomes, such as a link to the whole list. */
  readonly children: (text: string) => ReactNode;
}) => (count > 0 ? <ItemLine name={children(`${count.toLocaleString("en-US")}${isExact ? "" : "+"} more`)} /> : null);

/** What the lines mean, and what to do. */
export const ItemNote = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes["note"]}>{children}</p>
);

/** Names of tables and jobs as words: "Approval requests" for approval_requests. */
export const asWords = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** "1 payment", "3 payments", "1,000+ payments" */
export const counted = (count: number, noun: string, isExact = true): string =>
  `${count.toLocaleString("en-US")}${isExact ? "" : "+"} ${noun}${count === 1 && isExact ? "" : "s"}`;
