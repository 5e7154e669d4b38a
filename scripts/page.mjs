// Bundles the page of the console into services/console/dist/public: a script and a style sheet, whose names contain a
// hash of their content, and the licences of the packages in the script.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bootstrap.mjs';

const CONSOLE = join(ROOT, 'services', 'console');
const PAGE = join(CONSOLE, 'page');

/** Writes the page into a directory, which is replaced. */
export async function bundlePage(out = join(CONSOLE, 'dist', 'public')) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { page: join(PAGE, 'main.tsx'), style: join(PAGE, 'style', 'index.css') },
    outdir: out,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['source'],
    target: ['chrome125', 'firefox126', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(out.length + 1), contents]));
  const icon = readFileSync(join(PAGE, 'icon.svg'));
  const names = {
    ICON: `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`,
    STYLE: [...files.keys()].find((name) => name.endsWith('.css')),
    SCRIPT: [...files.keys()].find((name) => name.endsWith('.js')),
  };
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  files.set(names.ICON, icon);
  files.set(
    'index.html',
    html.replace(/\/assets\/([A-Z]+)/g, (_, name) => `/assets/${names[name]}`),
  );
  files.set('licences.txt', licences(metafile));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const [name, contents] of files) writeFileSync(join(out, name), contents);
}

/** The licences of the packages in the bundle, which require that their texts go with it. */
function licences({ inputs }) {
  const names = Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].map(licenceOf).join('\n');
}

function licenceOf(name) {
  const directory = join(ROOT, 'node_modules', name);
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined || !existsSync(join(directory, file))) throw new Error(`${name} has no text of its licence`);
  return `== ${name}\n\n${readFileSync(join(directory, file), 'utf8')}`;
}
