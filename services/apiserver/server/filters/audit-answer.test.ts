import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { StoreUnavailableError } from '@pilothouse/storage/store.js';
import { recorder } from '../../audit/recorder.test.helper.js';
import { realEnvironment } from '../../registry/environment.js';
import { RequestContext, type Handler } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import { auditFilters } from './audit.js';

const LIST = '/api/v1/configmaps';

describe('the audit of a response', () => {
  const { audit, use, events } = recorder();
  const { begin, record } = auditFilters({ audit, environment: realEnvironment });
  beforeEach(() => use({ level: 'RequestResponse' }));

  function answer(handler: Handler, target = LIST): Promise<Response> {
    return begin(record(handler))(contextOf(target));
  }

  function contextOf(target: string): RequestContext {
    const peer = { address: '', certificate: { type: 'none' } } as const;
    return new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer });
  }

  async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }

  const streamed = (body: AsyncIterable<Uint8Array>): Promise<Response> =>
    answer(async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body }));

  const stages = (): (readonly unknown[])[] =>
    events().map(({ stage, responseStatus, responseObject, annotations }) => [
      stage,
      responseStatus?.code,
      responseObject,
      annotations,
    ]);

  const RECEIVED = ['RequestReceived', undefined, undefined, undefined];

  const truncated = { 'audit.k8s.io/truncated': 'true' };

  it('to an unexpected error has the stage Panic', async () => {
    const failing = async (): Promise<Response> => {
      throw new TypeError('x is undefined');
    };
    await assert.rejects(answer(failing), TypeError);
    const [, event, ...others] = events();
    assert.deepEqual([event?.stage, others], ['Panic', []]);
    assert.deepEqual(event?.responseStatus, {
      metadata: {},
      status: 'Failure',
      message: "APIServer panic'd: x is undefined",
      reason: 'InternalError',
      code: 500,
    });
  });

  it('records store failures with the Status that the client gets', async () => {
    for (const [error, code] of [
      [new StoreUnavailableError('gone', false), 503],
      [new StatusError('TooManyRequests', 'later'), 429],
    ] as const) {
      await assert.rejects(answer(() => Promise.reject(error)));
      const [, event] = events();
      assert.deepEqual([event?.stage, event?.responseStatus?.code], ['ResponseComplete', code]);
    }
  });

  it('to an aborted request is an expected failure', async () => {
    const gone = new Error('the client went away');
    const leaving: Handler = async (context) => {
      context.abort(gone);
      throw gone;
    };
    await assert.rejects(answer(leaving), gone);
    const [, event] = events();
    assert.deepEqual([event?.stage, event?.responseStatus?.code], ['ResponseComplete', 500]);
  });

  it('that rejects an authenticated user is recorded like any other', async () => {
    await answer(async () => ({ status: 401, headers: {}, body: [] }));
    assert.deepEqual(
      events().map(({ stage }) => stage),
      ['RequestReceived', 'ResponseComplete'],
    );
  });

  it('that is sent before authentication is recorded', async () => {
    for (const status of [400, 401, 504]) {
      await begin(async () => ({ status, headers: {}, body: [] }))(contextOf(LIST));
      assert.deepEqual(
        events().map(({ stage, user, responseStatus }) => [stage, user, responseStatus?.code]),
        [['ResponseStarted', {}, status]],
      );
    }
  });

  it('with an unreadable body is sent, and recorded without the body', async () => {
    const headers = { 'content-type': 'application/json' };
    const unreadable = Buffer.from('['.repeat(2000));
    const failing = () => Promise.reject(new Error('unreadable'));
    assert.equal((await answer(async () => ({ status: 201, headers, body: [unreadable] }))).status, 201);
    assert.equal((await answer(async () => ({ status: 201, headers, body: [], object: failing }))).status, 201);
    const complete = ['ResponseComplete', 201, undefined, truncated];
    assert.deepEqual(stages(), [RECEIVED, complete, RECEIVED, complete]);
  });

  it('with a stream is recorded at its end', async () => {
    const { body } = await streamed(chunks('{"kind":"List",', '"items":[]}'));
    assert.deepEqual(stages(), [RECEIVED]);
    const sent: string[] = [];
    for await (const chunk of body) sent.push(Buffer.from(chunk).toString());
    assert.equal(sent.join(''), '{"kind":"List","items":[]}');
    assert.deepEqual(stages(), [['ResponseComplete', 200, { kind: 'List', items: [] }, undefined]]);
  });

  it('that the client aborts is recorded without the body', async () => {
    const { body } = await streamed(chunks('{"kind":"List",', '"items":[]}'));
    for await (const chunk of body) if (chunk.byteLength > 0) break;
    assert.deepEqual(stages(), [RECEIVED, ['ResponseComplete', 200, undefined, truncated]]);
  });

  it('with a stream that is never read is recorded once', async () => {
    const { body } = await streamed(chunks('{}'));
    assert.ok(Symbol.asyncIterator in body);
    const iterator = body[Symbol.asyncIterator]();
    await iterator.return?.();
    await iterator.return?.();
    assert.deepEqual(stages(), [RECEIVED, ['ResponseComplete', 200, undefined, truncated]]);
  });

  it('with a body that is too large is recorded without the body', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, ' ');
    const large = async function* (): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < 33; sent++) yield mebibyte;
    };
    const { body } = await streamed(large());
    for await (const chunk of body) assert.equal(chunk, mebibyte);
    const whole = Array.from({ length: 33 }, () => mebibyte);
    await answer(async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: whole }));
    const complete = ['ResponseComplete', 200, undefined, truncated];
    assert.deepEqual(stages(), [RECEIVED, complete, RECEIVED, complete]);
  });

  it('that breaks off is recorded as a failure', async () => {
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{');
      throw new Error('broken');
    };
    const { body } = await streamed(breaking());
    await assert.rejects(async () => {
      for await (const chunk of body) assert.equal(chunk.byteLength, 1);
    }, /broken/);
    const [, event, ...others] = events();
    assert.deepEqual([event?.stage, event?.responseStatus?.code, others], ['Panic', 500, []]);
  });
});
