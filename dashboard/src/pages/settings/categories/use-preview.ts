import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewCategoryRules } from "#api/generated/sdk.gen.ts";
import type { PreviewCategoryRulesData } from "#api/generated/types.gen.ts";

/** What rules would change; asks nothing while the body is undefined. */
export const useRulePreview = (body: PreviewCategoryRulesData["body"] | undefined) =>
  useQuery({
    queryKey: ["previewCategoryRules", body],
    queryFn: async ({ signal }) => (await previewCategoryRules({ body: body ?? {}, signal, throwOnError: true })).data,
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
