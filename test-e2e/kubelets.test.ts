import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { eventually } from './support/eventually.js';
import { startKubelet, type Kubelet } from './support/kubelet.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';

const OBJECTS = (port: number): string => `
apiVersion: v1
kind: Node
metadata: {name: near}
status:
  addresses: [{type: Hostname, address: near.invalid}, {type: InternalIP, address: 127.0.0.1}]
  daemonEndpoints: {kubeletEndpoint: {Port: ${port}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {nodeName: near, containers: [{name: c, image: i}]}
`;
const RUNNING = { status: { phase: 'Running', containerStatuses: [] } };

describeWith(['KUBECTL', 'KUBECTL_OLD'], 'kubelets', () => {
  let directory: string;
  let kubelet: Kubelet;
  let server: Server;
  const kubectls = new Map<string, Kubectl>();

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'kubelets-'));
    const authority = await newTestAuthority('kubelets');
    const [own, client] = await Promise.all([
      testCertificate(
        { commonName: 'kubelet' },
        { purpose: { type: 'server', hosts: ['127.0.0.1'] }, issuer: authority },
      ),
      testCertificate({ commonName: 'server' }, { purpose: { type: 'client' }, issuer: authority }),
    ]);
    const file = (name: string, content: string): string => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    };
    kubelet = await startKubelet({ certificate: own, clientAuthority: authority.certPem });
    server = await startServer([
      '--ephemeral',
      '--secure-port=0',
      `--kubelet-client-certificate=${file('client.crt', client.certPem)}`,
      `--kubelet-client-key=${file('client.key', client.keyPem)}`,
      `--kubelet-certificate-authority=${file('ca.crt', authority.certPem)}`,
      '--kubelet-preferred-address-types=InternalIP,Hostname',
    ]);
    for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
      kubectls.set(tool, createKubectl({ tool, kubeconfig: server.kubeconfig, home: directory }));
    }
    const kubectl = kubectlOf('KUBECTL');
    await kubectl(['create', '-f', '-'], { input: OBJECTS(kubelet.port) });
    await kubectl(['patch', 'pod', 'p', '--subresource=status', '-p', JSON.stringify(RUNNING)]);
  });
  after(async () => {
    await server.stop();
    await kubelet.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => {
    kubelet.seen.length = 0;
    kubelet.speaksWebSockets = true;
    kubelet.refusal = undefined;
  });
  afterEach(() => eventually(async () => kubelet.open() === 0));

  const kubectlOf = (tool: string): Kubectl => {
    const kubectl = kubectls.get(tool);
    assert.ok(kubectl);
    return kubectl;
  };
  /** Forwards a port, sends a text to it, and resolves with what comes back. */
  const echoed = async (kubectl: Kubectl, text: string): Promise<string> => {
    const forwarding = kubectl.follow(['port-forward', 'pod/p', ':80', '--address=127.0.0.1']);
    try {
      const printed = await forwarding.printed(/127\.0\.0\.1:\d+/);
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
      const socket = connect(port, '127.0.0.1');
      socket.end(text);
      let got = '';
      socket.on('data', (chunk: Buffer) => (got += chunk.toString()));
      await once(socket, 'close');
      return got;
    } finally {
      await forwarding.stop();
    }
  };

  for (const tool of ['KUBECTL', 'KUBECTL_OLD']) {
    describe(`with ${tool}`, () => {
      it('send logs', async () => {
        assert.equal(await kubectlOf(tool)(['logs', 'p', '--tail=5']), 'line 1\nthe end\n');
        assert.deepEqual(kubelet.seen, ['GET /containerLogs/default/p/c?tailLines=5']);
      });

      it('send logs until the client leaves', async () => {
        const following = kubectlOf(tool).follow(['logs', '-f', 'p']);
        await following.printed(/line 20\n/);
        assert.equal(kubelet.open(), 1);
        await following.stop();
      });

      it('run commands, with their input, output and exit code', async () => {
        const kubectl = kubectlOf(tool);
        const input = 'abcdefgh'.repeat(250_000);
        const { code, out } = await kubectl.attempt(['exec', '-i', 'p', '--', 'cat'], { input });
        assert.deepEqual([code, out === input], [0, true]);
        const failed = await kubectl.attempt(['exec', 'p', '--', 'exit', '7']);
        assert.deepEqual([failed.code, /exit code 7/.test(failed.err)], [7, true]);
        const method = tool === 'KUBECTL' ? 'GET' : 'POST';
        assert.equal(kubelet.seen[0], `${method} /exec/default/p/c?command=cat&error=1&input=1&output=1`);
      });

      it('run commands if they do not speak WebSockets', async () => {
        kubelet.speaksWebSockets = false;
        const { code, out, err } = await kubectlOf(tool).attempt(['exec', '-i', 'p', '--', 'cat'], { input: 'text' });
        assert.deepEqual([code, out], [0, 'text'], err);
      });

      it('forward ports', async () => {
        const text = 'ping'.repeat(100_000);
        assert.ok((await echoed(kubectlOf(tool), text)) === text);
      });

      it('refuse streams', async () => {
        kubelet.refusal = 'not you';
        const { code, err } = await kubectlOf(tool).attempt(['exec', 'p', '--', 'ls']);
        assert.equal(code, 1);
        assert.match(err, /not you|orbidden/);
      });
    });
  }

  it('are not proxied to at the own machine', async () => {
    const { code, err } = await kubectlOf('KUBECTL').attempt(['get', '--raw', '/api/v1/nodes/near/proxy/healthz']);
    assert.equal(code, 1);
    assert.match(err, /address not allowed/);
  });
});
