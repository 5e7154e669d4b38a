import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root.js';

/** Names of the packages, without their scope. */
export const PACKAGES = readdirSync(join(ROOT, 'services'));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
}

/** Another project with the packed packages installed. */
export interface Project {
  readonly directory: string;
  /** The directory of an installed package. */
  readonly installed: (name: string) => string;
  /** Runs a program in the project or a folder of it. Returns its output, and rejects if it fails. */
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<string>;
  readonly node: (...args: readonly string[]) => Promise<string>;
  readonly npm: (...args: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export interface RunOptions {
  /** Below the project. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const PROJECT_TIMEOUT = 240_000;

export const manifestAt = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

/**
 * Packs all packages and installs them in a new project. Third-party packages are linked from the repository. The registry is
 * used only if `extra` names a folder with a manifest and a lock file of further ones.
 */
export async function newProject({ extra }: { readonly extra?: string } = {}): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'e2e-project-'));
  const run: Project['run'] = async (program, args, { folder = '.', env: more = {} } = {}) => {
    const quiet = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false', NO_COLOR: '1' };
    const env = { ...process.env, NODE_OPTIONS: '', ...quiet, ...more };
    const options = { cwd: join(directory, folder), env, timeout: PROJECT_TIMEOUT };
    try {
      const { stdout, stderr } = await promisify(execFile)(program, [...args], options);
      return stdout + stderr;
    } catch (error) {
      // The error's message contains only standard error.
      if (error instanceof Error && 'stdout' in error) error.message += `\n${String(error.stdout)}`;
      throw error;
    }
  };
  const node: Project['node'] = (...args) => run(process.execPath, args);
  const npm: Project['npm'] = (...args) => {
    const script = process.env['npm_execpath'];
    return script === undefined ? run('npm', args) : node(script, ...args);
  };
  const remove = (): Promise<void> => rm(directory, { recursive: true });
  try {
    const tarballs = join(directory, 'tarballs');
    await mkdir(tarballs);
    await node(join(ROOT, 'scripts', 'pack.mjs'), tarballs);
    if (extra !== undefined) await cp(join(extra, 'package-lock.json'), join(directory, 'package-lock.json'));
    const { devDependencies = {} } = extra === undefined ? {} : manifestAt(extra);
    const foreign = PACKAGES.flatMap((name) => Object.keys(manifestAt(join(ROOT, 'services', name)).dependencies ?? {}))
      .concat('@types/node')
      .filter((name) => !name.startsWith('@pilothouse/') && !(name in devDependencies));
    const dependencies = Object.fromEntries([
      ...readdirSync(tarballs).map((file) => [`@pilothouse/${nameIn(file)}`, `file:tarballs/${file}`]),
      ...foreign.map((name) => [name, `file:${join(ROOT, 'node_modules', name)}`]),
    ]) as Record<string, string>;
    const manifest = { name: 'project', type: 'module', dependencies, devDependencies };
    await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
    const source = extra === undefined ? '--offline' : '--prefer-offline';
    await npm('install', source, '--ignore-scripts', '--no-audit', '--no-fund', '--install-links=false');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    directory,
    installed: (name) => join(directory, 'node_modules', '@pilothouse', name),
    run,
    node,
    npm,
    remove,
  };
}

const nameIn = (tarball: string): string => /^pilothouse-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(tarball)?.[1] ?? tarball;

/** All modules in the `exports` of a package, of which bundles are none: their names change. */
export function subpathsOf(directory: string, name: string): string[] {
  const dist = join(directory, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.js') && !/^(bin|bundle|public)\//.test(file));
  const main = '.' in manifestAt(directory).exports ? [`@pilothouse/${name}`] : [];
  return [...main, ...modules.map((file) => `@pilothouse/${name}/${file}`)];
}

/** The programs in a package's README, one for each code block that is not marked `no-run`. */
export function examplesOf(directory: string): string[] {
  const readme = readFileSync(join(directory, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```[jt]s\n([^]*?)^```$/gm)].map(([, text = '']) => text);
}
