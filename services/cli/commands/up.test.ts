import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import type { RunningServer } from '../runner.js';
import { up } from './up.js';

const SERVER: ServerOptions = {
  bindAddress: '127.0.0.1',
  securePort: 6443,
  storage: { type: 'ephemeral' },
  apiDomain: 'k8s.io',
  verbosity: 0,
};

function harness() {
  const stop = new AbortController();
  const record = { out: '', err: '', stops: 0 };
  const pair = { certPem: 'CERT', keyPem: 'KEY' };
  const certificates = changing({ caPem: 'CA', admin: pair, serving: pair });
  const lost = new AbortController();
  const running: RunningServer = {
    lost: lost.signal,
    url: 'https://127.0.0.1:6443',
    port: 6443,
    certificates,
    stop: async () => {
      record.stops += 1;
    },
  };
  const printed = new EventEmitter();
  const context = {
    start: async () => running,
    showBeside: () => Promise.reject(new Error('started')),
    stop: stop.signal,
    elapsed: () => 1234,
    terminal: {
      out: (text: string) => {
        record.out += text;
        printed.emit(/is ready/.test(text) ? 'ready' : 'other', text);
      },
      err: (text: string) => {
        record.err += text;
      },
    },
  };
  /** The output once the server is ready. Call it before the start. */
  const ready = async (): Promise<string> => String((await once(printed, 'ready'))[0]);
  return { stop, lost, record, context, ready, certificates };
}

describe('pilothouse up', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'up test '));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('exits with 1 and the reason when another process has taken over the data', async () => {
    const { lost, record, context, ready } = harness();
    const printed = ready();
    const path = join(directory, 'config');
    const ended = up({ server: SERVER, kubeconfigOut: path }, context);
    await printed;
    lost.abort(new Error('data/store has been taken over by another process, or was removed'));
    assert.equal(await ended, 1);
    assert.deepEqual(
      [record.err, record.stops],
      ['error: data/store has been taken over by another process, or was removed\n', 1],
    );
  });

  it('prints the URL and the next steps, waits and stops', async () => {
    const { stop, record, context, ready } = harness();
    const path = join(directory, 'kubeconfig');
    const printed = ready();
    const code = up({ server: SERVER, kubeconfigOut: path }, context);
    const text = await printed;
    assert.match(text, /^Pilothouse is ready at https:\/\/127\.0\.0\.1:6443 after 1\.23 s\. Nothing is kept\.\n/);
    assert.ok(text.includes(`\n  export KUBECONFIG='${path}'\n  kubectl get namespaces\n`));
    assert.match(readFileSync(path, 'utf8'), /server: "https:\/\/127\.0\.0\.1:6443"/);
    assert.equal(record.stops, 0);
    stop.abort();
    assert.equal(await code, 0);
    assert.deepEqual([record.stops, record.err], [1, '']);
    assert.ok(existsSync(path));
  });

  it('rewrites the kubeconfig when certificates change', async () => {
    const { stop, context, ready, certificates } = harness();
    const path = join(directory, 'kubeconfig');
    const printed = ready();
    const code = up({ server: SERVER, kubeconfigOut: path }, context);
    await printed;
    const pair = { certPem: 'NEXT', keyPem: 'KEY' };
    certificates.set({ caPem: 'CA', admin: pair, serving: pair });
    const next = Buffer.from('NEXT').toString('base64');
    await until(() => readFileSync(path, 'utf8').includes(`client-certificate-data: ${next}`));
    stop.abort();
    assert.equal(await code, 0);
  });

  it('removes its temporary kubeconfig at the end', async () => {
    const { stop, context, ready } = harness();
    const printed = ready();
    const code = up({ server: SERVER, kubeconfigOut: undefined }, context);
    const path = /export KUBECONFIG=(\S+)/.exec(await printed)?.[1] ?? '';
    assert.ok(existsSync(path));
    stop.abort();
    assert.equal(await code, 0);
    assert.ok(!existsSync(dirname(path)));
  });

  it('stops at once after an abort during the start', async () => {
    const { stop, record, context } = harness();
    const start = async () => {
      stop.abort();
      return context.start();
    };
    const code = await up({ server: SERVER, kubeconfigOut: join(directory, 'k') }, { ...context, start });
    assert.deepEqual([code, record.stops, record.out], [0, 1, 'Stopping.\n']);
  });

  it('prints no error for an aborted start', async () => {
    const { stop, record, context } = harness();
    const start = async () => {
      stop.abort();
      throw new Error('aborted');
    };
    assert.equal(await up({ server: SERVER, kubeconfigOut: undefined }, { ...context, start }), 0);
    assert.equal(record.err, '');
  });

  it('stops the server when the kubeconfig cannot be written', async () => {
    const { record, context } = harness();
    const code = await up({ server: SERVER, kubeconfigOut: directory }, context);
    assert.deepEqual([code, record.stops], [1, 1]);
    assert.match(record.err, /^error: the kubeconfig cannot be written to .*up test .*: E(ISDIR|PERM|NOTEMPTY|EXIST)/);
  });

  const listen = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
  const failures: readonly (readonly [string, unknown, RegExp])[] = [
    ['a port in use', listen('EADDRINUSE'), /^error: port 6443 on 127\.0\.0\.1 is in use; .*--secure-port/],
    ['a privileged port', listen('EACCES'), /^error: this user may not listen on port 6443/],
    [
      'an address of another machine',
      listen('EADDRNOTAVAIL'),
      /^error: 127\.0\.0\.1 is not an address of this machine/,
    ],
    ['a locked directory', new Error('x is in use by process 7'), /^error: x is in use by process 7\n$/],
    ['a thrown string', 'oops', /^error: oops\n$/],
  ];
  for (const [name, thrown, text] of failures) {
    it(`reports and exits with 1 after ${name}`, async () => {
      const { record, context } = harness();
      const start = () => Promise.reject(thrown);
      assert.equal(await up({ server: SERVER, kubeconfigOut: undefined }, { ...context, start }), 1);
      assert.match(record.err, text);
      assert.doesNotMatch(record.err, /\n {4}at /);
    });
  }
});
