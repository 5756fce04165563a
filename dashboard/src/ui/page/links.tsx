import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type AnchorElement = Omit<ComponentPropsWithRef<"a">, "color" | "style">;

/** Mantine's components as typed links: the router checks `to`, `params`, and `search` against the routes. */
export const TextLink = createLink((props: AnchorProps & AnchorElement) => (
  // The text around a link sets its size, unless the link has its own.
  <Anchor inherit={props.size === undefined} {...props} />
));
export const ButtonLink = createLink((props: ButtonProps & AnchorElement) => <Button component="a" {...props} />);
export const NavigationLink = createLink((props: NavLinkProps & AnchorElement) => <NavLink component="a" {...props} />);
export const MenuLink = createLink((props: MenuItemProps & AnchorElement) => <Menu.Item component="a" {...props} />);
