import { Alert, Button, Menu, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listCategoryRulesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { useCategories } from "#ui/money/categories.ts";
import { MenuLink } from "#ui/page/links.tsx";
import { MoreActions } from "#ui/page/more-actions.tsx";
import { Section } from "#ui/page/section.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { ApplyRules } from "./apply-rules.tsx";
import { CategoryEditor } from "./category-editor.tsx";
import { CategorySection } from "./category-section.tsx";
import { CategoryRuleEditor } from "./rule-editor.tsx";
import { RuleList } from "./rule-list.tsx";
import { useNames } from "./use-names.ts";

const route = getRouteApi("/signedIn/settings/categories");

export function CategoriesPage() {
  const { category, rule } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useRight("editCategories");
  const mayApply = useRight("updateTransactions");
  const [isApplying, setApplying] = useState(false);
  const { query, categories } = useCategories();
  const rules = useQuery(listCategoryRulesOptions());
  const names = useNames();
  const open = (what: { category?: string; rule?: string }) =>
    void navigate({
      search: { category: undefined, rule: undefined, ...what },
      replace: Object.keys(what).length === 0,
    });
  const close = () => open({});
  const editedCategory = categories.find(({ id }) => id === category);
  const editedRule = rules.data?.rules.find(({ id }) => id === rule);
  const withoutCategory = rules.data?.rules.filter(({ categoryDeleted }) => categoryDeleted) ?? [];
  return (
    <SettingsAreaPage
      title="Categories"
      lead="Labels for transactions, and the rules that set them."
      actions={
        <>
          {mayEdit && (
            <Button variant="default" onClick={() => open({ rule: "new" })}>
              Add rule
            </Button>
          )}
          {mayEdit && <Button onClick={() => open({ category: "new" })}>Add category</Button>}
          <MoreActions>
            {mayApply && (rules.data?.rules.length ?? 0) > 0 && (
              <Menu.Item onClick={() => setApplying(true)}>Apply rules to existing transactions</Menu.Item>
            )}
            <MenuLink to="/spending">View spending</MenuLink>
          </MoreActions>
        </>
      }
    >
      <Stack gap="md">
        {!mayEdit && <Alert color="gray">You do not have permission to change categories.</Alert>}
        <Loaded query={query}>
          {() =>
            // Names of recipients make rules longer.
            rules.isLoading || names.isLoading ? (
              <SkeletonRows rows={12} />
            ) : (
              <CategorySection
                categories={categories}
                rules={rules.data?.rules ?? []}
                mayEdit={mayEdit}
                onEdit={(id) => open({ category: id })}
                onEditRule={(id) => open({ rule: id })}
              />
            )
          }
        </Loaded>
        {withoutCategory.length > 0 && (
          <Section title="Rules whose category was deleted">
            <RuleList
              label="Rules whose category was deleted"
              rules={withoutCategory}
              mayEdit={mayEdit}
              onEdit={(id) => open({ rule: id })}
            />
          </Section>
        )}
      </Stack>
      {isApplying && <ApplyRules onClose={() => setApplying(false)} />}
      {mayEdit && (category === "new" || editedCategory !== undefined) && (
        <CategoryEditor key={category} category={editedCategory} onClose={close} />
      )}
      {mayEdit && rules.data !== undefined && (rule === "new" || editedRule !== undefined) && (
        <CategoryRuleEditor key={rule} rule={editedRule} rules={rules.data.rules} onClose={close} />
      )}
    </SettingsAreaPage>
  );
}
