#!/usr/bin/env node
import { ensureDependencies, runTypeScript } from "../../tools/launcher/runtime.mjs";

ensureDependencies({ development: false });
runTypeScript("server/src/cli/main.ts", process.argv.slice(2));
