import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run-program.ts";

/**
 * Renders the Helm chart with Helm, as people install it, and checks every manifest against the schemas of Kubernetes: of
 * the oldest version that the chart admits and of newer ones. kube-score looks for what is unsafe. Values that are wrong
 * must be refused.
 */
const ROOT = join(import.meta.dirname, "../../..");
const CHART = join(ROOT, "deploy/helm/bursar");
const HELM = "helm.sh/helm/v4/cmd/helm@v4.3.2";
const VALIDATOR = "sigs.k8s.io/kubectl-validate@v0.0.4";
const SCORER = "github.com/zegl/kube-score/cmd/kube-score@v1.20.0";
/** Deliberately different: pods spread over nodes by topologySpreadConstraints, and a tag always names the same image. */
const NOT_SCORED = ["deployment-has-host-podantiaffinity", "container-image-pull-policy"];
/** Whose schemas the validator brings. */
const VALIDATED_VERSIONS = ["1.27", "1.28", "1.29", "1.30"];

const MINIMAL = { settings: { PUBLIC_URL: "https://pay.example.com" }, data: { enabled: true } };
const ACCEPTED = {
  minimal: MINIMAL,
  everything: {
    settings: {
      ...MINIMAL.settings,
      BURSAR_ATTACHMENTS_URL: "https://s3.example.com/files",
      TRUSTED_PROXIES: "10.0.0.0/8",
    },
    secrets: { settings: { SMTP_URL: { name: "mail", key: "url" } } },
    image: { digest: `sha256:${"0".repeat(64)}` },
    imagePullSecrets: [{ name: "registry" }],
    ingress: { enabled: true, className: "nginx", host: "pay.example.com", tlsSecret: "certificate" },
    networkPolicy: {
      from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress" } } }],
      egress: [{ ports: [{ port: 5432 }, { port: 443 }] }],
    },
    podAnnotations: { example: "yes" },
    nodeSelector: { "kubernetes.io/arch": "arm64" },
    tolerations: [{ key: "payments", operator: "Exists" }],
    serviceAccount: { annotations: { example: "yes" } },
  },
};
const REFUSED = {
  "no public URL": { data: { enabled: true } },
  "no place for attachments": { settings: MINIMAL.settings },
  "an unknown setting": { ...MINIMAL, settings: { ...MINIMAL.settings, BURSAR_MOD: "sandbox" } },
  "a secret as a value": { ...MINIMAL, settings: { ...MINIMAL.settings, SMTP_URL: "smtps://user:password@mail" } },
  "an ingress without a certificate": { ...MINIMAL, ingress: { enabled: true, host: "pay.example.com" } },
};

/** Returns how many manifests were checked. Throws what Helm or the validator has found. */
export function checkChart(work: string): string {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const render = (name: string, values: unknown): string => {
    const file = join(work, "values.json");
    writeFileSync(file, JSON.stringify(values));
    return run(work, "go", "run", HELM, "template", name, CHART, "--namespace", "payments", "--values", file);
  };
  run(
    work,
    "go",
    "run",
    HELM,
    "lint",
    "--strict",
    CHART,
    "--set",
    "settings.PUBLIC_URL=https://a.example",
    "--set",
    "data.enabled=true",
  );
  const folder = join(work, "rendered");
  mkdirSync(folder);
  for (const [name, values] of Object.entries(ACCEPTED))
    writeFileSync(join(folder, `${name}.yaml`), render(name, values));
  for (const [what, values] of Object.entries(REFUSED)) {
    if (isRendered(() => render("wrong", values))) throw new Error(`The chart accepts ${what}`);
  }
  for (const version of VALIDATED_VERSIONS) run(work, "go", "run", VALIDATOR, folder, "--version", version);
  const scoring = [
    "--exit-one-on-warning",
    "--ignore-container-cpu-limit",
    "--enable-optional-test=container-seccomp-profile",
  ];
  for (const test of NOT_SCORED) scoring.push(`--ignore-test=${test}`);
  for (const name of readdirSync(folder)) run(folder, "go", "run", SCORER, "score", ...scoring, name);
  const manifests = readdirSync(folder).map(
    (name) => readFileSync(join(folder, name), "utf8").match(/^kind: /gm)?.length ?? 0,
  );
  const total = manifests.reduce((sum, count) => sum + count, 0);
  return `${total} manifests are valid in Kubernetes ${VALIDATED_VERSIONS.join(", ")}; ${Object.keys(REFUSED).length} wrong values are refused`;
}

function isRendered(render: () => string): boolean {
  try {
    render();
    return true;
  } catch {
    return false;
  }
}
