// npm run gen
import { runTool } from "./launcher/runtime.mjs";

runTool("tools/generate/gen.ts");
