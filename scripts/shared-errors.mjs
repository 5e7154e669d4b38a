// Modules of a bundle of which there must be one copy in a process.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/**
 * A plugin of esbuild that leaves out the modules of these packages that export a class of errors. A program that imports such a class
 * from its package, and compares an error of the bundle with it, needs the same class.
 */
export function sharedErrors(packages) {
  const shared = new Map(packages.flatMap(errorModules));
  const names = [...new Set([...shared.keys()].map((path) => basename(path, '.ts')))];
  return {
    name: 'shared-errors',
    setup({ onResolve, resolve }) {
      onResolve({ filter: new RegExp(`/(${names.join('|')})\\.js$`) }, async ({ path, pluginData, ...from }) => {
        if (pluginData === RESOLVED) return undefined;
        const found = await resolve(path, { ...from, pluginData: RESOLVED });
        const specifier = shared.get(found.path);
        return specifier === undefined ? found : { path: specifier, external: true, sideEffects: false };
      });
    },
  };
}

const RESOLVED = Symbol('resolved');
const ERROR_CLASS = /^export class \w+ extends \w*Error\b/m;

/** The specifier by path. */
function errorModules(name) {
  const directory = join(ROOT, 'services', name);
  const files = readdirSync(directory, { recursive: true }).filter(
    (file) => /(?<!\.test|\.helper|\.d)\.ts$/.test(file) && !file.startsWith('dist'),
  );
  const paths = files.map((file) => join(directory, file));
  const specifierOf = (path) =>
    `@pilothouse/${name}/${relative(directory, path).replaceAll('\\', '/').replace(/ts$/, 'js')}`;
  return paths.filter((path) => ERROR_CLASS.test(readFileSync(path, 'utf8'))).map((path) => [path, specifierOf(path)]);
}
