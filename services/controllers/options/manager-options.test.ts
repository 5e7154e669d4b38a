import assert from 'node:assert/strict';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import { CONTROLLER_NAMES } from '../names.js';
import { MANAGER_FLAGS } from './flags.js';
import { resolveManagerOptions, type ResolvedManager } from './manager-options.js';

/** Any readable file. */
const FILE = process.execPath;

function resolve(texts: Readonly<Record<string, string>>): ResolvedManager {
  const parsed = parseFlags(MANAGER_FLAGS, new Map(Object.entries(texts)));
  return parsed.ok ? resolveManagerOptions(parsed.values) : parsed;
}

describe('the flags of the controller manager', () => {
  const flags: FlagTable = MANAGER_FLAGS;
  it('have unique names in kebab case', () => {
    const names = flags.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
  });
  for (const { name, type, default: text, help } of flags) {
    it(`describe --${name} in whole sentences, with a valid default`, () => {
      assert.match(help, /^[A-Z].*\.$/);
      if (text !== undefined) assert.ok(parseValue(type, text).ok);
    });
  }
});

describe('options of the controller manager', () => {
  it('have the defaults of Kubernetes, with service accounts and without the controller that needs a key', () => {
    assert.deepEqual(resolve({ kubeconfig: FILE }), {
      ok: true,
      options: {
        kubeconfigFile: FILE,
        domain: { apiDomain: 'k8s.io' },
        controllers: new Set(CONTROLLER_NAMES.filter((name) => name !== 'serviceaccount-token')),
        legacyServiceAccountTokens: false,
        useServiceAccountCredentials: true,
        election: {
          name: 'pilothouse-controller-manager',
          namespace: 'kube-system',
          leaseDuration: 15_000,
          renewDeadline: 10_000,
          retryPeriod: 2_000,
        },
        metrics: { host: '127.0.0.1', port: 10257 },
        verbosity: 0,
      },
    });
  });

  it('are all resolved', () => {
    const texts = {
      kubeconfig: FILE,
      controllers: 'serviceaccount-token',
      'service-account-private-key-file': FILE,
      'legacy-service-account-tokens': 'true',
      'use-service-account-credentials': 'false',
      'root-ca-file': FILE,
      'leader-elect': 'false',
      'label-domain': 'example.org',
      'metrics-bind-address': '0',
      v: '4',
    };
    assert.deepEqual(resolve(texts), {
      ok: true,
      options: {
        kubeconfigFile: FILE,
        domain: { apiDomain: 'k8s.io', labelDomain: 'example.org' },
        controllers: new Set(['serviceaccount-token']),
        legacyServiceAccountTokens: true,
        useServiceAccountCredentials: false,
        signingKeyFile: FILE,
        rootCaFile: FILE,
        metrics: 'off',
        verbosity: 4,
      },
    });
  });

  const wrong: readonly (readonly [texts: Readonly<Record<string, string>>, problem: RegExp])[] = [
    [{}, /^--kubeconfig is required$/],
    [{ kubeconfig: '/no/such' }, /^--kubeconfig "\/no\/such": there is no such file$/],
    [{ kubeconfig: FILE, controllers: 'x' }, /^--controllers "x" is none of /],
    [{ kubeconfig: FILE, controllers: '*,serviceaccount-token' }, /needs --service-account-private-key-file$/],
    [{ kubeconfig: FILE, 'leader-elect-lease-duration': '10s' }, /must be longer than --leader-elect-renew-deadline$/],
    [{ kubeconfig: FILE, 'leader-elect-lease-duration': '15.5s' }, /must be a whole number of seconds$/],
    [
      { kubeconfig: FILE, 'leader-elect-renew-deadline': '2.4s' },
      /must be more than 1.2 times --leader-elect-retry-period/,
    ],
    [{ kubeconfig: FILE, 'leader-elect-retry-period': '0' }, /must be longer than 0$/],
  ];
  for (const [texts, problem] of wrong) {
    it(`are rejected: ${problem.source}`, () => {
      const resolved = resolve(texts);
      assert.ok(!resolved.ok);
      assert.equal(resolved.problems.length, 1, resolved.problems.join());
      assert.match(resolved.problems[0] ?? '', problem);
    });
  }

  it('are not validated without leader election', () => {
    assert.ok(resolve({ kubeconfig: FILE, 'leader-elect': 'false', 'leader-elect-retry-period': '0' }).ok);
  });
});
