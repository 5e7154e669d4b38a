import assert from 'node:assert/strict';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { ADMISSION_SERVICE_FLAGS } from './flags.js';
import { HOSTED_PLUGINS } from '@pilothouse/admission/service-plugins.js';
import { resolveServiceOptions } from './service-options.js';

// Any existing file.
const FILE = 'package.json';
const TLS = { 'tls-cert-file': FILE, 'tls-private-key-file': FILE, 'client-ca-file': FILE };
const ALL = { ...TLS, kubeconfig: FILE };

function resolved(texts: Readonly<Record<string, string>>) {
  const parsed = parseFlags(ADMISSION_SERVICE_FLAGS, new Map(Object.entries(texts)));
  assert.ok(parsed.ok);
  return resolveServiceOptions(parsed.values);
}

describe('flags of the admission service', () => {
  const IN_ORDER = ['ServiceAccount', 'Priority', 'DefaultTolerationSeconds'];
  const good: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
    [ALL, IN_ORDER],
    [{ ...ALL, 'policy-file': FILE }, [...IN_ORDER, 'Policy']],
    [{ ...ALL, plugins: 'Priority,ServiceAccount' }, ['ServiceAccount', 'Priority']],
    [{ ...TLS, plugins: 'Policy', 'policy-file': FILE }, ['Policy']],
  ];
  for (const [texts, plugins] of good) {
    it(`enable ${plugins.join(', ')} for ${Object.keys(texts).join(', ')}`, () => {
      const result = resolved(texts);
      assert.deepEqual(result.ok && result.options.plugins, plugins);
    });
  }

  it('have their defaults', () => {
    const result = resolved(ALL);
    assert.deepEqual(result.ok && result.options, {
      notReadySeconds: 300,
      unreachableSeconds: 300,
      bindAddress: '127.0.0.1',
      securePort: 6447,
      tls: { certFile: FILE, keyFile: FILE, clientCaFile: FILE },
      plugins: IN_ORDER,
      kubeconfigFile: FILE,
      domain: { apiDomain: 'k8s.io' },
      metrics: { host: '127.0.0.1', port: 6448 },
      verbosity: 0,
    });
  });

  const bad: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
    [
      {},
      [
        '--tls-cert-file and --tls-private-key-file are required',
        '--client-ca-file is required',
        '--kubeconfig is required for ServiceAccount and Priority',
      ],
    ],
    [
      { ...ALL, plugins: 'Unknown' },
      [`--plugins: "Unknown" is none of ${HOSTED_PLUGINS.map(({ name }) => name).join(', ')}`],
    ],
    [{ ...ALL, plugins: 'Policy' }, ['--policy-file is required for Policy']],
    [{ ...ALL, plugins: 'Priority', 'policy-file': FILE }, ['--policy-file needs the plugin Policy in --plugins']],
    [{ ...ALL, 'policy-file': 'no-such-file' }, ['--policy-file "no-such-file": there is no such file']],
  ];
  for (const [texts, problems] of bad) {
    it(`reject ${JSON.stringify(texts)}`, () => assert.deepEqual(resolved(texts), { ok: false, problems }));
  }
});
