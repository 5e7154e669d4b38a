import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, ROOT } from './house/sources.js';
import type * as Versions from './set-version.mjs';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  /** The form of old packages. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly sideEffects?: boolean | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** A package of the lock file. */
interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
  readonly integrity?: string;
}

/** Licences that allow use in an Apache-2.0 program without further conditions. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** Packages whose licence is only in their text. */
const IN_TEXT: Readonly<Record<string, string>> = { 'node_modules/pause': 'MIT' };

/**
 * Packages with install scripts. The first two check whether their platform build can be loaded, and otherwise compile
 * their bundled sources; the third warns of a wrong version. None downloads anything.
 */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  lmdb: 'install: node-gyp-build-optional-packages',
  'msgpackr-extract': 'install: node-gyp-build-optional-packages',
  protobufjs: 'postinstall: node scripts/postinstall',
};

const { packages: locked } = JSON.parse(readText('package-lock.json')) as {
  packages: Readonly<Record<string, Locked>>;
};
const services = readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`);
const manifest = (path: string): Manifest => JSON.parse(readText(join(path, 'package.json'))) as Manifest;

/** Not TypeScript, so it exists beside this file only when that is not compiled. */
const { setVersion } = (await import(join(ROOT, 'scripts/set-version.mjs'))) as typeof Versions;

describe('our packages', () => {
  for (const path of services) {
    it(`have complete metadata: ${path}`, () => {
      const { name, description, keywords, license, sideEffects } = manifest(path);
      assert.equal(name, path.replace('services', '@pilothouse'));
      assert.ok(description !== undefined && keywords !== undefined && sideEffects !== undefined);
      assert.equal(license, manifest('.').license);
      assert.ok(readText(join(path, 'README.md')).startsWith(`# ${name}\n\n`));
    });
  }

  it('have the same version and depend on exactly that version of each other', () => {
    const { version } = manifest('.');
    for (const path of ['.', ...services, 'test-e2e']) {
      const { dependencies = {}, ...own } = manifest(path);
      const asked = Object.entries(dependencies).filter(([name]) => name.startsWith('@pilothouse/'));
      const versions = new Set([
        own.version,
        ...asked.map(([, each]) => each),
        locked[path === '.' ? '' : path]?.version,
      ]);
      assert.deepEqual([...versions], [version], path);
    }
  });

  it('depend on the same exact version of each third-party package', () => {
    const versions = new Map<string, string>();
    for (const path of services) {
      for (const [name, version] of Object.entries(manifest(path).dependencies ?? {})) {
        assert.match(version, /^\d+\.\d+\.\d+$/, `${path}: ${name}`);
        assert.equal(versions.get(name) ?? version, version, `${path}: ${name}`);
        versions.set(name, version);
      }
    }
  });

  it('have scripts that run on Windows, where exec is a batch file', () => {
    const { scripts = {} } = manifest('.');
    const builtIns = Object.values(scripts).filter((text) =>
      /^(?:exec|source|export|cd|test|sh|rm|cp|mv|env) /.test(text),
    );
    assert.deepEqual(builtIns, ['exec node scripts/start.mjs', 'exec node scripts/test.mjs']);
    assert.match(readText('exec.cmd'), /^@rem [^]*\r\n@%\*\r\n$/);
  });

  it('are updated consistently by set-version', () => {
    const root = mkdtempSync(join(tmpdir(), 'version-'));
    try {
      const manifests = ['.', ...services, 'test-e2e'].map((path) => join(path, 'package.json'));
      const others = [
        'helm/pilothouse/Chart.yaml',
        'helm/pilothouse/README.md',
        'deploy/Containerfile',
        'deploy/compose.yaml',
      ];
      const files = [...manifests, ...others, 'package-lock.json', 'services/runtime/version.ts', 'CHANGELOG.md'];
      const there = files.filter((file) => existsSync(join(ROOT, file)));
      for (const file of there) cpSync(join(ROOT, file), join(root, file));
      const { version } = manifest('.');
      setVersion(root, '98.7.6', '2026-01-02');
      for (const file of there) {
        const text = readFileSync(join(root, file), 'utf8');
        if (file === 'CHANGELOG.md') assert.match(text, /^## \[Unreleased\]\n\n## \[98\.7\.6\] - 2026-01-02\n\n##/m);
        else assert.ok(text.includes('98.7.6'), file);
        // A third-party package may have the same version by chance.
        if (file !== 'package-lock.json' && file !== 'CHANGELOG.md')
          assert.equal(text.replaceAll('98.7.6', version), readText(file), file);
      }
      setVersion(root, version, '2026-01-03');
      assert.equal(readFileSync(join(root, 'package-lock.json'), 'utf8'), readText('package-lock.json'));
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('third-party packages', () => {
  const shipped = Object.entries(locked).filter(
    ([path, { dev = false, link = false, optional = false }]) =>
      path.includes('node_modules/') && !dev && !link && (!optional || existsSync(join(ROOT, path))),
  );

  it('have licences that require only attribution', () => {
    const refused = shipped.flatMap(([path]) => {
      const { licenses: [old] = [], license = old?.type ?? IN_TEXT[path] ?? 'none' } = manifest(path);
      const names = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
      return names.every((name) => ALLOWED.includes(name)) ? [] : [`${path}: ${license}`];
    });
    assert.deepEqual(refused, []);
  });

  it('have no install scripts, except some that download nothing', () => {
    const found = shipped.flatMap(([path, { hasInstallScript = false }]) => {
      if (!hasInstallScript) return [];
      const { name, scripts = {} } = manifest(path);
      const run = ['preinstall', 'install', 'postinstall'].filter((each) => each in scripts);
      return [[name, run.map((each) => `${each}: ${scripts[each] ?? ''}`).join('; ')] as const];
    });
    assert.deepEqual(Object.fromEntries(found), INSTALL_SCRIPTS);
  });

  it('come from a registry and have integrity hashes', () => {
    for (const [path, { resolved = 'https://', integrity = '' }] of shipped) {
      assert.match(resolved, /^https:/, path);
      assert.match(integrity, /^sha512-/, path);
    }
  });
});

describe('packages with a build for each platform', () => {
  it('are in the lock file for every platform, so that a clone can be installed on all of them', () => {
    // The optional package msgpackr-extract has a JavaScript fallback.
    const needed = Object.entries(locked).filter(([path, { optional = false }]) => path !== '' && !optional);
    const builds = needed.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    assert.ok(builds.includes('@lmdb/lmdb-darwin-arm64') && builds.includes('@esbuild/win32-x64'));
    assert.deepEqual(
      builds.filter((name) => !(`node_modules/${name}` in locked)),
      [],
    );
  });
});

describe('SECURITY.md', () => {
  it('names existing files', () => {
    const names = [...readText('SECURITY.md').matchAll(/`([\w-]+(?:\/[\w.-]+)*\/(?:[\w-]+(?:\.\w+)+)?)`/g)];
    const paths = names.flatMap(([, path = '']) => (/^(store|certificates)\//.test(path) ? [] : [path]));
    assert.ok(paths.length > 20);
    const isThere = (path: string): boolean => ['', 'services'].some((folder) => existsSync(join(ROOT, folder, path)));
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      [],
    );
  });
});
