import { getRouteApi } from "@tanstack/react-router";
import { addBankConnection } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { Page } from "#ui/page/page.tsx";
import { ConnectionForm } from "./connection-form.tsx";

const route = getRouteApi("/signedIn/bank-files/connections/new");

/** Adds a connection as a draft, which sends nothing, and tests it. */
export function NewConnectionPage() {
  const { rail = "ach", kind = "sftp" } = route.useSearch();
  const navigate = route.useNavigate();
  const refresh = useRefresh();
  return (
    <Page
      title="Add bank connection"
      lead="Your bank’s treasury services have the answers. Nothing is sent until you go live."
    >
      <Permitted right="manageOrganization" action="add bank connections">
        <ConnectionForm
          rail={rail}
          kind={kind}
          onChoose={(chosen) =>
            void navigate({
              search: { rail: chosen.rail, kind: chosen.kind === "folder" ? "folder" : undefined },
              replace: true,
            })
          }
          submitLabel="Save and test"
          save={async (entered) => {
            const { data } = await addBankConnection({ body: { rail, kind, ...entered }, throwOnError: true });
            await refresh("bankFiles");
            void navigate({
              to: "/bank-files/connections/$bankConnectionId",
              params: { bankConnectionId: data.id },
              search: { test: true },
              replace: true,
            });
          }}
        />
      </Permitted>
    </Page>
  );
}
