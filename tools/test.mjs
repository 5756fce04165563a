// npm test
import { runTool } from "./runtime.mjs";

runTool("tools/run-tests.ts");
