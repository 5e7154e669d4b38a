// `npm start [-- flags]`: sets up what is missing, then runs `pilothouse up` in this same process.
import { pathToFileURL } from 'node:url';
import { checkNode, COMMAND, ensureBuilt, ensureInstalled, fail } from './bootstrap.mjs';

const began = performance.now();
checkNode();
ensureInstalled();
if (!ensureBuilt()) fail('the sources do not compile');
// The command tells how long it took to be ready: without what comes before it.
performance.measure('set-up', { start: began });

const args = process.argv.slice(2);
const isCommand = args.length > 0 && !args[0].startsWith('-');
process.argv = [process.argv[0], COMMAND, ...(isCommand ? [] : ['up']), ...args];
await import(pathToFileURL(COMMAND).href);
