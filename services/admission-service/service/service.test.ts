import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { admissionHandlers } from '@pilothouse/runtime/admission-api/handlers.js';
import {
  NoVerdictError,
  type AdmissionService,
  type Review,
  type Verdict,
} from '@pilothouse/runtime/admission-api/service.js';
import { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import { decodeDescription, decodeVerdict, encodeReview } from '@pilothouse/runtime/admission-api/wire.js';
import { connectGrpc } from '@pilothouse/runtime/grpc/connect.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc } from '@pilothouse/runtime/grpc/serve.js';
import { json, podReview, podWith } from './review.test.helper.js';
import { pluginService, type Reviewed } from './service.js';

const { signal } = new AbortController();

/** A plugin that sets a field of the pod's spec, with a warning and an annotation. */
function setting(name: string, field: string): AdmissionPlugin {
  return {
    name,
    rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'], scope: 'Namespaced' }],
    async admit({ object = {}, warn, annotate }) {
      const spec = object['spec'] as object;
      if (field in spec) return undefined;
      warn(`${field} was missing`);
      annotate(`${name}/set`, field);
      return { ...object, spec: { ...spec, [field]: 'set' } };
    },
  };
}

/** A validating plugin that always fails. */
function failing(name: string, error: Error): AdmissionPlugin {
  return {
    name,
    rules: [],
    validate: ({ warn }) => {
      warn('about to fail');
      return Promise.reject(error);
    },
  };
}

const refusal = new StatusError('Forbidden', 'pods "o" is forbidden: no', { details: { name: 'o', kind: 'pods' } });

interface Connected {
  readonly service: AdmissionService;
  readonly close: () => Promise<void>;
}

/** The transports of a service. */
const TRANSPORTS: Readonly<Record<string, (service: AdmissionService) => Promise<Connected>>> = {
  'in memory': async (service) => ({ service, close: async () => {} }),
  async 'over gRPC'(service) {
    const server = await serveGrpc({
      address: { host: '127.0.0.1', port: 0 },
      security: { type: 'plain' },
      services: [grpcService(admissionService, admissionHandlers(service))],
      onError: () => undefined,
      now: () => new Date(),
    });
    const connection = connectGrpc({
      addresses: [{ host: '127.0.0.1', port: server.port }],
      security: { type: 'plain' },
    });
    const client = connection.client(admissionService);
    return {
      service: {
        describe: async (call) => decodeDescription(await client.describe({}, call)),
        review: async (review, call) =>
          decodeVerdict(review, await client.review(encodeReview(review), { signal: call.signal })),
      },
      async close() {
        connection.close();
        await server.stop(0);
      },
    };
  },
};

for (const [transport, connect] of Object.entries(TRANSPORTS)) {
  describe(`the admission service ${transport}`, () => {
    const reviewed: Reviewed[] = [];
    const plugins = [
      setting('ServiceAccount', 'a'),
      setting('Priority', 'b'),
      failing('DefaultTolerationSeconds', refusal),
      failing('Policy', new NoVerdictError('unavailable', 'not yet')),
    ];
    let connected: Connected;
    before(async () => {
      const onReview = (each: Reviewed): void => void reviewed.push(each);
      connected = await connect(pluginService({ plugins, onReview, now: () => 0 }));
    });
    after(() => connected.close());

    const review = async (plugins: readonly string[], given: Partial<Review> = {}): Promise<Verdict> => {
      const { revision, ...verdict } = await connected.service.review(
        podReview({}, { plugins, ...given }),
        new ReviewCall(),
      );
      assert.equal(revision, (await connected.service.describe({ signal })).revision);
      return json({ ...verdict, revision: '' }) as unknown as Verdict;
    };
    const annotation = (plugin: string, value: string) => ({ plugin, key: 'set', value });

    it('describes its plugins', async () => {
      const { plugins, revision } = await connected.service.describe({ signal });
      assert.match(revision, /^[\da-f]{16}$/);
      const [first, , third] = plugins;
      assert.deepEqual(first, {
        name: 'ServiceAccount',
        rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['pods'], scope: 'Namespaced' }],
        phases: ['MUTATE'],
        sideEffects: 'None',
        reinvocation: 'IfNeeded',
      });
      assert.deepEqual([third?.phases, third?.reinvocation], [['VALIDATE'], 'Never']);
    });

    it('runs mutating plugins in order and returns the names of those that changed the object', async () => {
      const before = podWith();
      assert.deepEqual(await review(['ServiceAccount', 'Priority'], { object: before }), {
        allowed: true,
        change: { object: podWith({ a: 'set', b: 'set' }), by: ['ServiceAccount', 'Priority'] },
        warnings: ['a was missing', 'b was missing'],
        annotations: [annotation('ServiceAccount', 'a'), annotation('Priority', 'b')],
        revision: '',
      });
      assert.deepEqual(before, podWith());
    });

    it('returns no change if the plugins make none', async () => {
      const object = podWith({ a: 1, b: 1 });
      const nothing = { allowed: true, warnings: [], annotations: [], revision: '' };
      assert.deepEqual(await review(['ServiceAccount', 'Priority'], { object }), nothing);
    });

    it('denies with the status of the plugin', async () => {
      assert.deepEqual(await review(['DefaultTolerationSeconds'], { phase: 'VALIDATE' }), {
        allowed: false,
        by: 'DefaultTolerationSeconds',
        status: { code: 403, reason: 'Forbidden', message: refusal.message, details: { name: 'o', kind: 'pods' } },
        warnings: ['about to fail'],
        annotations: [],
        revision: '',
      });
    });

    it('has no verdict if a plugin fails', async () => {
      await assert.rejects(review(['Policy'], { phase: 'VALIDATE' }), { message: /not yet/ });
    });

    it('has no verdict for an unknown plugin', async () => {
      await assert.rejects(review(['Unknown']), { message: /unknown plugin "Unknown"/ });
    });

    it('reports the result of each plugin without content of the object', async () => {
      reviewed.length = 0;
      await review(['ServiceAccount', 'Priority'], { object: podWith({ a: 1 }) });
      const [first, second] = reviewed;
      assert.deepEqual([first?.result, second?.result], ['admitted', 'changed']);
      assert.deepEqual(second, {
        uid: 'u',
        phase: 'MUTATE',
        operation: 'CREATE',
        namespace: 'x',
        name: 'o',
        user: 'jane',
        plugin: 'Priority',
        resource: 'pods',
        result: 'changed',
        milliseconds: 0,
      });
    });
  });
}

describe('the description of an admission service', () => {
  const revisionOf = async (...plugins: readonly AdmissionPlugin[]): Promise<string> =>
    (await pluginService({ plugins, now: () => 0 }).describe({ signal })).revision;

  it('has a revision that depends on the plugins only', async () => {
    assert.equal(await revisionOf(setting('Priority', 'a')), await revisionOf(setting('Priority', 'b')));
    assert.notEqual(await revisionOf(setting('Priority', 'a')), await revisionOf(setting('Policy', 'a')));
  });

  it('changes with the rules of a plugin', async () => {
    const rulesFor = (resource: string) => [
      { operations: ['*'], groups: ['*'], versions: ['*'], resources: [resource] } as const,
    ];
    let rules = rulesFor('pods');
    const service = pluginService({ plugins: [{ ...setting('Policy', 'a'), rules: () => rules }], now: () => 0 });
    const before = await service.describe({ signal });
    assert.equal(await service.describe({ signal }), before);
    rules = rulesFor('secrets');
    const { revision } = await service.review(podReview({}, { plugins: [] }), new ReviewCall());
    const after = await service.describe({ signal });
    assert.equal(after.revision, revision);
    assert.notEqual(revision, before.revision);
    assert.deepEqual(after.plugins[0]?.rules[0]?.resources, ['secrets']);
  });
});
