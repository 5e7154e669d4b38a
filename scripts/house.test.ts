import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importCycles, isGenerated, isTest, readSources, readText, ROOT, type Source } from './house/sources.js';

/** A place imports only from its own layer and those before it. `.` are the files at the top of the package. */
type Layers = readonly (readonly string[])[];

const PACKAGES: Layers = [
  ['apimachinery', 'flags'],
  ['client', 'runtime', 'cel'],
  ['authentication', 'storage'],
  ['kinds'],
  ['apiserver', 'controllers', 'token-review', 'admission'],
  ['certificates'],
  ['cli', 'testing'],
];

const FOLDERS: Readonly<Record<string, Layers>> = {
  apimachinery: [
    ['json', 'changing', 'bytes'],
    ['status'],
    ['names', 'domain', 'quantity'],
    ['schema', 'fieldpath', 'yaml', 'protobuf', 'selectors', 'patch'],
    ['generated', 'meta', 'typed', 'openapi'],
    ['structural', 'apply', 'rbac', 'jsonpath'],
  ],
  runtime: [
    ['event-loop', 'files', 'logging', 'http1', 'metrics', 'http2'],
    ['certificates', 'grpc'],
    ['admission-api'],
  ],
  apiserver: [
    ['features'],
    ['options', 'request'],
    ['metrics'],
    ['kubeconfig', 'conversion'],
    ['registry'],
    ['serviceaccount'],
    ['admission', 'authn', 'authz', 'audit', 'flowcontrol'],
    ['endpoints'],
    ['server'],
    ['.'],
  ],
};

const LONGEST_FILE = 350;

/** What reaches out of the program: the clock, chance, the disk and the net. */
const IMPURE_TEXT = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\./;
const LANGUAGE_OF_KINDS = 'services/kinds/definition/';
const PURE_PLACES = ['services/apimachinery/', LANGUAGE_OF_KINDS];
const PURE_MODULES: readonly string[] = ['node:buffer', 'node:util', 'node:zlib'];

const sources = readSources(['services', 'scripts', 'test-e2e']);
const shipped = sources.filter(({ path }) => path.startsWith('services/') && !isTest(path));

describe('the house', () => {
  it('has only packages and folders that are in the tables above', () => {
    const unplaced = shipped.filter(({ path }) => {
      const { owner, folder } = place(path);
      const folders = FOLDERS[owner];
      return level(PACKAGES, owner) < 0 || (folders !== undefined && level(folders, folder) < 0);
    });
    assert.deepEqual(
      unplaced.map(({ path }) => path),
      [],
    );
  });

  it('has imports that run downwards only', () => {
    const upward = shipped.flatMap((source) =>
      fileImports(source)
        .filter((target) => isUpward(source.path, target))
        .map((target) => `${source.path} imports ${target}`),
    );
    assert.deepEqual(upward, []);
  });

  it('has no files that import each other in a circle', () => {
    assert.deepEqual(
      importCycles(sources).map((cycle) => cycle.join(' -> ')),
      [],
    );
  });

  it(`has no file over ${LONGEST_FILE} lines`, () => {
    const long = sources.filter(({ path, text }) => !isGenerated(path) && text.split('\n').length - 1 > LONGEST_FILE);
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    );
  });

  it('has pure places that reach for nothing outside', () => {
    const impure = shipped.filter(
      ({ path, text, imports }) =>
        PURE_PLACES.some((place) => path.startsWith(place)) &&
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

  it('has a language of kinds that knows no kind', () => {
    const known = shipped
      .filter(({ path }) => path.startsWith(LANGUAGE_OF_KINDS))
      .flatMap((source) => fileImports(source).map((target) => `${source.path} imports ${target}`))
      .filter((text) => / imports services\/kinds\/(?!definition\/)/.test(text));
    assert.deepEqual(known, []);
  });

  it('declares every package that it imports', () => {
    const undeclared = shipped.flatMap((source) => {
      const { owner } = place(source.path);
      const { dependencies = {} } = manifest(`services/${owner}/package.json`);
      return packageImports(source)
        .filter((name) => name !== `@pilothouse/${owner}` && !(name in dependencies))
        .map((name) => `${source.path} imports ${name}`);
    });
    assert.deepEqual(undeclared, []);
  });

  it('gives every package the one version', () => {
    const folders = readdirSync(join(ROOT, 'services'));
    const version = /VERSION = '(.+)'/.exec(readText('services/apiserver/version.ts'))?.[1];
    for (const path of ['package.json', ...folders.map((folder) => `services/${folder}/package.json`)]) {
      assert.equal(manifest(path).version, version, path);
    }
  });
});

/** The package and the folder in it that a file of `services/` belongs to. */
function place(path: string): { owner: string; folder: string } {
  const [, owner = '', folder = '', ...rest] = path.split('/');
  return { owner, folder: rest.length === 0 ? '.' : folder };
}

const level = (layers: Layers, name: string): number => layers.findIndex((layer) => layer.includes(name));

function isUpward(from: string, to: string): boolean {
  const [a, b] = [place(from), place(to)];
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
    const owner = place(each.path).owner;
    return owner === place(path).owner ? [] : [`@pilothouse/${owner}`];
  });
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(path: string): Manifest {
  return JSON.parse(readText(path)) as Manifest;
}
