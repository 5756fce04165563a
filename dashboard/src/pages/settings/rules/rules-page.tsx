import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { listApprovalRulesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import classes from "./rules.module.css";
import { RulesSection } from "./rules-section.tsx";
import { TestPayment } from "./test-payment.tsx";
import { useRuleNames } from "./use-rule-names.ts";

const route = getRouteApi("/signedIn/settings/rules");

const REFRESH_MS = 10_000;

export function RulesPage() {
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useRight("manageRules");
  const mayAudit = useRight("readAudit");
  const mayTest = useRight("requestSendMoney");
  const names = useRuleNames();
  const refresh = useRefresh();
  const query = useQuery({ ...listApprovalRulesOptions(), refetchInterval: REFRESH_MS });
  const open = (what: string | undefined) => void navigate({ search: { edit: what }, replace: what === undefined });
  return (
    <SettingsAreaPage
      title="Approval rules"
      lead="Rules are checked in order. The first match applies."
      actions={mayManage && <Button onClick={() => open("new")}>Add rule</Button>}
      related={
        mayAudit && (
          <TextLink to="/settings/audit" search={{ thing: "approvalRule", actor: "all" }}>
            History
          </TextLink>
        )
      }
    >
      <Loaded query={query}>
        {({ rules, otherwise }) => {
          const edited = rules.find(({ ruleId }) => ruleId === edit);
          return (
            <div className={classes["column"]}>
              {!mayManage && <Alert color="gray">You do not have permission to change approval rules.</Alert>}
              <WaitingChanges kinds={["approvalRule", "approverLimit"]} />
              <RulesSection
                rules={rules}
                otherwise={otherwise}
                mayManage={mayManage}
                onEdit={({ ruleId }) => open(ruleId)}
              />
              {mayTest && <TestPayment names={names} />}
              <LimitsSection names={names} mayManage={mayManage} />
              {mayManage && (edit === "new" || edited !== undefined) && (
                <RuleEditor
                  key={edit}
                  rule={edited}
                  rules={rules}
                  names={names}
                  onClose={() => {
                    open(undefined);
                    // The rules, or the change that waits for another administrator.
                    void refresh("controls");
                  }}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </SettingsAreaPage>
  );
}
