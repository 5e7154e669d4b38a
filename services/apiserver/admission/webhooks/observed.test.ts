import assert from 'node:assert/strict';
import { exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { recorder } from '../../audit/recorder.test.helper.js';
import { DEFAULT_FEATURES } from '../../features/gates.js';
import { createServerMetrics } from '../../metrics/server-metrics.js';
import { openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

describe('calls of admission webhooks', () => {
  const { audit, use, events } = recorder({});
  const metrics = createServerMetrics({
    features: DEFAULT_FEATURES,
    clock: () => performance.now(),
    now: () => new Date(),
  });
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks({ audit, metrics });
  });
  after(() => hooks.close());
  afterEach(async () => {
    use();
    await hooks.reset();
  });

  /** The annotations of admission of the creation of an object. */
  async function annotationsOf(level: string, name: string): Promise<Record<string, string>> {
    use({ level });
    events();
    await hooks.create(name);
    const { annotations = {} } = events().at(-1) ?? {};
    return Object.fromEntries(Object.entries(annotations).filter(([key]) => /webhook|example/.test(key)));
  }

  it('are in the audit log, with patches from the level Request on', async () => {
    hooks.handle('one', (review) => ({
      ...patched(review, { op: 'add', path: '/data', value: { a: 'b' } }),
      auditAnnotations: { why: 'because' },
    }));
    hooks.handle('down', (_review, answering) => void answering.end('x'));
    await hooks.configure('mutating', 'one');
    await hooks.configure('mutating', 'two');
    await hooks.configure('validating', 'down', { failurePolicy: 'Ignore' });
    const about = (webhook: string): object => ({ configuration: webhook, webhook: `${webhook}.example.com` });
    const always = {
      'one.example.com/why': 'because',
      'mutation.webhook.admission.k8s.io/round_0_index_0': JSON.stringify({ ...about('one'), mutated: true }),
      'mutation.webhook.admission.k8s.io/round_0_index_1': JSON.stringify({ ...about('two'), mutated: false }),
      'failed-open.validating.webhook.admission.k8s.io/round_0_index_0': 'down.example.com',
    };
    assert.deepEqual(await annotationsOf('Metadata', 'a'), always);
    const patch = [{ op: 'add', path: '/data', value: { a: 'b' } }];
    assert.deepEqual(await annotationsOf('Request', 'b'), {
      ...always,
      'patch.webhook.admission.k8s.io/round_0_index_0': JSON.stringify({
        ...about('one'),
        patch,
        patchType: 'JSONPatch',
      }),
    });
  });

  it('are counted', async () => {
    hooks.handle('no', ({ request: { uid } }) => ({ uid, allowed: false, status: { code: 403 } }));
    hooks.handle('broken', (_review, answering) => void answering.end('x'));
    await hooks.configure('mutating', 'good');
    await hooks.create('good');
    await hooks.configure('validating', 'no');
    await hooks.create('no');
    await hooks.reset();
    hooks.handle('broken', (_review, answering) => void answering.end('x'));
    await hooks.configure('validating', 'broken');
    await hooks.create('broken');
    await hooks.reset();
    await hooks.configure('validating', 'skipped', { matchConditions: [{ name: 'a', expression: 'false' }] });
    await hooks.create('skipped');
    const text = exposedText(await metrics.expose('text'));
    const lines = text.split('\n').filter((line) => /_(total|count)\{/.test(line));
    const counted = (name: string): readonly string[] =>
      lines.flatMap((line) => (line.startsWith(`apiserver_admission_${name}{`) ? [line.slice(line.indexOf('{'))] : []));
    const by = (name: string, type: string): string => `{name="${name}.example.com",type="${type}",operation="CREATE"`;
    const has = (name: string, line: string): void =>
      assert.ok(counted(name).includes(line), `${line} in ${counted(name).join('\n')}`);
    has('webhook_request_total', `${by('good', 'admit')},code="200",rejected="false"} 2`);
    has('webhook_request_total', `${by('no', 'validating')},code="403",rejected="true"} 1`);
    has('webhook_rejection_count', `${by('no', 'validating')},error_type="no_error",rejection_code="403"} 1`);
    has(
      'webhook_rejection_count',
      `${by('broken', 'validating')},error_type="calling_webhook_error",rejection_code="503"} 1`,
    );
    has('webhook_fail_open_count', '{name="down.example.com",type="validating"} 2');
    const skipped = '{name="skipped.example.com",kind="webhook",type="validating",operation="CREATE"} 1';
    has('match_condition_exclusions_total', skipped);
  });
});
