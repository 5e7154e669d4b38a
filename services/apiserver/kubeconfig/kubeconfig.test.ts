import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kubeconfig, writeKubeconfig } from './kubeconfig.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('kubeconfig', () => {
  const common = { server: 'https://[::1]:6443', caPem: 'CA', name: 'my "own": #1' };
  const cluster = { server: 'https://[::1]:6443', 'certificate-authority-data': base64('CA') };
  const cases = [
    {
      name: 'a client certificate',
      options: { ...common, user: { certPem: 'CERT', keyPem: 'KEY' } },
      user: { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') },
      context: { cluster: common.name, user: 'admin' },
    },
    {
      name: 'a token, a namespace and a user name',
      options: { ...common, user: { token: 'yes' }, userName: 'null', namespace: '007' },
      user: { token: 'yes' },
      context: { cluster: common.name, user: 'null', namespace: '007' },
    },
  ];
  for (const { name, options, user, context } of cases) {
    it(`has ${name}`, () => {
      assert.deepEqual(parse(kubeconfig(options)), {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: common.name, cluster }],
        users: [{ name: context.user, user }],
        contexts: [{ name: common.name, context }],
        'current-context': common.name,
      });
    });
  }

  it('is readable only by its owner', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
    try {
      const path = join(directory, 'deep', 'config');
      await writeKubeconfig(path, 'text');
      assert.equal(readFileSync(path, 'utf8'), 'text');
      assert.equal(statSync(path).mode & 0o777, 0o600);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
