import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A menu of what is seldom wanted, or cannot be undone: a click further away than the page's buttons. */
export const MoreActions = ({
  of,
  children,
}: {
  /** The name of a row, whose menu is smaller than that of a page. */
  readonly of?: string;
  readonly children: ReactNode;
}) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon
        {...(of === undefined ? { variant: "default", size: 36 } : { variant: "subtle", color: "gray", size: 28 })}
        aria-label={of === undefined ? "More actions" : `More actions for ${of}`}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

/** The actions of one row of a table; the label names the row. */
export const RowMenu = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} data-row-actions>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
