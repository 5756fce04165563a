import { IconFlag } from "@tabler/icons-react";
import type { ApprovalFlag } from "#api/generated/types.gen.ts";
import classes from "./flags.module.css";

/** What to review first, in the order of weight. */
export function FlagLine({ flags }: { readonly flags: readonly ApprovalFlag[] }) {
  if (flags.length === 0) return null;
  const isHigh = flags.some(({ severity }) => severity === "high");
  return (
    <div className={classes["line"]} data-severity={isHigh ? "high" : "medium"}>
      <IconFlag size={16} aria-hidden className={classes["icon"] ?? ""} />
      <ul aria-label="Flags" className={classes["flags"]}>
        {flags.map(({ code, label, detail, severity }) => (
          <li key={code}>
            <strong data-severity={severity}>{label}</strong>: {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}
