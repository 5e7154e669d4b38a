// Which modules of a bundle with lazy imports share a file.
import { relative } from 'node:path';
import { build } from 'esbuild';

/**
 * A plugin of esbuild that gives modules which are always loaded together one file. esbuild shares a file among the modules that the
 * same lazy imports need. So it divides what every command needs among dozens of files, by which lazily imported modules need it
 * too, and Node takes longer to find and link these files than to compile them. With this plugin each lazily imported module also
 * needs everything that is loaded before it anyway, which costs nothing.
 *
 * `options` are those of the build, with `absWorkingDir`.
 */
export async function joinedChunks(options) {
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const before = loadedBefore(metafile);
  const specifiers = lazySpecifiers(metafile);
  return {
    name: 'joined-chunks',
    setup({ initialOptions, onResolve, onLoad, resolve }) {
      // esbuild leaves out an import of which no name is used, but counts it.
      initialOptions.logOverride = { 'ignored-bare-import': 'silent' };
      onResolve({ filter: specifiers }, async ({ path, pluginData, ...from }) => {
        if (from.kind !== LAZY_KIND || pluginData === RESOLVED) return undefined;
        const found = await resolve(path, { ...from, pluginData: RESOLVED });
        return found.external ? found : { path: found.path, namespace: LAZY };
      });
      onLoad({ filter: /.*/, namespace: LAZY }, ({ path }) => {
        const module = relative(options.absWorkingDir, path);
        const imports = (before.get(module) ?? []).map((each) => `import './${each}';`);
        return {
          contents: [...imports, `export * from './${module}';`].join('\n'),
          resolveDir: options.absWorkingDir,
        };
      });
    },
  };
}

const RESOLVED = Symbol('resolved');
const LAZY = 'lazy';
const LAZY_KIND = 'dynamic-import';

/** Matches what import expressions name. */
function lazySpecifiers({ inputs }) {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const names = imports.flatMap(({ kind, external, original }) => (kind === LAZY_KIND && !external ? [original] : []));
  return new RegExp(`^(${[...new Set(names)].map((name) => name.replaceAll('.', '\\.')).join('|')})$`);
}

/**
 * For each lazily imported module, the modules that are loaded before it: the imports of each entry or lazily imported module without
 * which nothing leads to it.
 */
function loadedBefore({ inputs, outputs }) {
  const pathsOf = (module, kind) =>
    inputs[module].imports.flatMap((each) => (each.kind === kind && !each.external ? [each.path] : []));
  const importsOf = (module) => pathsOf(module, 'import-statement');
  const lazyImports = new Map();
  const lazyImportsOf = (module) => {
    if (!lazyImports.has(module)) {
      const lazy = [...reached([module], importsOf)].flatMap((each) => pathsOf(each, LAZY_KIND));
      lazyImports.set(module, lazy);
    }
    return lazyImports.get(module);
  };
  const all = Object.values(outputs).flatMap(({ entryPoint }) => (entryPoint === undefined ? [] : [entryPoint]));
  const lazy = new Set(all.flatMap(lazyImportsOf));
  const entries = all.filter((module) => !lazy.has(module));
  /** @type {Map<string, string[]>} */
  const before = new Map(all.map((module) => [module, []]));
  for (const module of all) {
    const others = (modules) => modules.filter((each) => each !== module);
    const independent = reached(others(entries), (each) => others(lazyImportsOf(each)));
    const dependent = others(all).filter((each) => !independent.has(each));
    for (const each of dependent) before.get(each).push(...importsOf(module));
  }
  return before;
}

/** What can be reached from `starts`, with them. `next` returns what follows in one step. */
function reached(starts, next) {
  const seen = new Set(starts);
  for (const each of seen) for (const found of next(each)) seen.add(found);
  return seen;
}
