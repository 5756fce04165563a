import type { IconHome } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

/** A page, with what is in its address. */
export interface PaletteTarget {
  readonly to: LinkProps["to"];
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, string>>;
}

/** What can be chosen in the palette: it opens a page or does something. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** Dimmed, after the label. */
  readonly detail?: string | undefined;
  /** At the end of the line. */
  readonly end?: string | undefined;
  /** Words by which it is found, besides those of the label. */
  readonly keywords?: string;
  readonly icon: typeof IconHome;
  readonly action: PaletteTarget | (() => void);
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Items of which each typed word begins a word, those whose label begins so first. */
export function matchingItems(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const beginnings = wordsOf(typed);
  if (beginnings.length === 0) return [];
  const rank = ({ label, keywords = "" }: PaletteItem): number => {
    const words = [...wordsOf(label), ...wordsOf(keywords)];
    if (!beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))) return -1;
    return wordsOf(label)[0]?.startsWith(beginnings[0] ?? "") ? 1 : 0;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((ranked) => ranked.rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}
