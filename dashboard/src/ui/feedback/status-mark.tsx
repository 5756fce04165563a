import { Badge } from "@mantine/core";

/** A short label for a row's state. */
export const StatusMark = ({ color, children }: { readonly color: string; readonly children: string }) => (
  <Badge variant="light" size="sm" radius="sm" color={color} tt="none" fw={550}>
    {children}
  </Badge>
);
