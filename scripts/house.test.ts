import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  importCycles,
  isGenerated,
  isTest,
  reachable,
  readSources,
  readText,
  ROOT,
  type Source,
} from './house/sources.js';

/** Layers: a folder imports only from its own layer and earlier ones. `.` stands for the files at the top of the package. */
type Layers = readonly (readonly string[])[];

const PACKAGES: Layers = [
  ['apimachinery'],
  ['flags'],
  ['http2'],
  ['client', 'runtime', 'cel'],
  ['token-authenticators', 'storage', 'webhook-client'],
  ['kinds'],
  ['admission'],
  ['apiserver', 'controllers', 'token-review', 'admission-service', 'console', 'login'],
  ['certificates'],
  ['cli', 'testing'],
];

const FOLDERS: Readonly<Record<string, Layers>> = {
  apimachinery: [
    ['json', 'changing', 'bytes', 'id-table', 'steps'],
    ['status'],
    ['names', 'domain', 'quantity'],
    ['schema', 'fieldpath', 'yaml', 'protobuf', 'selectors', 'patch'],
    ['generated', 'meta', 'typed', 'openapi'],
    ['structural', 'apply', 'rbac', 'jsonpath'],
  ],
  runtime: [
    ['.', 'media-types'],
    ['component-pages'],
    ['event-loop', 'files', 'limits', 'linked-queue', 'logging', 'http1', 'metrics', 'tracing'],
    ['certificates', 'grpc'],
    ['admission-api'],
  ],
  http2: [['protocol'], ['server', 'client'], ['grpc', 'conformance']],
  console: [['options', 'session'], ['proxy'], ['sign-in', 'metrics'], ['service'], ['page']],
  apiserver: [
    ['features'],
    ['options', 'request'],
    ['metrics'],
    ['kubeconfig', 'conversion', 'proxy'],
    ['registry'],
    ['serviceaccount', 'allocation'],
    ['admission', 'authn', 'authz', 'audit', 'flowcontrol'],
    ['endpoints'],
    ['server'],
    ['.'],
  ],
};

const MAX_LINES = 350;

/** Access to the clock, randomness or the process. */
const IMPURE_TEXT = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\./;
const LANGUAGE_OF_KINDS = 'services/kinds/definition/';
const PURE_FOLDERS = ['services/apimachinery/', LANGUAGE_OF_KINDS];
const PURE_MODULES: readonly string[] = ['node:buffer', 'node:util', 'node:zlib'];

/** Modules that no module needs to import: programs, what users import, support for the tests of several packages, and types of packages that have none. */
const ENTRIES: readonly RegExp[] = [
  /^services\/cli\/main\.ts$/,
  /^services\/console\/page\/main\.tsx$/,
  /^services\/(client|testing)\/[^/]+\.ts$/,
  /^services\/storage\/(conformance|etcd\/testing|etcd\/testing-proxy)\.ts$/,
  /^services\/(storage\/embedded|apiserver\/audit)\/fixtures\/[^/]+\.ts$/,
  /^scripts\/[^/]+\.ts$/,
  /^services\/storage\/encryption\/libsodium\.d\.ts$/,
];

const sources = readSources(['services', 'scripts', 'test-e2e']);
const shipped = sources.filter(({ path }) => path.startsWith('services/') && !isTest(path));

describe('the house rules', () => {
  it('list every package and folder in the tables above', () => {
    const unlisted = shipped.filter(({ path }) => {
      const { owner, folder } = locate(path);
      const folders = FOLDERS[owner];
      return level(PACKAGES, owner) < 0 || (folders !== undefined && level(folders, folder) < 0);
    });
    assert.deepEqual(
      unlisted.map(({ path }) => path),
      [],
    );
  });

  it('allow only downward imports', () => {
    const upward = shipped.flatMap((source) =>
      fileImports(source)
        .filter((target) => isUpward(source.path, target))
        .map((target) => `${source.path} imports ${target}`),
    );
    assert.deepEqual(upward, []);
  });

  it('allow no import cycles', () => {
    assert.deepEqual(
      importCycles(sources).map((cycle) => cycle.join(' -> ')),
      [],
    );
  });

  it('require a use of every module', () => {
    const used = reachable(
      sources.filter(({ path }) => !isTest(path)),
      (path) => ENTRIES.some((entry) => entry.test(path)),
    );
    const unused = shipped.filter(({ path }) => !used.has(path) && !isGenerated(path));
    assert.deepEqual(
      unused.map(({ path }) => path),
      [],
    );
  });

  it(`limit files to ${MAX_LINES} lines`, () => {
    const long = sources.filter(({ path, text }) => !isGenerated(path) && text.split('\n').length - 1 > MAX_LINES);
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    );
  });

  it('keep pure folders free of clock, randomness, disk and network', () => {
    const impure = shipped.filter(
      ({ path, text, imports }) =>
        PURE_FOLDERS.some((folder) => path.startsWith(folder)) &&
        (IMPURE_TEXT.test(text) ||
          imports.some(
            (each) => each.type === 'package' && each.name.startsWith('node:') && !PURE_MODULES.includes(each.name),
          )),
    );
    assert.deepEqual(
      impure.map(({ path }) => path),
      [],
    );
  });

  it('keep kinds/definition independent of the kinds', () => {
    const known = shipped
      .filter(({ path }) => path.startsWith(LANGUAGE_OF_KINDS))
      .flatMap((source) => fileImports(source).map((target) => `${source.path} imports ${target}`))
      .filter((text) => / imports services\/kinds\/(?!definition\/)/.test(text));
    assert.deepEqual(known, []);
  });

  it('require a declaration of every imported package', () => {
    const undeclared = shipped.flatMap((source) => {
      const { owner } = locate(source.path);
      const { dependencies = {} } = manifest(`services/${owner}/package.json`);
      return packageImports(source)
        .filter((name) => name !== `@pilothouse/${owner}` && !(name in dependencies))
        .map((name) => `${source.path} imports ${name}`);
    });
    assert.deepEqual(undeclared, []);
  });

  it('require one version for all packages', () => {
    const folders = readdirSync(join(ROOT, 'services'));
    const version = /VERSION = '(.+)'/.exec(readText('services/runtime/version.ts'))?.[1];
    for (const path of ['package.json', ...folders.map((folder) => `services/${folder}/package.json`)]) {
      assert.equal(manifest(path).version, version, path);
    }
  });
});

/** The package and folder of a file below `services/`. */
function locate(path: string): { owner: string; folder: string } {
  const [, owner = '', folder = '', ...rest] = path.split('/');
  return { owner, folder: rest.length === 0 ? '.' : folder };
}

const level = (layers: Layers, name: string): number => layers.findIndex((layer) => layer.includes(name));

function isUpward(from: string, to: string): boolean {
  const [a, b] = [locate(from), locate(to)];
  if (a.owner !== b.owner) return level(PACKAGES, b.owner) >= level(PACKAGES, a.owner);
  const folders = FOLDERS[a.owner];
  return folders !== undefined && level(folders, b.folder) > level(folders, a.folder);
}

function fileImports({ imports }: Source): string[] {
  return imports.flatMap((each) => (each.type === 'file' ? [each.path] : []));
}

function packageImports({ path, imports }: Source): string[] {
  return imports.flatMap((each) => {
    if (each.type === 'package') return each.name.startsWith('node:') ? [] : [each.name];
    const owner = locate(each.path).owner;
    return owner === locate(path).owner ? [] : [`@pilothouse/${owner}`];
  });
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(path: string): Manifest {
  return JSON.parse(readText(path)) as Manifest;
}
