import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { DEFAULT_FEATURES } from '../features/gates.js';
import { createServerMetrics, type ServerMetrics } from '../metrics/server-metrics.js';
import { startTestApi, type TestApi } from './api.test.helper.js';

const API_VERSION = 'admissionregistration.k8s.io/v1';
const GROUP = `/apis/${API_VERSION}`;
const MAPS = '/api/v1/namespaces/default/configmaps';
const KINDS = {
  MutatingAdmissionPolicy: 'MutatingAdmissionPolicyConfiguration',
  ValidatingAdmissionPolicy: 'ValidatingAdmissionPolicyConfiguration',
  MutatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  ValidatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
} as const;
type Plugin = keyof typeof KINDS;

const rules = (group: string, ...resources: readonly string[]): JsonObject[] => [
  { apiGroups: [group], apiVersions: ['*'], operations: ['CREATE', 'UPDATE'], resources: [...resources] },
];
const labelled = (key: string, value: string): JsonObject[] => [
  {
    patchType: 'ApplyConfiguration',
    applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {"${key}": ${value}}}}` },
  },
];
const object = (kind: string, name: string, rest: JsonObject): JsonObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name },
  ...rest,
});
const bound = (kind: string, name: string, policy: JsonObject, more: JsonObject = {}): readonly JsonObject[] => [
  object(kind, name, { spec: policy }),
  object(`${kind}Binding`, name, { spec: { policyName: name, ...more } }),
];
const mutating = (name: string, mutations: JsonObject[], resourceRules = rules('', 'configmaps')) =>
  bound('MutatingAdmissionPolicy', name, {
    reinvocationPolicy: 'Never',
    matchConstraints: { resourceRules },
    mutations,
  });
const validating = (name: string, expression: string, resourceRules: JsonObject[]) =>
  bound(
    'ValidatingAdmissionPolicy',
    name,
    { matchConstraints: { resourceRules }, validations: [{ expression, message: 'by a manifest' }] },
    { validationActions: ['Deny'] },
  );
/** A webhook that cannot be called. */
const webhook = (kind: string, resource: string): JsonObject =>
  object(kind, 'w.static.k8s.io', {
    webhooks: [
      {
        name: 'w.example.com',
        clientConfig: { url: 'https://127.0.0.1:1/review' },
        rules: rules('', resource),
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });

describe('policies and webhooks of manifests', () => {
  let directory: string;
  let api: TestApi | undefined;
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'manifests-'))));
  afterEach(async () => {
    await api?.close();
    api = undefined;
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts with manifests of plugins, each in the directory of its name. */
  async function start(
    manifests: Partial<Record<Plugin, readonly JsonObject[]>>,
    { isEnabled = true, metrics }: { readonly isEnabled?: boolean; readonly metrics?: ServerMetrics } = {},
  ): Promise<TestApi> {
    const configurations = new Map<string, { value: JsonObject; source: string; directory: string }>();
    for (const [plugin, objects] of Object.entries(manifests)) {
      const staticManifestsDir = join(directory, plugin);
      await mkdir(staticManifestsDir);
      await writeFile(
        join(staticManifestsDir, 'all.yaml'),
        objects.map((each) => JSON.stringify(each)).join('\n---\n'),
      );
      const value = { apiVersion: 'apiserver.config.k8s.io/v1', kind: KINDS[plugin as Plugin], staticManifestsDir };
      configurations.set(plugin, { value, source: 'file', directory });
    }
    api = await startTestApi({
      logger: createLogger(0, { write() {} }),
      admission: { configurations },
      features: { ...DEFAULT_FEATURES, ManifestBasedAdmissionControlConfig: isEnabled },
      ...(metrics && { metrics }),
    });
    return api;
  }

  it('run before those of the API, which cannot name them', async () => {
    const server = await start({
      MutatingAdmissionPolicy: mutating('z.static.k8s.io', labelled('first', '"manifest"')),
    });
    const [policy, binding] = mutating('a', labelled('second', 'object.metadata.labels.first'));
    for (const [path, body] of [
      ['mutatingadmissionpolicies', policy],
      ['mutatingadmissionpolicybindings', binding],
      // Has no effect, since the policy is not in the API.
      [
        'mutatingadmissionpolicybindings',
        object('MutatingAdmissionPolicyBinding', 'b', { spec: { policyName: 'z.static.k8s.io' } }),
      ],
    ] as const) {
      const { status, message } = await server.request('POST', `${GROUP}/${path}`, { body: body ?? {} });
      assert.equal(status, 201, message);
    }
    const { json } = await server.request('POST', MAPS, { body: { metadata: { name: 'm' } } });
    const { labels } = plain(json['metadata']) as { labels: unknown };
    assert.deepEqual(labels, { first: 'manifest', second: 'manifest' });
  });

  it('are not in the API, and cannot be deleted or created there', async () => {
    const server = await start({
      ValidatingAdmissionPolicy: validating('p.static.k8s.io', 'false', rules('', 'configmaps')),
    });
    const path = `${GROUP}/validatingadmissionpolicies`;
    assert.deepEqual(plain((await server.request('GET', path)).json['items']), []);
    assert.equal((await server.request('DELETE', `${path}/p.static.k8s.io`)).status, 404);
    const [body = {}] = validating('p.static.k8s.io', 'true', rules('', 'configmaps'));
    const created = await server.request('POST', path, { body });
    assert.equal(created.status, 422);
    assert.match(
      created.message,
      /metadata\.name: Invalid value: "p\.static\.k8s\.io": names ending with "\.static\.k8s\.io" are reserved/,
    );
    const refused = await server.request('POST', MAPS, { body: { metadata: { name: 'm' } } });
    assert.match(
      refused.message,
      /ValidatingAdmissionPolicy 'p\.static\.k8s\.io' with binding 'p\.static\.k8s\.io' denied request: by a manifest$/,
    );
  });

  it('guard the policies and webhooks of the API', async () => {
    const all = ['validatingadmissionpolicies', 'validatingwebhookconfigurations'];
    const server = await start({
      ValidatingAdmissionPolicy: validating(
        'p.static.k8s.io',
        'request.userInfo.username == "nobody"',
        rules('admissionregistration.k8s.io', ...all),
      ),
    });
    const [policy = {}] = validating('a', 'true', rules('', 'configmaps'));
    const webhooks = { metadata: { name: 'a' } };
    for (const [path, body] of [
      [all[0], policy],
      [all[1], webhooks],
    ] as const) {
      assert.match((await server.request('POST', `${GROUP}/${path}`, { body })).message, /by a manifest$/);
    }
    // A review is never judged.
    const review = { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } };
    const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    assert.equal((await server.request('POST', reviews, { body: review })).status, 201);
  });

  it('are webhooks of both kinds', async () => {
    const server = await start({
      MutatingAdmissionWebhook: [webhook('MutatingWebhookConfiguration', 'configmaps')],
      ValidatingAdmissionWebhook: [webhook('ValidatingWebhookConfiguration', 'secrets')],
    });
    for (const path of [MAPS, MAPS.replace('configmaps', 'secrets')]) {
      const { status, message } = await server.request('POST', path, { body: { metadata: { name: 'm' } } });
      assert.equal(status, 500);
      assert.match(message, /failed calling webhook "w\.example\.com"/);
    }
    assert.deepEqual(plain((await server.request('GET', `${GROUP}/mutatingwebhookconfigurations`)).json['items']), []);
  });

  it('are counted, with the hash of their files', async () => {
    const now = (): Date => new Date(2_000);
    const features = DEFAULT_FEATURES;
    const metrics = createServerMetrics({ features, clock: () => 0, now, identity: 'apiserver-a' });
    await start({ MutatingAdmissionWebhook: [webhook('MutatingWebhookConfiguration', 'configmaps')] }, { metrics });
    const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
    const files = await readFile(join(directory, 'MutatingAdmissionWebhook', 'all.yaml'), 'utf8');
    const labels = `plugin="MutatingAdmissionWebhook",apiserver_id_hash="${sha256('apiserver-a')}"`;
    const name = 'apiserver_manifest_admission_config_controller';
    const text = exposedText(await metrics.expose('text'));
    for (const line of [
      `${name}_automatic_reloads_total{status="success",${labels}} 1`,
      `${name}_automatic_reload_last_timestamp_seconds{status="success",${labels}} 2`,
      `${name}_last_config_info{${labels},hash="${sha256(`${files}\0`)}"} 1`,
    ])
      assert.ok(text.includes(`${line}\n`), line);
  });

  it('prevent the start if they are invalid', async () => {
    await assert.rejects(
      start({ MutatingAdmissionPolicy: mutating('a', labelled('a', '"b"')) }),
      /failed to load static manifests from ".*MutatingAdmissionPolicy": error loading .*all\.yaml: "a" in file .* must have a name ending with "\.static\.k8s\.io"/,
    );
  });

  it('need the feature gate', async () => {
    await assert.rejects(
      start({ ValidatingAdmissionWebhook: [] }, { isEnabled: false }),
      /file: staticManifestsDir: Forbidden: staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled/,
    );
  });
});
