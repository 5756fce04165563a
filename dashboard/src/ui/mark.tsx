import { Badge } from "@mantine/core";

/** A word about a row's state, readable on its ground in both schemes. */
export function Mark({ color, children }: { readonly color: string; readonly children: string }) {
  const isPale = color === "yellow" || color === "orange" || color === "gray";
  return (
    <Badge
      variant="light"
      size="sm"
      radius="sm"
      color={color}
      tt="none"
      fw={550}
      {...(isPale ? { c: "var(--mantine-color-text)" } : {})}
    >
      {children}
    </Badge>
  );
}
