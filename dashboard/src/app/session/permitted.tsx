import type { ReactNode } from "react";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Section } from "../../ui/page/section.tsx";
import { type Right, useRight } from "./session.ts";

/** A form for users with a right; others, who can only arrive by a link, read why they cannot fill it in. */
export function Permitted({
  right,
  action,
  children,
}: {
  readonly right: Right;
  /** What the user lacks permission to do: "create invoices". */
  readonly action: string;
  readonly children: ReactNode;
}) {
  return useRight(right) ? (
    children
  ) : (
    <Section>
      <Empty title={`You do not have permission to ${action}`}>Ask an administrator to change your role.</Empty>
    </Section>
  );
}
