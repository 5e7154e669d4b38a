import assert from 'node:assert/strict';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import { TOKEN_REVIEW_FLAGS } from './flags.js';
import { resolveServiceOptions, type ResolvedService } from './service-options.js';
import { ADD_FLAGS, LIST_FLAGS, resolveAdd, resolveList, resolveRotate, ROTATE_FLAGS } from './users-flags.js';

/** Any readable file. */
const FILE = process.execPath;
const LEAST = { 'tls-cert-file': FILE, 'tls-private-key-file': FILE, 'users-file': FILE };

function resolve(texts: Readonly<Record<string, string>>): ResolvedService {
  const parsed = parseFlags(TOKEN_REVIEW_FLAGS, new Map(Object.entries(texts)));
  return parsed.ok ? resolveServiceOptions(parsed.values) : parsed;
}

const tables: readonly (readonly [name: string, table: FlagTable])[] = [
  ['the token-review service', TOKEN_REVIEW_FLAGS],
  ['users add', ADD_FLAGS],
  ['users rotate', ROTATE_FLAGS],
  ['users list', LIST_FLAGS],
];
for (const [title, flags] of tables) {
  describe(`the flags of ${title}`, () => {
    it('have unique names in kebab case', () => {
      const names = flags.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    });
    for (const { name, type, default: text, help } of flags) {
      it(`describe --${name} in whole sentences, with a valid default`, () => {
        assert.match(help, /^[A-Za-z].*\.$/);
        if (text !== undefined) assert.ok(parseValue(type, text).ok);
      });
    }
  });
}

describe('options of the token-review service', () => {
  it('listen on loopback by default', () => {
    assert.deepEqual(resolve(LEAST), {
      ok: true,
      options: {
        bindAddress: '127.0.0.1',
        securePort: 6444,
        grpc: { host: '127.0.0.1', port: 6445 },
        tls: { certFile: FILE, keyFile: FILE },
        limit: { perSecond: 100, burst: 200 },
        sources: { usersFile: FILE },
        audiences: ['https://kubernetes.default.svc.cluster.local'],
        cacheTtl: 60,
        negativeCacheTtl: 10,
        domain: { apiDomain: 'k8s.io' },
        metrics: { host: '127.0.0.1', port: 6446 },
        verbosity: 0,
      },
    });
  });

  it('are all resolved', () => {
    const resolved = resolve({
      ...LEAST,
      'bind-address': '::',
      'secure-port': '0',
      'grpc-bind-address': '0',
      'client-ca-file': FILE,
      'max-requests-per-second': '0',
      'max-requests-burst': '0',
      'oidc-config-file': FILE,
      'forward-kubeconfig-file': FILE,
      'forward-version': 'v1beta1',
      audiences: 'a,b',
      'cache-ttl': '0',
      'negative-cache-ttl': '1s',
      'label-domain': 'example.org',
      'metrics-bind-address': '0',
      v: '4',
    });
    assert.deepEqual(resolved, {
      ok: true,
      options: {
        bindAddress: '::',
        securePort: 0,
        grpc: 'off',
        tls: { certFile: FILE, keyFile: FILE, clientCaFile: FILE },
        limit: { perSecond: 0, burst: 0 },
        sources: {
          usersFile: FILE,
          oidcConfigFile: FILE,
          forward: { kubeconfigFile: FILE, version: 'v1beta1' },
        },
        audiences: ['a', 'b'],
        cacheTtl: 0,
        negativeCacheTtl: 1,
        domain: { apiDomain: 'k8s.io', labelDomain: 'example.org' },
        metrics: 'off',
        verbosity: 4,
      },
    });
  });

  const wrong: readonly (readonly [texts: Readonly<Record<string, string>>, problem: RegExp])[] = [
    [{ 'users-file': FILE }, /^--tls-cert-file and --tls-private-key-file are required$/],
    [{ 'users-file': FILE, 'tls-cert-file': FILE }, /^--tls-cert-file and --tls-private-key-file are required$/],
    [{ 'tls-cert-file': FILE, 'tls-private-key-file': FILE }, /^at least one of --users-file, .* is required$/],
    [{ ...LEAST, 'users-file': '/no/such' }, /^--users-file "\/no\/such": there is no such file$/],
    [{ ...LEAST, 'forward-version': 'v2' }, /^--forward-version "v2" must be v1 or v1beta1$/],
    [{ ...LEAST, 'max-requests-burst': '0' }, /^--max-requests-burst must be at least 1$/],
    [{ ...LEAST, 'max-requests-per-second': 'x' }, /must be a whole number/],
  ];
  for (const [texts, problem] of wrong) {
    it(`are rejected: ${problem.source}`, () => {
      const resolved = resolve(texts);
      assert.ok(!resolved.ok);
      assert.equal(resolved.problems.length, 1, resolved.problems.join());
      assert.match(resolved.problems[0] ?? '', problem);
    });
  }
});

describe('options of the users commands', () => {
  const parsed = <const Table extends FlagTable>(table: Table, texts: Readonly<Record<string, string>>) => {
    const flags = parseFlags(table, new Map(Object.entries({ 'users-file': 'f', ...texts })));
    assert.ok(flags.ok);
    return flags.values;
  };

  it('are all resolved', () => {
    const add = { uid: 'u', group: 'a,b', extra: 'k=v,k==,l=', expires: '1h' };
    assert.deepEqual(resolveAdd(parsed(ADD_FLAGS, add), 'ann'), {
      ok: true,
      options: {
        path: 'f',
        name: 'ann',
        uid: 'u',
        groups: ['a', 'b'],
        extra: { k: ['v', '='], l: [''] },
        lifetime: 3600,
      },
    });
    assert.deepEqual(resolveAdd(parsed(ADD_FLAGS, {}), 'ann'), {
      ok: true,
      options: { path: 'f', name: 'ann', groups: [], extra: {} },
    });
    assert.deepEqual(resolveRotate(parsed(ROTATE_FLAGS, { grace: '1m' }), 'ann'), {
      ok: true,
      options: { path: 'f', name: 'ann', grace: 60 },
    });
    assert.deepEqual(resolveList(parsed(LIST_FLAGS, { output: 'json' })), {
      ok: true,
      options: { path: 'f', output: 'json' },
    });
  });

  const wrong: readonly (readonly [resolved: { ok: boolean; problems?: readonly string[] }, problem: RegExp])[] = [
    [resolveAdd(parsed(ADD_FLAGS, {}), ''), /^the name of the user must not be empty$/],
    [resolveAdd(parsed(ADD_FLAGS, {}), 'a\nb'), /^the name of the user must not contain control characters$/],
    [resolveAdd(parsed(ADD_FLAGS, { group: 'a\0' }), 'a'), /^"a\\u0000" must not contain control characters/],
    [resolveAdd(parsed(ADD_FLAGS, { extra: '=v' }), 'a'), /^--extra "=v" must be key=value$/],
    [resolveAdd(parsed(ADD_FLAGS, { expires: '0' }), 'a'), /^--expires must be longer than 0$/],
    [resolveRotate(parsed(ROTATE_FLAGS, { expires: '0' }), 'a'), /^--expires must be longer than 0$/],
    [resolveList({ output: 'table' }), /^--users-file is required$/],
  ];
  for (const [{ ok, problems = [] }, problem] of wrong) {
    it(`are rejected: ${problem.source}`, () => {
      assert.deepEqual([ok, problems.length], [false, 1]);
      assert.match(problems[0] ?? '', problem);
    });
  }
});
