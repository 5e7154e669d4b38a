import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import {
  ensureAuthorityCertificates,
  ensureCertificates,
} from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { WAYS_TO_REPLACE } from '@pilothouse/runtime/files/replace.test.helper.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { textResponse } from '../../request/response.js';
import {
  watchCertificates,
  type OwnCertificates,
  type ServerCertificates,
  type ServerCertificatesOptions,
} from './certificates.js';
import { startListener } from '../listener/connection.test.helper.js';
import type { Listener } from '../listener/listener.js';

const DAY = 24 * 60 * 60 * 1000;
const HOSTS = ['127.0.0.1'];

describe('server certificates', () => {
  let directory: string;
  let off: AbortController;
  let errors: string[];
  let now: Date;
  let own: OwnCertificates;
  let root: TestIssuer;
  let listener: Listener | undefined;
  before(async () => {
    root = await newTestAuthority('root');
  });
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'server-certificates-'));
    [off, errors, now] = [new AbortController(), [], new Date()];
    own = await ensureCertificates({ hosts: HOSTS, now });
  });
  afterEach(async () => {
    off.abort();
    await listener?.close(0);
    listener = undefined;
    rmSync(directory, { recursive: true });
  });

  const pair = async (commonName: string): Promise<{ 'tls.crt': string; 'tls.key': string }> => {
    const purpose = { type: 'server', hosts: HOSTS } as const;
    const { certPem, keyPem } = await testCertificate({ commonName }, { purpose, issuer: root });
    return { 'tls.crt': certPem, 'tls.key': keyPem };
  };
  const start = async (files: ServerCertificatesOptions['files']): Promise<Changing<ServerCertificates>> => {
    const certificates = await watchCertificates({
      files,
      own,
      now: () => now,
      onError: (error) => errors.push(String(error)),
      signal: off.signal,
      intervals: { files: 1, own: 1 },
    });
    const listening = await startListener({
      certificate: () => certificates.current().serving,
      requestTimeout: 5_000,
      handler: async () => textResponse(200, 'text/plain', 'done'),
    });
    certificates.onChange(listening.renew, off.signal);
    listener = listening;
    return certificates;
  };
  /** Serving certificate of a new connection. */
  const shown = async (): Promise<{ name: string; serial: string }> => {
    const socket = connect({ host: '127.0.0.1', port: listener?.port ?? 0, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject, serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return { name: String(subject.CN), serial: serialNumber };
  };
  const showsAnother = async (before: { readonly serial: string }): Promise<{ name: string; serial: string }> => {
    for (;;) {
      const seen = await shown();
      if (seen.serial !== before.serial) return seen;
      await delay(1);
    }
  };

  for (const [way, replace] of Object.entries(WAYS_TO_REPLACE)) {
    it(`are reloaded from files that are replaced ${way}`, async () => {
      replace(directory, await pair('first'));
      const files = { certFile: join(directory, 'tls.crt'), keyFile: join(directory, 'tls.key') };
      const certificates = await start(files);
      const socket = connect({ host: '127.0.0.1', port: listener?.port ?? 0, ca: root.certPem });
      await once(socket, 'secureConnect');
      const before = await shown();
      assert.equal(before.name, 'first');

      const next = await pair('second');
      replace(directory, { ...next, 'tls.key': 'broken' });
      await until(() => errors.length !== 0);
      assert.match(errors[0] ?? '', /tls\.crt and .*tls\.key are not a certificate and its key/);
      assert.deepEqual(await shown(), before);

      replace(directory, next);
      assert.equal((await showsAnother(before)).name, 'second');
      assert.equal(certificates.current().caPem, next['tls.crt']);
      // Open connections stay open.
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      assert.match(String(((await once(socket, 'data')) as [Buffer])[0]), /^HTTP\/1.1 200 /);
      socket.destroy();
    });
  }

  it('that are generated are renewed 30 days before they expire, by the same authority', async () => {
    const certificates = await start(undefined);
    const former = certificates.current();
    const before = await shown();
    now = new Date(now.getTime() + 334 * DAY);
    await delay(10);
    assert.deepEqual(await shown(), before);
    now = new Date(now.getTime() + 2 * DAY);
    await showsAnother(before);
    const { admin, caPem } = certificates.current();
    assert.notEqual(admin.certPem, former.admin.certPem);
    assert.equal(caPem, former.caPem);
    assert.deepEqual(errors, []);
  });

  it('of the administrator are renewed even if the serving certificate comes from a file', async () => {
    WAYS_TO_REPLACE['in place']?.(directory, await pair('first'));
    own = await ensureAuthorityCertificates({ now });
    const certificates = await start({ certFile: join(directory, 'tls.crt'), keyFile: join(directory, 'tls.key') });
    const former = certificates.current();
    now = new Date(now.getTime() + 340 * DAY);
    await until(() => certificates.current().admin.certPem !== former.admin.certPem);
    assert.deepEqual(certificates.current().serving, former.serving);
  });
});
