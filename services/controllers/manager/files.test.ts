import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { WAYS_TO_REPLACE } from '@pilothouse/runtime/files/replace.test.helper.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { watchManagerFiles, type ManagerFiles } from './files.js';

describe('watchManagerFiles', () => {
  let [root, other]: TestIssuer[] = [];
  let directory: string;
  let off: AbortController;
  let errors: string[];
  before(async () => {
    [root, other] = await Promise.all([newTestAuthority('root'), newTestAuthority('other')]);
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'manager-files-'));
    [off, errors] = [new AbortController(), []];
  });
  afterEach(() => {
    off.abort();
    rmSync(directory, { recursive: true });
  });

  const kubeconfig = (user: string, more = ''): string => `
apiVersion: v1
kind: Config
current-context: own
contexts: [{ name: own, context: { cluster: own, user: own } }]
clusters: [{ name: own, cluster: { server: "https://a:1"${more} } }]
users: [{ name: own, user: { ${user} } }]
`;
  const pair = async (): Promise<Record<string, string>> => {
    const { certPem, keyPem } = await testCertificate(
      { commonName: 'm' },
      { purpose: { type: 'client' }, ...(root && { issuer: root }) },
    );
    return { 'tls.crt': certPem, 'tls.key': keyPem };
  };
  const watch = (rootCaFile?: string): Promise<ManagerFiles> =>
    watchManagerFiles({
      kubeconfigFile: join(directory, 'kubeconfig'),
      ...(rootCaFile !== undefined && { rootCaFile: join(directory, rootCaFile) }),
      onError: (error) => errors.push(String(error)),
      signal: off.signal,
      interval: 1,
    });

  for (const [way, replace] of Object.entries(WAYS_TO_REPLACE)) {
    it(`follows files that are replaced ${way}`, async () => {
      const certificates = 'client-certificate: tls.crt, client-key: tls.key';
      replace(directory, {
        ...(await pair()),
        token: 't1\n',
        kubeconfig: kubeconfig(certificates),
        'ca.crt': root?.certPem ?? '',
      });
      const { connection, rootCa } = await watch('ca.crt');
      assert.equal(rootCa.current(), root?.certPem);
      const next = await pair();
      const reported: unknown[] = [];
      connection.onChange(({ credentials }) => reported.push(credentials), off.signal);
      replace(directory, { ...next, 'tls.key': 'broken' });
      await until(() => errors.length !== 0);
      replace(directory, next);
      await until(() => reported.length !== 0);
      assert.deepEqual(reported, [{ certPem: next['tls.crt'], keyPem: next['tls.key'] }]);

      replace(directory, { kubeconfig: kubeconfig('tokenFile: token') });
      await until(() => reported.length !== 1);
      replace(directory, { token: 't2\n' });
      await until(() => reported.length !== 2);
      assert.deepEqual(reported.slice(1), [{ token: 't1' }, { token: 't2' }]);

      replace(directory, { 'ca.crt': other?.certPem ?? '' });
      await until(() => rootCa.current() === other?.certPem);
      const count = errors.length;
      replace(directory, { 'ca.crt': 'no certificate' });
      await until(() => errors.length !== count);
      assert.match(errors.at(-1) ?? '', /ca\.crt holds no certificate/);
      assert.equal(rootCa.current(), other?.certPem);
    });
  }

  it('publishes the authority of the kubeconfig by default, and requires one', async () => {
    const [inPlace] = Object.values(WAYS_TO_REPLACE);
    const authority = ', certificate-authority: ca.crt';
    inPlace?.(directory, { kubeconfig: kubeconfig('token: t', authority), 'ca.crt': root?.certPem ?? '' });
    const { rootCa } = await watch();
    assert.equal(rootCa.current(), root?.certPem);
    inPlace?.(directory, { 'ca.crt': other?.certPem ?? '' });
    await until(() => rootCa.current() === other?.certPem);
    inPlace?.(directory, { kubeconfig: kubeconfig('') });
    await until(() => errors.length !== 0);
    assert.match(errors.join(), /has no certificate authority; set --root-ca-file/);
    assert.equal(rootCa.current(), other?.certPem);
    await assert.rejects(watch(), /has no certificate authority/);
  });
});
