// npm run bench
import { runTool } from "./runtime.mjs";

runTool("bench/main.ts");
