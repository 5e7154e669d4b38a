// `npm run set-version -- 0.2.0`: writes the version everywhere and closes the changelog section.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ROOT } from './bootstrap.mjs';

const FORM = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/;
/** Further files that contain the version, if they exist. */
const ELSEWHERE = [
  'helm/pilothouse/Chart.yaml',
  'helm/pilothouse/README.md',
  'deploy/Containerfile',
  'deploy/compose.yaml',
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? '';
  if (!FORM.test(version)) fail(`a version is such as 0.2.0 or 1.0.0-rc.1, and not ${JSON.stringify(version)}`);
  setVersion(ROOT, version, new Date().toISOString().slice(0, 10));
}

/** `day`: the release date, such as 2026-11-21. */
export function setVersion(root, version, day) {
  const former = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const packages = readdirSync(join(root, 'services')).map((name) => `services/${name}`);
  for (const path of ['.', 'test-e2e', ...packages]) {
    edit(join(root, path, 'package.json'), (text) => json(text, (manifest) => withVersion(manifest, version)));
  }
  edit(join(root, 'package-lock.json'), (text) =>
    json(text, (lock) => {
      lock.version = version;
      for (const path of ['', 'test-e2e', ...packages]) withVersion(lock.packages[path], version);
    }),
  );
  edit(join(root, 'services/runtime/version.ts'), (text) => text.replace(/(?<=VERSION = ')[^']+/, version));
  const present = new RegExp(`(?<![\\d.])${former.replaceAll('.', '\\.')}(?![\\d.])`, 'g');
  for (const path of ELSEWHERE.map((each) => join(root, each)).filter(existsSync)) {
    edit(path, (text) => text.replace(present, version));
  }
  edit(join(root, 'CHANGELOG.md'), (text) =>
    text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`),
  );
}

function withVersion(manifest, version) {
  if ('version' in manifest) manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith('@pilothouse/')) manifest.dependencies[name] = version;
  }
}

function json(text, change) {
  const value = JSON.parse(text);
  change(value);
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function edit(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
