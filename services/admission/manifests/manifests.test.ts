import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createExpressionCompiler } from '@pilothouse/kinds/admissionregistration/compiler.js';
import { until } from '@pilothouse/runtime/files/until.test.helper.js';
import { documentsOf, readManifestFiles } from './directory.js';
import { manifestLoader, type ManifestRules, type Manifests } from './load.js';
import { nameOf } from './name-of.js';
import {
  mutatingPolicyManifests,
  mutatingWebhookManifests,
  validatingPolicyManifests,
  validatingWebhookManifests,
} from './restrictions.js';
import { watchManifests, type ManifestReload } from './watch.js';

const domain = createDomain();
const compiler = createExpressionCompiler();
const GROUP = 'apiVersion: admissionregistration.k8s.io/v1';

const policy = (name: string, more = ''): string => `${GROUP}
kind: MutatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  reinvocationPolicy: Never
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}
  mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{}'}}]
${more}`;
const binding = (name: string, policyName: string, more = ''): string => `${GROUP}
kind: MutatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec:
  policyName: ${policyName}
${more}`;
const webhook = (client: string, kind = 'MutatingWebhookConfiguration'): string => `${GROUP}
kind: ${kind}
metadata: {name: a.static.k8s.io}
webhooks: [{name: a.example.com, clientConfig: ${client}, sideEffects: None, admissionReviewVersions: [v1]}]
`;

function load(rules: ManifestRules, ...texts: readonly string[]): Manifests {
  return manifestLoader(rules)(texts.map((text, index) => ({ path: `/m/${index}.yaml`, text })));
}

function namesIn(manifests: Manifests): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([...manifests].map(([kind, objects]) => [kind, objects.map(nameOf)]));
}

const A = 'a.static.k8s.io';
const B = 'b.static.k8s.io';

describe('static manifests', () => {
  before(() => compiler.load());

  it('are the objects of all files and documents, sorted by name, with defaults', () => {
    const items = `apiVersion: v1\nkind: List\nitems:\n- ${binding(B, B).trim().replaceAll('\n', '\n  ')}`;
    const loaded = load(
      mutatingPolicyManifests(domain, compiler),
      `# a comment\n---\n${policy(B)}\n--- # next\n${policy(A)}\n---\n`,
      items,
      '',
    );
    assert.deepEqual(namesIn(loaded), { MutatingAdmissionPolicy: [A, B], MutatingAdmissionPolicyBinding: [B] });
    const [first] = loaded.get('MutatingAdmissionPolicy') ?? [];
    assert.equal((first?.['spec'] as { failurePolicy?: string } | undefined)?.failurePolicy, 'Fail');
  });

  it('are webhooks with a URL', () => {
    const client = '{url: "https://127.0.0.1:9443/review"}';
    assert.deepEqual(namesIn(load(mutatingWebhookManifests(domain, compiler), webhook(client))), {
      MutatingWebhookConfiguration: [A],
    });
    const validating = webhook(client, 'ValidatingWebhookConfiguration');
    assert.deepEqual(namesIn(load(validatingWebhookManifests(domain, compiler), validating)), {
      ValidatingWebhookConfiguration: [A],
    });
  });

  const policies = mutatingPolicyManifests(domain, compiler);
  const webhooks = mutatingWebhookManifests(domain, compiler);
  const wrong: [why: string, rules: ManifestRules, texts: readonly string[], message: string | RegExp][] = [
    [
      'a name without the suffix',
      policies,
      [policy('a')],
      'error loading /m/0.yaml: "a" in file "/m/0.yaml" must have a name ending with ".static.k8s.io"',
    ],
    [
      'a duplicate name',
      policies,
      [policy(A), policy(A)],
      'error loading /m/1.yaml: duplicate name "a.static.k8s.io" found in file "/m/1.yaml" (previously seen in "/m/0.yaml")',
    ],
    [
      'a parameter kind',
      policies,
      [policy(A, '  paramKind: {apiVersion: v1, kind: ConfigMap}')],
      'error loading /m/0.yaml: MutatingAdmissionPolicy "a.static.k8s.io": spec.paramKind is not supported for static manifests',
    ],
    [
      'a parameter',
      policies,
      [policy(A), binding(A, A, '  paramRef: {name: a, parameterNotFoundAction: Deny}')],
      'error loading /m/1.yaml: binding "a.static.k8s.io": spec.paramRef is not supported for static manifests',
    ],
    [
      'a policy of the API',
      policies,
      [binding(A, 'a')],
      'error loading /m/0.yaml: binding "a.static.k8s.io": spec.policyName "a" must end with ".static.k8s.io"',
    ],
    [
      'an absent policy',
      policies,
      [policy(A), binding(A, B)],
      'binding "a.static.k8s.io" references policy "b.static.k8s.io" which does not exist in the manifest directory',
    ],
    [
      'another kind',
      policies,
      ['apiVersion: v1\nkind: Pod'],
      'error loading /m/0.yaml: unsupported resource type v1, Kind=Pod',
    ],
    [
      'a kind of another plugin',
      validatingPolicyManifests(domain, compiler),
      [policy(A)],
      'error loading /m/0.yaml: unsupported resource type admissionregistration.k8s.io/v1, Kind=MutatingAdmissionPolicy',
    ],
    [
      'an unknown field',
      policies,
      [policy(A, '  other: 1')],
      'error loading /m/0.yaml: strict decoding error: unknown field "spec.other"',
    ],
    [
      'a duplicate field',
      policies,
      [policy(A, '  reinvocationPolicy: Never')],
      'error loading /m/0.yaml: strict decoding error: duplicate field "spec.reinvocationPolicy"',
    ],
    [
      'a wrong type',
      policies,
      [policy(A, '  failurePolicy: 1')],
      /^error loading \/m\/0\.yaml: spec\.failurePolicy: json: cannot unmarshal/,
    ],
    [
      'an invalid field',
      policies,
      [policy(A, '  failurePolicy: Other')],
      /^error loading \/m\/0\.yaml: MutatingAdmissionPolicy "a\.static\.k8s\.io": spec\.failurePolicy: Unsupported value: "Other"/,
    ],
    ['no kind', policies, ['a: 1'], "error loading /m/0.yaml: Object 'Kind' is missing"],
    ['no object', policies, ['- 1'], 'error loading /m/0.yaml: a manifest must be an object'],
    ['no YAML', policies, ['{'], /^error loading \/m\/0\.yaml: /],
    [
      'a service',
      webhooks,
      [webhook('{service: {name: a, namespace: b}}')],
      'error loading /m/0.yaml: webhook "a.example.com" in "a.static.k8s.io" (file "/m/0.yaml"): clientConfig.service is not supported for static manifests; use clientConfig.url instead',
    ],
  ];
  for (const [why, rules, texts, message] of wrong) {
    it(`may not have ${why}`, () => assert.throws(() => load(rules, ...texts), { message }));
  }

  it('have documents after lines of dashes only', () => {
    assert.deepEqual(documentsOf('a: "--- b"\n---\r\nc: 1\n--- \n\n---- d\n'), [
      'a: "--- b"\n',
      '\nc: 1\n',
      '\n\n---- d\n',
    ]);
  });
});

describe('a directory of manifests', () => {
  let directory: string;
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'manifests-'))));
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('has YAML and JSON files, sorted by name', async () => {
    for (const name of ['b.yml', 'c.JSON', 'a.yaml', 'd.txt', 'e']) await writeFile(join(directory, name), name);
    const files = await readManifestFiles(directory);
    assert.deepEqual(
      files.map(({ text }) => text),
      ['a.yaml', 'b.yml', 'c.JSON'],
    );
  });

  it('is loaded again when a file changes, and keeps the former objects if the change is invalid', async () => {
    const file = join(directory, 'a.yaml');
    await writeFile(file, policy(A));
    const off = new AbortController();
    const [reloads, errors]: [ManifestReload[], string[]] = [[], []];
    const manifests = await watchManifests({
      directory,
      rules: mutatingPolicyManifests(domain, compiler),
      onError: (error) => void errors.push(String(error)),
      onReload: (reload) => void reloads.push(reload),
      signal: off.signal,
      interval: 1,
    });
    const names = (): readonly string[] | undefined => namesIn(manifests.current())['MutatingAdmissionPolicy'];
    assert.deepEqual(names(), [A]);
    const hash = createHash('sha256')
      .update(`${policy(A)}\0`)
      .digest('hex');
    assert.deepEqual(reloads, [{ status: 'start', hash: `sha256:${hash}` }]);
    await writeFile(file, policy('other'));
    await until(() => errors.length > 0);
    assert.deepEqual(names(), [A]);
    assert.match(errors[0] ?? '', /a\.yaml: "other" in file/);
    await writeFile(join(directory, 'b.yaml'), policy(B));
    await writeFile(file, policy(A));
    await until(() => names()?.length === 2);
    assert.deepEqual(new Set(reloads.slice(1).map(({ status }) => status)), new Set(['failure', 'success']));
    off.abort();
  });

  it('prevents the start if it is absent or invalid', async () => {
    const { signal } = new AbortController();
    const options = { rules: mutatingPolicyManifests(domain, compiler), onError: () => {}, onReload: () => {}, signal };
    await assert.rejects(
      watchManifests({ directory: join(directory, 'no'), ...options }),
      /failed to read manifest directory/,
    );
    await writeFile(join(directory, 'a.yaml'), policy('a'));
    await assert.rejects(
      watchManifests({ directory, ...options }),
      /^Error: failed to load static manifests from ".*": error loading .*a\.yaml: "a" in file/,
    );
  });
});
