import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { PeerCertificate } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { openConnection, TRANSPORTS, startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';
import type { ClientAuthorities } from './peer.js';

describe('client certificates', () => {
  let [root, middle, leaf, serving]: TestIssuer[] = [];
  let authorities: ClientAuthorities;
  let listener: Listener;
  let seen: PeerCertificate[];
  before(async () => {
    root = await newTestAuthority('root');
    middle = await newTestAuthority('middle', root);
    leaf = await testCertificate({ commonName: 'ann' }, { purpose: { type: 'client' }, issuer: middle });
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    serving = await testCertificate({ commonName: 'server' }, { purpose, issuer: root });
  });
  beforeEach(async () => {
    seen = [];
    authorities = { users: certsOf(root), proxies: [] };
    listener = await startListener({
      certificate: () => serving ?? assert.fail('there is no certificate'),
      clientAuthorities: () => authorities,
      requestTimeout: 5_000,
      async handler({ request: { peer } }) {
        seen.push(peer.certificate);
        return textResponse(200, 'text/plain', 'ok');
      },
    });
  });
  afterEach(() => listener.close(0));

  const certsOf = (issuer: TestIssuer | undefined): ClientAuthorities['users'] => (issuer ? [issuer.cert] : []);
  const types = (): string[] => seen.map(({ type }) => type);

  async function open(options?: ConnectionOptions): Promise<TLSSocket> {
    const socket = connect({
      host: '127.0.0.1',
      port: listener.port,
      ca: root?.certPem,
      cert: `${leaf?.certPem}${middle?.certPem}`,
      key: leaf?.keyPem,
      ...options,
    });
    await once(socket, 'secureConnect');
    return socket;
  }
  async function ask(socket: TLSSocket): Promise<void> {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'data');
  }

  it('are read in full on each connection, since TLS sessions are not resumed', async () => {
    const first = await open();
    const sessions: Buffer[] = [];
    first.on('session', (session: Buffer) => sessions.push(session));
    await ask(first);
    const second = await open({ session: sessions.at(-1) });
    await ask(second);
    assert.deepEqual([types(), second.isSessionReused()], [['verified', 'verified'], false]);
    first.destroy();
    second.destroy();
  });

  it('cannot change within a connection', async () => {
    const socket = await open({ maxVersion: 'TLSv1.2' });
    await ask(socket);
    const error = await new Promise((resolve) => {
      socket.once('error', resolve);
      socket.renegotiate({ rejectUnauthorized: true }, resolve);
    });
    assert.match(String(error), /no renegotiation/);
    socket.destroy();
  });

  for (const transport of TRANSPORTS) {
    it(`are rejected on open connections after their authority is removed, over ${transport}`, async () => {
      const { port } = listener;
      const pair = { cert: `${leaf?.certPem}${middle?.certPem}`, key: leaf?.keyPem };
      const connection = await openConnection(transport, { port, ca: root?.certPem, ...pair });
      await connection.ask('/');
      authorities = { users: [], proxies: [] };
      await connection.ask('/');
      assert.deepEqual(types(), ['verified', 'unverified']);
      connection.socket.destroy();
    });
  }

  it('of an added authority are accepted on new connections', async () => {
    authorities = { users: [], proxies: [] };
    listener.renew();
    const before = await open();
    await ask(before);
    authorities = { users: certsOf(root), proxies: certsOf(root) };
    listener.renew();
    const after = await open();
    await ask(after);
    assert.deepEqual(types(), ['unverified', 'verified']);
    before.destroy();
    after.destroy();
  });
});
