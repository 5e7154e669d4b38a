// `npm start [-- flags]`: installs and compiles what is missing, then runs `pilothouse up` in this process.
import { pathToFileURL } from 'node:url';
import { checkNode, COMMAND, ensureBuilt, ensureInstalled, fail, say } from './bootstrap.mjs';

const began = performance.now();
checkNode();
ensureInstalled();
if (!ensureBuilt()) fail('the sources do not compile');
// The command reports its time to readiness without the set-up.
performance.measure('set-up', { start: began });

const args = process.argv.slice(2);
const isCommand = args.length > 0 && !args[0].startsWith('-');
const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env;
if (isCommand && script === 'start' && level !== 'silent' && !process.stdout.isTTY) {
  say(`warning: npm writes lines of its own before this output. Use: npm start --silent -- ${args[0]} …`);
}
process.argv = [process.argv[0], COMMAND, ...(isCommand ? [] : ['up']), ...args];
await import(pathToFileURL(COMMAND).href);
