import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, TLSSocket } from 'node:tls';
import { needOpenssl, openssl } from '@pilothouse/runtime/certificates/openssl.test.helper.js';
import { memory } from '../store/memory.test.helper.js';
import type { Entries } from '../store/store.js';
import { HOUR, run, START } from './run.test.helper.js';

const text = `
authorities: [{name: ca, commonName: Root, validity: 24h}]
certificates:
- {name: server, authority: ca, commonName: server, hosts: [127.0.0.1], usages: [server], validity: 8h}
- {name: peer, authority: ca, commonName: peer, hosts: [localhost, '*.a.b'], usages: [server, client], validity: 8h}
- {name: client, authority: ca, commonName: ann, organizations: [dev], usages: [client], validity: 8h}
`;

/** The entries of servers and clients before, during and after a change of the authority. */
type Phase = ReadonlyMap<string, Entries>;

describe('certificates of a run', () => {
  let phases: readonly Phase[];
  before(async () => {
    const store = memory();
    const late = { text, renewBefore: HOUR };
    await run(store.open(), START - 20 * HOUR, late);
    await run(store.open(), START - 7 * HOUR, late);
    const first = new Map(store.items);
    await run(store.open(), START - 3 * HOUR, late);
    const second = new Map(store.items);
    await run(store.open(), START, late);
    phases = [first, second, new Map(store.items)];
    // The former and the present authority have the same name. Only their keys differ.
    assert.deepEqual(
      phases.map((phase) => phase.get('client')?.['ca.crt']?.match(/BEGIN/g)?.length),
      [1, 2, 2],
    );
  });

  /** Returns the client name that the server sees. The server and the client hold entries of different phases. */
  async function handshake(server: Entries, client: Entries, name: string): Promise<string> {
    const listener = createServer((socket) => {
      const secure = new TLSSocket(socket, {
        isServer: true,
        cert: server['tls.crt'],
        key: server['tls.key'],
        ca: server['ca.crt'],
        requestCert: true,
        rejectUnauthorized: true,
      });
      secure.on('error', () => socket.destroy());
      secure.once('secure', () => secure.end([secure.getPeerCertificate().subject.CN].join()));
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const socket = connect({
      host: '127.0.0.1',
      port: (listener.address() as AddressInfo).port,
      servername: name,
      cert: client['tls.crt'],
      key: client['tls.key'],
      ca: client['ca.crt'],
    });
    try {
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer;
    } finally {
      socket.destroy();
      listener.close();
    }
  }

  const NAMES = ['before', 'during', 'after'];
  for (const [a, b] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ] as const) {
    it(`verify a server of ${NAMES[a]} and clients of ${NAMES[b]} mutually`, async () => {
      const of = (phase: number, name: string): Entries => phases[phase]?.get(name) ?? {};
      assert.equal(await handshake(of(a, 'peer'), of(b, 'client'), 'x.a.b'), 'ann');
      assert.equal(await handshake(of(a, 'peer'), of(b, 'peer'), 'localhost'), 'peer');
    });
  }

  it('pass the strict verification of openssl', function () {
    needOpenssl(this);
    const directory = mkdtempSync(join(tmpdir(), 'handshake-'));
    try {
      for (const [name, purposes] of [
        ['server', ['sslserver']],
        ['client', ['sslclient']],
        ['peer', ['sslserver', 'sslclient']],
      ] as const) {
        const { 'tls.crt': leaf = '', 'ca.crt': bundle = '' } = phases[2]?.get(name) ?? {};
        const [leafPath, bundlePath] = [join(directory, 'leaf.crt'), join(directory, 'bundle.crt')];
        writeFileSync(leafPath, leaf);
        writeFileSync(bundlePath, bundle);
        for (const purpose of purposes) {
          const verify = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', bundlePath, leafPath];
          const { out, err } = openssl(...verify);
          assert.equal(out.trim(), `${leafPath}: OK`, err);
        }
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
