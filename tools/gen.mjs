// npm run gen
import { runTool } from "./runtime.mjs";

runTool("tools/gen.ts");
