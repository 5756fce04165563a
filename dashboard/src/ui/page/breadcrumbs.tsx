import { IconChevronRight } from "@tabler/icons-react";
import { type LinkProps, useLocation } from "@tanstack/react-router";
import { Fragment } from "react";
import classes from "./breadcrumbs.module.css";
import { TextLink } from "./links.tsx";

interface Parent {
  readonly to: LinkProps["to"];
  readonly label: string;
}

/** Pages above others, by the beginning of the path. */
const parents: readonly Parent[] = [
  { to: "/approvals", label: "Approvals" },
  { to: "/pay", label: "Pay" },
  { to: "/scheduled", label: "Scheduled" },
  { to: "/transactions", label: "Transactions" },
  { to: "/recipients", label: "Recipients" },
  { to: "/recipients/invites", label: "Invites" },
  { to: "/invoices", label: "Invoices" },
  { to: "/invoices/customers", label: "Customers" },
  { to: "/accounts", label: "Accounts" },
  { to: "/treasury", label: "Treasury" },
  { to: "/transfers", label: "Transfers" },
  { to: "/bank-files", label: "Bank files" },
  { to: "/settings", label: "Settings" },
  { to: "/settings/people", label: "Users" },
  { to: "/settings/tokens", label: "API tokens" },
  { to: "/settings/webhooks", label: "Webhooks" },
];

/** The way up from a page that is below others. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const above = parents.filter(({ to }) => pathname.startsWith(`${to}/`));
  if (above.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes["crumbs"]}>
      {above.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && <IconChevronRight size={12} aria-hidden />}
          <TextLink {...(to === undefined ? {} : { to })} c="dimmed" size="sm">
            {label}
          </TextLink>
        </Fragment>
      ))}
      <IconChevronRight size={12} aria-hidden />
    </nav>
  );
}
