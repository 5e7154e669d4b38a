import assert from 'node:assert/strict';
import { newTestAuthority, testCertificate, type TestIssuer } from '../certificates/chain.test.helper.js';
import { createExposition, exposedText } from '../metrics/exposition.js';
import { createSnapshot } from '../metrics/read.js';
import { createReloads } from './reloads.js';
import { until } from './until.test.helper.js';
import { watchFiles } from './watched.js';

describe('reload metrics', () => {
  it('count each change once, with the time of the last one', async () => {
    const off = new AbortController();
    const reloads = createReloads(() => new Date(1500));
    const linesOf = async (): Promise<string[]> => {
      const text = exposedText(await createExposition(createSnapshot(() => reloads.metrics))('text'));
      return text.split('\n').filter((line) => line.startsWith('config_'));
    };
    const tell = reloads.of('users-file');
    let [text, successes, failures] = ['1', 0, 0];
    const watched = await watchFiles({
      read: async () => text,
      parse: (read): unknown => JSON.parse(read),
      onError: () => {},
      onReload(status) {
        tell(status);
        if (status === 'success') successes++;
        else failures++;
      },
      signal: off.signal,
      interval: 1,
    });
    assert.deepEqual(await linesOf(), [
      'config_automatic_reloads_total{file="users-file",status="success"} 0',
      'config_automatic_reloads_total{file="users-file",status="failure"} 0',
    ]);
    text = '2';
    await until(() => watched.current() === 2);
    text = 'no JSON';
    const wanted = [
      'config_automatic_reloads_total{file="users-file",status="success"} 1',
      'config_automatic_reloads_total{file="users-file",status="failure"} 1',
      'config_automatic_reload_last_timestamp_seconds{file="users-file",status="success"} 1.5',
      'config_automatic_reload_last_timestamp_seconds{file="users-file",status="failure"} 1.5',
    ];
    await until(() => failures > 0);
    assert.deepEqual(await linesOf(), wanted);
    // The previous content.
    text = '2';
    await until(() => successes > 1);
    assert.deepEqual((await linesOf())[0], 'config_automatic_reloads_total{file="users-file",status="success"} 2');
    off.abort();
  });

  it('report the earliest expiry of the certificates in use', async () => {
    const off = new AbortController();
    const reloads = createReloads(() => new Date(0));
    const ends = async (): Promise<Record<string, number>> => {
      const text = exposedText(await createExposition(createSnapshot(() => reloads.metrics))('text'));
      const lines = text.matchAll(/^config_certificate_expiration_timestamp_seconds\{file="(.+)"\} (.+)$/gm);
      return Object.fromEntries([...lines].map(([, file = '', end]) => [file, Number(end)]));
    };
    let failures = 0;
    const root = await newTestAuthority('root');
    const endOf = ({ cert }: TestIssuer): number => Date.parse(cert.validTo) / 1000;
    const pemOf = ({ cert }: TestIssuer): string => cert.toString();
    const issue = (hours: number): Promise<TestIssuer> =>
      testCertificate({ commonName: 'a' }, { purpose: { type: 'client' }, issuer: root, hours });
    const [first, second, other] = await Promise.all([issue(2), issue(4), issue(3)]);
    let text = pemOf(first);
    const watch = (read: () => string, file: string) =>
      watchFiles({
        read: async () => read(),
        parse(read) {
          if (read === 'no PEM') throw new Error(read);
          return read;
        },
        certificate: (read) => read,
        onError: () => failures++,
        onReload: reloads.of(file),
        signal: off.signal,
        interval: 1,
      });
    const watched = await watch(() => text, 'etcd-certfile');
    await watch(() => pemOf(other), 'etcd-certfile');
    await watch(() => pemOf(second), 'kubeconfig');
    // Content that is not a certificate.
    await watch(() => 'users', 'users-file');
    assert.deepEqual(await ends(), { 'etcd-certfile': endOf(first), kubeconfig: endOf(second) });
    text = pemOf(second);
    await until(() => watched.current() === text);
    assert.deepEqual(await ends(), { 'etcd-certfile': endOf(other), kubeconfig: endOf(second) });
    // An invalid change: the previous certificate stays in use.
    text = 'no PEM';
    await until(() => failures > 0);
    assert.equal((await ends())['etcd-certfile'], endOf(other));
    off.abort();
  });
});
