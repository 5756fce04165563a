export const MODULES: string;
export const ASSEMBLY: readonly string[];
export const PARTS: readonly string[];

export interface Wing {
  readonly path: string;
  readonly members: readonly string[];
}
export const WINGS: readonly Wing[];
