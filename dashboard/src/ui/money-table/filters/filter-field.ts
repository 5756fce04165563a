import type { ReactNode } from "react";

export interface FilterField {
  readonly id: string;
  readonly label: string;
  /** In words; undefined while the filter is not set. */
  readonly value: string | undefined;
  readonly onRemove: () => void;
  /** Changes apply at once. */
  readonly editor: ReactNode;
}
