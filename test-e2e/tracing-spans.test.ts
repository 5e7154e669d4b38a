import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { admissionHandlers } from '@pilothouse/runtime/admission-api/handlers.js';
import { newTestService, testPlugin } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc, type GrpcServer } from '@pilothouse/runtime/grpc/serve.js';
import {
  startCollector,
  traceText,
  type CollectedSpan,
  type Collector,
} from '@pilothouse/runtime/tracing/collector.test.helper.js';
import { eventually } from './support/eventually.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startWebhook, tracingFile, type TestWebhook } from './support/tracing.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WIDGETS = '/apis/example.com';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const CLIENT = '00f067aa0ba902b7';
const MUTATING = 'Mutating admission';
const VALIDATING = 'Validating admission';
const SERVICE = 'pilothouse.AdmissionService/Review';

interface Request {
  readonly method: string;
  readonly target: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Case extends Request {
  /** Paths of spans and of events that the trace has. */
  readonly spans: readonly string[];
}

/** In this order. */
const CASES: readonly Case[] = [
  {
    method: 'GET',
    target: `${MAPS}/a`,
    headers: { 'impersonate-user': 'admin', 'impersonate-group': 'system:masters' },
    spans: [
      'authentication',
      'impersonation',
      'priorityandfairness',
      'authorization',
      'Get',
      'Get > cacher.Get',
      'Get > cacher.Get > Get embedded',
    ],
  },
  { method: 'GET', target: MAPS, spans: ['List', 'List > cacher.GetList'] },
  {
    method: 'GET',
    target: `${MAPS}?watch=1&timeoutSeconds=1`,
    spans: ['WatchServer.HandleHTTP', 'WatchServer.HandleHTTP > cacher.GetList'],
  },
  {
    method: 'POST',
    target: `${WIDGETS}/v2/widgets`,
    body: { apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'a' } },
    spans: ['Create', 'Create > Call conversion webhook > HTTP POST', 'Create > Create embedded'],
  },
  {
    method: 'PUT',
    target: `${MAPS}/a`,
    body: { metadata: { name: 'a' }, data: { b: 'c' } },
    spans: [
      ...['limitedReadBody succeeded', 'About to convert to expected version', 'Conversion done'].map(
        (event) => `Update: ${event}`,
      ),
      ...['Call mutating webhook > HTTP POST', 'MutatingAdmissionPolicy', SERVICE].map(
        (name) => `Update > ${MUTATING} > ${name}`,
      ),
      ...['Call validating webhook > HTTP POST', 'ValidatingAdmissionPolicy', SERVICE].map(
        (name) => `Update > ${VALIDATING} > ${name}`,
      ),
      'Update > GuaranteedUpdate embedded',
    ],
  },
  {
    method: 'PATCH',
    target: `${MAPS}/a`,
    body: { data: { b: 'd' } },
    headers: { 'content-type': 'application/merge-patch+json' },
    spans: [
      'Patch: About to apply patch',
      `Patch > ${MUTATING} > Call mutating webhook: Request completed`,
      'Patch > GuaranteedUpdate embedded',
    ],
  },
  { method: 'DELETE', target: `${MAPS}/a`, spans: ['Delete', 'Delete > Delete embedded'] },
];

const rules = (group: string, resource: string, ...operations: readonly string[]) => [
  { operations, apiGroups: [group], apiVersions: ['*'], resources: [resource] },
];

/** The names in docs/tracing.md, with the embedded store. */
describe('the trace', () => {
  let storage: TestStorage;
  let collector: Collector;
  let server: Server;
  let service: GrpcServer;
  let webhook: TestWebhook;
  let transport: Transport;
  /** Ids of the traces of the cases. */
  let traces: string[];
  before(async () => {
    collector = await startCollector();
    storage = await createTestStorage('embedded');
    service = await serveGrpc({
      address: { host: '127.0.0.1', port: 0 },
      security: { type: 'plain' },
      services: [grpcService(admissionService, admissionHandlers(newTestService(testPlugin('a'))))],
      onError: (error) => assert.fail(String(error)),
      now: () => new Date(),
    });
    const flag = await tracingFile(storage, { endpoint: collector.endpoint });
    server = await startServer([...storage.flags, flag, `--admission-service=grpc://127.0.0.1:${service.port}`]);
    transport = httpsTransport(server.connection);
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const certificate = await testCertificate({ commonName: 'webhook' }, { purpose });
    webhook = await startWebhook(certificate);
    await prepare({ url: webhook.url, caBundle: Buffer.from(certificate.certPem).toString('base64') });
    traces = [];
    for (const { spans: _, ...sent } of CASES) traces.push(await send(sent));
    const roots = new Set(traces);
    await collector.wait((spans) => {
      for (const { traceId, parentId } of spans) if (parentId === CLIENT) roots.delete(traceId);
      return roots.size === 0;
    });
  });
  after(async () => {
    webhook.close();
    await transport.close();
    await server.crash();
    await service.stop(0);
    await storage.remove();
    collector.stop();
  });

  async function request({ method, target, body, headers = {} }: Request) {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await transport.request({
      method,
      target,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
      signal: AbortSignal.timeout(20_000),
    });
    let text = '';
    for await (const chunk of answer.body) text += Buffer.from(chunk).toString();
    return { status: answer.status, headers: answer.headers, text };
  }

  /** Returns the id of the trace. */
  async function send({ headers, ...sent }: Request): Promise<string> {
    const trace = randomBytes(16).toString('hex');
    const traceparent = `00-${trace}-${CLIENT}-01`;
    const { status, text } = await request({ ...sent, headers: { ...headers, traceparent } });
    assert.ok(status < 300, `${sent.method} ${sent.target}: ${status} ${text}`);
    return trace;
  }

  async function prepare(clientConfig: { readonly url: string; readonly caBundle: string }): Promise<void> {
    const create = (target: string, body: object) => send({ method: 'POST', target, body });
    const version = (name: string) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' } } } },
    });
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'widgets', kind: 'Widget' },
        scope: 'Cluster',
        versions: [version('v1'), version('v2')],
        conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
      },
    });
    const hook = (path: string) => ({
      clientConfig: { ...clientConfig, url: `${clientConfig.url}/${path}` },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    });
    await create(`${ADMISSION}/mutatingwebhookconfigurations`, {
      metadata: { name: 'traced' },
      webhooks: [{ ...hook('mutate'), name: 'mutates.example.com', rules: rules('', 'configmaps', 'UPDATE') }],
    });
    await create(`${ADMISSION}/validatingwebhookconfigurations`, {
      metadata: { name: 'traced' },
      webhooks: [{ ...hook('validate'), name: 'validates.example.com', rules: rules('', 'configmaps', 'UPDATE') }],
    });
    const constraints = { matchConstraints: { resourceRules: rules('', 'configmaps', 'UPDATE') } };
    await create(`${ADMISSION}/validatingadmissionpolicies`, {
      metadata: { name: 'validates' },
      spec: { ...constraints, validations: [{ expression: 'false', message: 'validated' }] },
    });
    await create(`${ADMISSION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'validates' },
      spec: { policyName: 'validates', validationActions: ['Warn'] },
    });
    await create(`${ADMISSION}/mutatingadmissionpolicies`, {
      metadata: { name: 'mutates' },
      spec: {
        ...constraints,
        reinvocationPolicy: 'Never',
        mutations: [
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{data: {"mutated": "yes"}}' } },
        ],
      },
    });
    await create(`${ADMISSION}/mutatingadmissionpolicybindings`, {
      metadata: { name: 'mutates' },
      spec: { policyName: 'mutates' },
    });
    await create(MAPS, { metadata: { name: 'a' } });
    const isServed = async () => (await request({ method: 'GET', target: `${WIDGETS}/v2/widgets` })).status === 200;
    await eventually(isServed, 'the kind is served');
    await eventually(async () => {
      const body = { metadata: { name: 'a' } };
      const { headers, text } = await request({ method: 'PUT', target: `${MAPS}/a?dryRun=All`, body });
      const isCalled = ['/mutate', '/validate'].every((path) => webhook.paths.has(path));
      return isCalled && text.includes('"mutated":"yes"') && String(headers['warning']).includes('validated');
    }, 'webhooks and policies apply');
  }

  for (const [index, { method, target, spans }] of CASES.entries()) {
    it(`of ${method} ${target}`, () => {
      const trace = traces[index] ?? '';
      const found = new Set(pathsOf(collector.spans, trace));
      const missing = spans.filter((path) => !found.has(path));
      assert.deepEqual(missing, [], traceText(collector.spans, trace));
    });
  }
});

/** The path of each span, which is its name after those of its callers below the root, and that of each event. */
function pathsOf(all: readonly CollectedSpan[], trace: string): string[] {
  const own = new Map(all.filter(({ traceId }) => traceId === trace).map((span) => [span.spanId, span]));
  const pathOf = ({ name, parentId }: CollectedSpan): string => {
    const parent = own.get(parentId);
    return parent === undefined || parent.parentId === CLIENT ? name : `${pathOf(parent)} > ${name}`;
  };
  return [...own.values()].flatMap((span) => {
    const path = pathOf(span);
    return [path, ...span.events.map((event) => `${path}: ${event}`)];
  });
}
