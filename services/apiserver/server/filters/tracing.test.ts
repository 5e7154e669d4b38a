import assert from 'node:assert/strict';
import type { RootOptions, Span, Tracer } from '@pilothouse/runtime/tracing/span.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { RequestContext, type Handler } from '../../request/context.js';
import { tracingFilters } from './tracing.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const HEADER = `00-${TRACE}-00f067aa0ba902b7-01`;

/** A tracer that notes its spans as text: those that ended, and those that began a trace. */
function notingTracer() {
  const ended: string[] = [];
  const roots: RootOptions[] = [];
  const spanOf = (name: string): Span => ({
    isRecorded: true,
    start: (part) => spanOf(`${name} > ${part}`),
    event: () => undefined,
    set: () => undefined,
    fail: () => undefined,
    end: () => void ended.push(name),
    headers: () => ({ traceparent: '' }),
  });
  const tracer: Tracer = {
    samples: () => true,
    unsampled: spanOf('unsampled'),
    root(options) {
      roots.push(options);
      return spanOf(options.name());
    },
  };
  return { tracer, ended, roots };
}

async function serve(groups: readonly string[], target = '/api/v1/namespaces/a/configmaps/b', traceparent = HEADER) {
  const { tracer, ended, roots } = notingTracer();
  const { begin, accept } = tracingFilters(tracer);
  const endpoint: Handler = async () => ({ status: 200, headers: {}, body: [] });
  const authenticate =
    (next: Handler): Handler =>
    async (context) => {
      context.authenticate(authenticatedUser('ada', groups));
      return next(context);
    };
  const context = new RequestContext({
    method: 'GET',
    target,
    headers: { traceparent },
    body: undefined,
    peer: { address: '127.0.0.1', certificate: { type: 'none' } },
  });
  await begin(authenticate(accept(endpoint)))(context);
  const before = [...ended];
  context.close();
  return { before, ended, roots };
}

describe('the filters of tracing', () => {
  for (const group of ['system:masters', 'system:monitoring']) {
    it(`continue the trace of a member of ${group}`, async () => {
      const { roots } = await serve([group]);
      assert.deepEqual(
        roots.map(({ continues, sent }) => [continues, sent?.traceId]),
        [
          [false, TRACE],
          [true, TRACE],
        ],
      );
    });
  }

  for (const [flags, isSampled] of [
    ['00', false],
    ['01', true],
  ] as const) {
    it(`keep the decision of a trusted client: ${flags}`, async () => {
      const { roots } = await serve(['system:masters'], '/api', HEADER.replace(/01$/, flags));
      assert.equal(roots.at(-1)?.isSampled, isSampled);
    });
  }

  it('only refer to the trace of other users', async () => {
    const { roots } = await serve(['developers']);
    assert.deepEqual(
      roots.map(({ continues, sent }) => [continues, sent?.traceId]),
      [[false, TRACE]],
    );
  });

  it('name the request without its object, and end it with the answer', async () => {
    const name = 'GET /api/v1/namespaces/{:namespace}/configmaps/{:name}';
    const { before, ended } = await serve(['developers']);
    assert.deepEqual(before, [`${name} > authentication`]);
    assert.deepEqual(ended, [`${name} > authentication`, name]);
  });

  const NAMES: readonly (readonly [string, string])[] = [
    ['/apis/apps/v1/deployments', 'GET /apis/apps/v1/deployments'],
    ['/api/v1/namespaces/a/pods/b/log', 'GET /api/v1/namespaces/{:namespace}/pods/{:name}/log'],
    ['/healthz', 'GET'],
    ['/api/v1/%zz', 'GET'],
  ];
  for (const [target, name] of NAMES) {
    it(`name ${target} ${name}`, async () => assert.equal((await serve([], target)).ended.at(-1), name));
  }
});
