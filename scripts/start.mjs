// `npm start [-- flags]`: sets up what is missing, then runs `pilothouse up` in this same process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, ensureBuilt, ensureInstalled, fail, ROOT } from './bootstrap.mjs';

checkNode();
ensureInstalled();
if (!ensureBuilt()) fail('the sources do not compile');

const main = join(ROOT, 'services', 'cli', 'dist', 'main.js');
const args = process.argv.slice(2);
const isCommand = args.length > 0 && !args[0].startsWith('-');
process.argv = [process.argv[0], main, ...(isCommand ? [] : ['up']), ...args];
await import(pathToFileURL(main).href);
