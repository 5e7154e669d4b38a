import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { askOnce, statusOf } from './support/ask.js';
import { newAuthority, newClient, newServer } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { healthOf, servicesOf } from './support/grpc-standard.js';
import { startIdentityProvider, type IdentityProvider } from './support/identity-provider.js';
import { createKubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { runCommand, runToEnd, startServer, type Command, type Server } from './support/server.js';

const TRANSPORTS = ['https', 'grpcs'] as const;

describeWith(['KUBECTL'], 'the token-review service', () => {
  let directory: string;
  let authority: KeyPair;
  let client: KeyPair;
  let provider: IdentityProvider;
  let service: Service;
  /** API servers that use it, by transport. */
  let servers: Readonly<Record<(typeof TRANSPORTS)[number], Server>>;
  /** A token of the users file. */
  let ann: string;
  /** All output of stopped services, and every secret part of a token. */
  let written = '';
  const secrets: string[] = [];
  const file = (name: string): string => join(directory, name);

  before(async () => {
    [directory, authority, provider] = await Promise.all([
      mkdtemp(join(tmpdir(), 'token-review-')),
      newAuthority(),
      startIdentityProvider(),
    ]);
    const serving = await newServer(authority, ['127.0.0.1', 'localhost']);
    client = await newClient(authority, { commonName: 'apiserver' });
    [ann] = await Promise.all([
      users('add', 'ann', '--uid=1', '--group=dev', '--extra=team=blue'),
      writeFile(file('ca.crt'), authority.certPem),
      writeFile(file('tls.crt'), serving.certPem),
      writeFile(file('tls.key'), serving.keyPem),
      writeFile(file('provider.crt'), provider.caPem),
      writeFile(file('issuers.yaml'), issuersYaml(provider)),
    ]);
    service = await startService(['--secure-port=0', '--grpc-bind-address=127.0.0.1:0']);
    const [https, grpcs] = await Promise.all(TRANSPORTS.map(startAsking));
    assert.ok(https !== undefined && grpcs !== undefined);
    servers = { https, grpcs };
  });
  after(async () => {
    await Promise.all([...Object.values(servers).map((server) => server.stop(/./)), provider.stop()]);
    await rm(directory, { recursive: true });
  });

  /** Runs `pilothouse token-review users …`. Returns its output. */
  async function users(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runToEnd('token-review', 'users', ...args, `--users-file=${file('users.json')}`);
    assert.equal(code, 0, err);
    const token = out.trim();
    if (token.startsWith('pht_')) secrets.push(token.slice(token.indexOf('.') + 1));
    return token;
  }

  interface Service extends Command {
    readonly url: string;
    readonly grpc: string;
    readonly metrics: string;
    readonly stop: () => Promise<void>;
  }
  async function startService(where: readonly string[]): Promise<Service> {
    const command = runCommand([
      'token-review',
      ...where,
      '--metrics-bind-address=127.0.0.1:0',
      `--tls-cert-file=${file('tls.crt')}`,
      `--tls-private-key-file=${file('tls.key')}`,
      `--client-ca-file=${file('ca.crt')}`,
      `--users-file=${file('users.json')}`,
      `--oidc-config-file=${file('issuers.yaml')}`,
      '-v=6',
    ]);
    const [, url = '', grpc = '', metrics = ''] = await command.printed(
      /ready at (\S+)\. gRPC is at (\S+)\. Health and metrics are at (\S+)\.\n/,
    );
    return {
      ...command,
      url,
      grpc,
      metrics,
      async stop() {
        command.kill('SIGINT');
        const { code, out, err } = await command.exited;
        assert.equal(code, 0, err);
        written += out + err;
      },
    };
  }

  /** An API server without a token cache. */
  async function startAsking(transport: (typeof TRANSPORTS)[number]): Promise<Server> {
    const server = transport === 'https' ? `${service.url}/tokenreview` : `grpcs://${service.grpc}`;
    const path = file(`${transport}.yaml`);
    await writeFile(path, kubeconfig({ server, caPem: authority.certPem, user: client, name: 'service' }));
    return startServer([
      '--ephemeral',
      '--controllers=-namespace',
      `--authentication-token-webhook-config-file=${path}`,
      '--authentication-token-webhook-version=v1',
      '--authentication-token-webhook-cache-ttl=0',
    ]);
  }

  /** The output of kubectl auth whoami with the token. */
  async function whoami(transport: (typeof TRANSPORTS)[number], token: string): Promise<object> {
    const { url, caPem = '' } = servers[transport].connection;
    const path = file(`${transport}.kubeconfig`);
    await writeFile(path, kubeconfig({ server: url, caPem, user: { token }, name: 'x' }));
    const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: path, home: directory });
    const out = await kubectl(['auth', 'whoami', '-o', 'json']);
    return (JSON.parse(out) as { readonly status: { readonly userInfo: object } }).status.userInfo;
  }

  /** Whether an API server accepts the token. */
  async function isGood(transport: (typeof TRANSPORTS)[number], token: string): Promise<boolean> {
    const { url, caPem = '' } = servers[transport].connection;
    const { status } = await askOnce({ url, caPem, credentials: { token } }, 'GET', '/api');
    assert.ok(status === 200 || status === 401, String(status));
    return status === 200;
  }

  async function everywhere(check: (transport: (typeof TRANSPORTS)[number]) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(TRANSPORTS.map(check))).every(Boolean);
  }

  it('authenticates tokens of its users and of an identity provider for API servers', async () => {
    const bob = await provider.token('bob', ['qa']);
    const check = async (transport: (typeof TRANSPORTS)[number]): Promise<void> => {
      assert.deepEqual(await whoami(transport, ann), {
        username: 'ann',
        uid: '1',
        groups: ['dev', 'system:authenticated'],
        extra: { team: ['blue'] },
      });
      assert.deepEqual(await whoami(transport, bob), {
        username: 'oidc:bob',
        groups: ['oidc:qa', 'system:authenticated'],
      });
      assert.equal(await isGood(transport, `${ann.slice(0, -3)}xyz`), false);
    };
    await Promise.all(TRANSPORTS.map(check));
  });

  it('reloads its users file', async () => {
    const carl = await users('add', 'carl');
    await eventually(() => everywhere((transport) => isGood(transport, carl)));
    const next = await users('rotate', 'carl');
    await eventually(() => everywhere(async (transport) => !(await isGood(transport, carl))));
    assert.ok(await everywhere((transport) => isGood(transport, next)));
    await users('remove', 'carl');
    await eventually(() => everywhere(async (transport) => !(await isGood(transport, next))));
    await writeFile(file('users.json'), '{"version":1,');
    await eventually(async () => service.err().includes('unexpected end of JSON input'));
    assert.ok(await everywhere((transport) => isGood(transport, ann)));
    await rm(file('users.json'));
    ann = await users('add', 'ann');
    await eventually(() => everywhere((transport) => isGood(transport, ann)));
  }).timeout(60_000);

  it('serves version, health and metrics to clients with a certificate', async () => {
    const probe = { address: service.grpc, caPem: authority.certPem, client };
    assert.equal(await healthOf(probe), 'SERVING');
    const services = await servicesOf(probe);
    assert.ok(services.includes('pilothouse.tokenreview.v1.TokenReviewService'), services.join());
    const stranger = await newClient(await newAuthority(), { commonName: 'apiserver' });
    await assert.rejects(healthOf({ ...probe, client: stranger }), { code: 14 });
    const bad = await askOnce({ url: service.url, caPem: authority.certPem, credentials: client }, 'POST', '/', {
      body: '{"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","spec":{"token":"a\\u0000b"}}',
    });
    assert.match(statusOf(bad).message, /spec\.token: Invalid value: must be printable ASCII/);
    const metrics = await (await fetch(`${service.metrics}/metrics`)).text();
    for (const transport of ['https', 'grpc']) {
      assert.match(
        metrics,
        new RegExp(`token_review_requests_total\\{transport="${transport}",result="authenticated"\\} \\d`),
      );
    }
    assert.match(metrics, /token_review_source_answers_total\{source="oidc",result="authenticated"\} \d/);
    assert.equal(await (await fetch(`${service.metrics}/readyz`)).text(), 'ok');
    assert.match(await (await fetch(`${service.metrics}/statusz`)).text(), /^\ntoken-review statusz\n/);
  });

  it('is used again after a crash, by API servers that kept running', async () => {
    const where = [`--secure-port=${new URL(service.url).port}`, `--grpc-bind-address=${service.grpc}`];
    service.kill('SIGKILL');
    const { out, err } = await service.exited;
    written += out + err;
    service = await startService(where);
    await eventually(() => everywhere((transport) => isGood(transport, ann)));
  }).timeout(30_000);

  it('never writes a token', async () => {
    await service.stop();
    assert.ok(secrets.length === 4 && /"result":"authenticated"/.test(written), written);
    for (const secret of secrets) assert.ok(!written.includes(secret));
    assert.ok(!/eyJ[\w-]+\.eyJ/.test(written));
  });
});

/** A webhook that answers, and one at an address without a listener. */
function issuersYaml({ issuer, clientId }: IdentityProvider): string {
  return [
    'issuers:',
    '- issuerURL: https://127.0.0.1:1',
    `  clientID: ${clientId}`,
    `- issuerURL: ${issuer}`,
    `  clientID: ${clientId}`,
    '  caFile: provider.crt',
    '  usernamePrefix: "oidc:"',
    '  groupsClaim: groups',
    '  groupsPrefix: "oidc:"',
    '',
  ].join('\n');
}
