import { describe, it } from "node:test";
import { runAdminCommand } from "../../../server/src/administration/commands/commands.ts";
import type { OrganizationId } from "../../../server/src/kernel/values/ids.ts";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

/** Made up: no name of a real list. */
const SDN = '101,"VARGAS BLACKWOOD, Dmitri","individual","SDNT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
const ALT = '101,1,"aka","WARGAS, Dimitri",-0- ';

describe("screening", () => {
  it("is chosen by two administrators, who then decide about a recipient", async () => {
    const { service, demo } = dashboard;
    await newPerson(dashboard, demo.organizationId as OrganizationId, { email: "second@example.com" });
    const second = { email: "second@example.com", password: PASSWORD };
    const files = Object.entries({ "SDN.CSV": SDN, "ALT.CSV": ALT });
    await runAdminCommand(
      { service, sandbox: undefined },
      {
        command: "screening.load",
        input: {
          organization: demo.organizationId,
          files: files.map(([name, text]) => ({ name, contentBase64: Buffer.from(text).toString("base64") })),
        },
        actor: { type: "operator", id: "test" },
      },
    );
    const first = dashboard.user("administrator");
    const { page } = await browser.signIn(first, { at: "/settings/screening" });
    await page.getByRole("heading", { name: "Screening", level: 1 }).waitFor();
    await page.getByText("Nothing to decide").waitFor();
    await page.getByRole("radio", { name: "The loaded list" }).check();
    await checkAccessible(page);
    await look(page, "screening-settings");
    await page.getByRole("button", { name: "Save screener" }).click();
    await prove(page, first);
    await page.getByText("Saved as a proposal.").waitFor();

    const { page: secondPage } = await browser.signIn(second, { at: "/settings/screening" });
    await secondPage
      .getByRole("button", { name: /^Confirm: Change screening from nothing to the loaded list/ })
      .click();
    await prove(secondPage, second);
    await secondPage.getByText("Confirmed. The change is in effect.").waitFor();
    await dashboard.call("POST", "/recipients", { name: "Dmitri Vargas Blackwood", emails: [] });

    await page.reload();
    const cases = page.getByRole("list", { name: "Screening cases" });
    await cases.getByText(/resembles VARGAS BLACKWOOD, Dmitri/).waitFor();
    await checkAccessible(page);
    await look(page, "screening-case");
    await page.getByRole("button", { name: /^Not the same: Dmitri/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Not the same: Dmitri/ });
    await dialog.getByLabel("Reason").fill("Born in 1991, not in 1970");
    await checkAccessible(page);
    await look(page, "screening-decision");
    await dialog.getByRole("button", { name: "Not the same" }).click();
    await page.getByText("A decision waits for a second administrator, above.").waitFor();

    await secondPage.reload();
    await secondPage.getByRole("button", { name: /^Confirm: Clear Dmitri Vargas Blackwood/ }).click();
    await secondPage.getByText("Confirmed. The change is in effect.").waitFor();
    await secondPage.getByText("Nothing to decide").waitFor();
  });
});
