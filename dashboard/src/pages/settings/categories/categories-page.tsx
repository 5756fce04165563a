import { Alert, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listCategoryRulesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { useCategories } from "#ui/money/categories.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { CategoryEditor } from "./category-editor.tsx";
import { CategorySection } from "./category-section.tsx";
import { CategoryRuleEditor } from "./rule-editor.tsx";
import { RuleSection } from "./rule-section.tsx";

const route = getRouteApi("/signedIn/inSettings/settings/categories");

export function CategoriesPage() {
  const { category, rule } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useRight("editCategories");
  const { query, categories } = useCategories();
  const rules = useQuery(listCategoryRulesOptions());
  const open = (what: { category?: string; rule?: string }) =>
    void navigate({
      search: { category: undefined, rule: undefined, ...what },
      replace: Object.keys(what).length === 0,
    });
  const close = () => open({});
  const editedCategory = categories.find(({ id }) => id === category);
  const editedRule = rules.data?.rules.find(({ id }) => id === rule);
  return (
    <Page
      title="Categories"
      lead="Labels for transactions, and rules that set them."
      actions={
        <>
          <ButtonLink to="/spending" variant="default">
            View spending
          </ButtonLink>
          {mayEdit && <Button onClick={() => open({ category: "new" })}>Add category</Button>}
        </>
      }
    >
      <Stack gap="md">
        {!mayEdit && <Alert color="gray">You do not have permission to change categories.</Alert>}
        <Loaded query={query}>
          {() => <CategorySection categories={categories} mayEdit={mayEdit} onEdit={(id) => open({ category: id })} />}
        </Loaded>
        <Loaded query={rules}>
          {(found) => (
            <RuleSection
              rules={found.rules}
              mayEdit={mayEdit}
              onAdd={() => open({ rule: "new" })}
              onEdit={(id) => open({ rule: id })}
            />
          )}
        </Loaded>
      </Stack>
      {mayEdit && (category === "new" || editedCategory !== undefined) && (
        <CategoryEditor key={category} category={editedCategory} onClose={close} />
      )}
      {mayEdit && rules.data !== undefined && (rule === "new" || editedRule !== undefined) && (
        <CategoryRuleEditor key={rule} rule={editedRule} rules={rules.data.rules} onClose={close} />
      )}
    </Page>
  );
}
