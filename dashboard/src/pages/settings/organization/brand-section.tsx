import { Button, ColorInput, FileButton, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getBrandOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { changeBrandColor, removeLogo, uploadLogo } from "#api/generated/sdk.gen.ts";
import type { Brand } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useSession } from "#app/session/session.ts";
import { Letterhead } from "#ui/brand/letterhead.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { submits } from "#ui/forms/submits.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { Section } from "#ui/page/section.tsx";
import classes from "./brand-section.module.css";

/** What customers and recipients see of the organization. */
export function BrandSection({ mayChange }: { readonly mayChange: boolean }) {
  const brand = useQuery(getBrandOptions());
  return (
    <Section title="Logo and color">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          On invoices and their pay pages, recipient invites, payment documents, and emails about them. Your legal name
          always appears with them.
        </Text>
        <Loaded query={brand}>
          {(found) => (
            <Stack gap="md">
              <Preview brand={found} />
              {mayChange && (
                <>
                  <LogoField hasLogo={found.logoUrl !== null} />
                  <ColorField key={found.color} color={found.color} />
                </>
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Section>
  );
}

function Preview({ brand }: { readonly brand: Brand }) {
  const { organization } = useSession();
  const isPlain = brand.color === null && brand.logoUrl === null;
  return (
    <figure className={classes["preview"]} aria-label="Preview">
      <Letterhead brand={brand} />
      <Text fw={620}>{organization.legalBusinessName}</Text>
      <Text size="sm" c="dimmed">
        {isPlain ? "Without a logo or a color, only your legal name is shown." : "Invoice INV-1 for Example Customer"}
      </Text>
    </figure>
  );
}

function LogoField({ hasLogo }: { readonly hasLogo: boolean }) {
  const refresh = useRefresh();
  const [error, setError] = useState<string>();
  const { busy, problem, submit } = useSubmit({ setErrors: (errors) => setError(errors["file"]) });
  const removing = useAction(["controls"]);
  const upload = async (file: File) => {
    setError(undefined);
    await uploadLogo({ body: { file }, throwOnError: true });
    await refresh("controls");
    notifyDone("The logo was uploaded.");
  };
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <FileButton
          accept="image/png,image/jpeg"
          onChange={(file) => file !== null && void submit(() => upload(file))}
          inputProps={{ "aria-label": "Logo" }}
        >
          {(props) => (
            <Button variant="default" loading={busy} {...props}>
              {hasLogo ? "Replace logo" : "Upload logo"}
            </Button>
          )}
        </FileButton>
        {hasLogo && (
          <Button
            variant="default"
            loading={removing.busy}
            onClick={() => void removing.run(() => removeLogo({ throwOnError: true }), "The logo was removed.")}
          >
            Remove logo
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        A PNG or JPEG of at most 256 KB and 1,600 pixels per side. It is shown on white, at most 200 by 48 pixels.
      </Text>
      <FormProblem problem={problem} />
      <FieldError error={error} />
    </Stack>
  );
}

const FieldError = ({ error }: { readonly error: string | undefined }) =>
  error !== undefined && (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {error}
    </Text>
  );

/** Suggestions on which white text can be read. */
const swatches = ["#1f5a39", "#1d4f91", "#5b3b8c", "#9b1c31", "#8a4b08", "#0f5c63", "#33383d"];

function ColorField({ color }: { readonly color: string | null }) {
  const refresh = useRefresh();
  const [typed, setTyped] = useState(color ?? "");
  const [error, setError] = useState<string>();
  const { busy, problem, submit } = useSubmit({ setErrors: (errors) => setError(errors["color"]) });
  const save = async (value: string) => {
    setError(undefined);
    await changeBrandColor({ body: { color: value === "" ? null : value }, throwOnError: true });
    await refresh("controls");
    notifyDone("The color was saved.");
  };
  return (
    <form onSubmit={submits(() => submit(() => save(typed)))}>
      <Stack gap={6}>
        <FormProblem problem={problem} />
        <Group align="flex-end" gap="xs">
          <ColorInput
            label="Color (optional)"
            description="White text must be readable on it."
            placeholder="#1d4f91"
            format="hex"
            swatches={swatches}
            swatchesPerRow={7}
            eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
            w={220}
            value={typed}
            onChange={(value) => {
              setError(undefined);
              setTyped(value);
            }}
          />
          <Button type="submit" variant="default" loading={busy} disabled={typed === (color ?? "")}>
            Save color
          </Button>
        </Group>
        <FieldError error={error} />
      </Stack>
    </form>
  );
}
