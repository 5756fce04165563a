import { useQuery } from "@tanstack/react-query";
import { listCategoriesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";

const STALE_MS = 30_000;

/** The organization's categories by name; empty for users who may not see them. */
export function useCategories() {
  const enabled = useRight("fetchCategories");
  const query = useQuery({ ...listCategoriesOptions(), enabled, staleTime: STALE_MS });
  const categories = (query.data?.categories ?? []).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return { query, categories };
}
