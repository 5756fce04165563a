import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Banknote green, reserved for actions. */
const evergreen: MantineColorsTuple = [
  "#eef7f1",
  "#dcebe1",
  "#b7d6c2",
  "#8fc0a1",
  "#6dad85",
  "#57a173",
  "#3f8b5d",
  "#2d7049",
  "#1f5a39",
  "#12442a",
];

/** Neutrals with a hint of green, to match the primary color. */
const dark: MantineColorsTuple = [
  "#d3d8d5",
  "#b4bcb7",
  "#929c96",
  "#68736d",
  "#3c4641",
  "#2d3632",
  "#222a26",
  "#171d1a",
  "#111613",
  "#0b0f0d",
];

export const theme = createTheme({
  primaryColor: "evergreen",
  primaryShade: 7,
  autoContrast: true,
  colors: { evergreen, dark },
  fontFamily: '"Inter Variable", "Inter Soon", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem" },
    },
  },
  components: {
    Button: {
      defaultProps: { size: "sm" },
      // With reduced motion, no transition centers the loader.
      styles: { loader: { transform: "translate(-50%, -50%)" } },
    },
    // Fields are required unless their label says "(optional)".
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: "sm" } },
    // Text that fades between colors is unreadable in between.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: "sm" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontWeight: 620 } },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontWeight: 620 } },
    },
    // The background and the icon carry the color; the text stays readable.
    Alert: {
      styles: { label: { color: "var(--mantine-color-text)" }, body: { minWidth: 0, overflowWrap: "anywhere" } },
    },
    // A legend is part of its border: one line in the weight of a label.
    Fieldset: { styles: { legend: { fontWeight: 550, fontSize: "var(--mantine-font-size-sm)", paddingInline: 4 } } },
    // A dialog's header is not a page banner.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close notification" } } },
    Paper: { defaultProps: { radius: "md", withBorder: true } },
  },
});

/** Text and line colors with sufficient contrast (WCAG 2 AA) in both color schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#1a211d",
    "--mantine-color-dimmed": "#58635d",
    "--mantine-color-placeholder": "#6b766f",
    "--mantine-color-error": "#b42318",
    // Text on light backgrounds needs darker shades than the colors themselves.
    "--mantine-color-yellow-light-color": "#7a4d00",
    "--mantine-color-orange-light-color": "#96390a",
    "--mantine-color-red-light-color": "#a61e14",
    "--mantine-color-blue-light-color": "#14509a",
    "--mantine-color-gray-light-color": "#46504a",
    // Backgrounds of notices and marks: quieter than the library's, which cover half a page in color.
    "--mantine-color-yellow-light": "#fcf3d9",
    "--mantine-color-orange-light": "#fdefe0",
    "--mantine-color-red-light": "#fdebea",
    "--mantine-color-blue-light": "#e8f1fb",
    "--bursar-ground": "#f6f8f6",
    "--bursar-line": "#dfe5e1",
    "--bursar-hover": "#f1f5f2",
    "--bursar-money-in": "#1f6b40",
  },
  dark: {
    "--mantine-color-body": "#171d1a",
    "--mantine-color-text": "#dde3df",
    "--mantine-color-dimmed": "#9aa69f",
    "--mantine-color-placeholder": "#8a958f",
    "--mantine-color-error": "#ff9187",
    "--mantine-color-evergreen-light": "#22382c",
    "--mantine-color-evergreen-light-hover": "#2a4536",
    "--mantine-color-evergreen-light-color": "#c9ecd6",
    "--mantine-color-gray-light": "#2a322e",
    "--mantine-color-gray-light-color": "#c8d0cb",
    "--mantine-color-yellow-light": "#33290f",
    "--mantine-color-yellow-light-color": "#f5cf7a",
    "--mantine-color-orange-light": "#3a2614",
    "--mantine-color-orange-light-color": "#ffb98a",
    "--mantine-color-red-light": "#3d1f1c",
    "--mantine-color-red-light-color": "#ffa79e",
    "--mantine-color-blue-light": "#16293d",
    "--mantine-color-blue-light-color": "#9cc7f5",
    "--bursar-ground": "#111613",
    "--bursar-line": "#2d3632",
    "--bursar-hover": "#1e2622",
    "--bursar-money-in": "#7fd1a0",
  },
});
