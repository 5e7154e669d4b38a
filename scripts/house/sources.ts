import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository: this file runs as source and compiled. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** One TypeScript file. Paths are relative to the root, with `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export type Import =
  | { readonly type: 'file'; readonly path: string }
  /** A third-party package, or `node:…`. */
  | { readonly type: 'package'; readonly name: string };

/** Every TypeScript file below the directories, except compiled and installed ones. */
export function readSources(directories: readonly string[]): Source[] {
  return directories
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path))
    .map(readSource);
}

export const isTest = (path: string): boolean => /\.test(\.helper)?\.ts$/.test(path);
export const isGenerated = (path: string): boolean => path.includes('/generated/');

/** The text of a file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** All files below a directory of the repository, except installed, compiled and hidden ones. */
export function filesBelow(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['dist', 'node_modules'].includes(entry.name)) return [];
    const path = normalize(`${directory}/${entry.name}`);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Import cycles, each as a list of files. */
export function importCycles(sources: readonly Source[]): string[][] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const each of byPath.get(path)?.imports ?? []) {
      if (each.type === 'file') visit(each.path, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return cycles;
}

/** The paths of the entry modules, and of all modules that they import, also indirectly. */
export function reachable(sources: readonly Source[], isEntry: (path: string) => boolean): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Set<string>();
  const pending = [...byPath.keys()].filter(isEntry);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const each of byPath.get(path)?.imports ?? []) if (each.type === 'file') pending.push(each.path);
  }
  return found;
}

const STATEMENT = /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const EXPRESSION = /\bimport\(\s*['"]([^'"]+)['"]/g;

function readSource(path: string): Source {
  const text = readText(path);
  const specifiers = [...text.matchAll(STATEMENT), ...text.matchAll(EXPRESSION)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return { path, text, imports: specifiers.map((specifier) => resolveImport(specifier, path)) };
}

function resolveImport(specifier: string, from: string): Import {
  const own = /^@pilothouse\/([^/]+)\/(.+)\.js$/.exec(specifier);
  if (own) return { type: 'file', path: `services/${own[1]}/${own[2]}.ts` };
  if (specifier.startsWith('.')) return { type: 'file', path: sourceOf(join(dirname(from), specifier)) };
  const [scope = '', name] = specifier.split('/');
  return { type: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope };
}

/** The source of a module: TypeScript, with JSX or without, or a style sheet. */
function sourceOf(path: string): string {
  const source = path.replace(/\.js$/, '.tsx');
  return existsSync(join(ROOT, source)) ? source : path.replace(/\.js$/, '.ts');
}

function findRoot(directory: string): string {
  return existsSync(join(directory, 'package-lock.json')) ? directory : findRoot(dirname(directory));
}
