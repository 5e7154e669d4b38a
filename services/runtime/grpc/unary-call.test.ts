import assert from 'node:assert/strict';
import { Channel, ChannelCredentials, Metadata } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { tokenReviewService } from './generated/token-review.js';
import { HOST, newTestGrpc, type TestGrpc } from './grpc.test.helper.js';
import { definitionOf } from './load.js';
import { unaryCall, type Call } from './unary-call.js';

describe('a gRPC call', () => {
  let test: TestGrpc;
  let channel: Channel;
  beforeEach(async () => {
    test = await newTestGrpc();
    const { port } = await test.serve({ security: { type: 'plain' } });
    channel = new Channel(`dns:///${HOST}:${port}`, ChannelCredentials.createInsecure(), {});
    test.onEnd(() => channel.close());
  });
  afterEach(() => test.end());

  const [method] = Object.values(definitionOf(tokenReviewService));
  assert.ok(method);
  const broken = (): never => {
    throw new TypeError('no message');
  };
  for (const [name, change, message] of [
    ['with an invalid request', { requestSerialize: broken }, 'the request cannot be encoded: no message'],
    ['with an invalid response', { responseDeserialize: broken }, 'the response cannot be decoded: no message'],
  ] as const) {
    it(`${name} fails and ends`, async () => {
      const inFlight = new Set<Call>();
      const changed = { ...method, ...change } as MethodDefinition<object, object>;
      const call = unaryCall(channel, { method: changed, request: {}, metadata: new Metadata(), inFlight });
      await assert.rejects(call, { name: 'GrpcError', code: 'INTERNAL', message });
      assert.equal(inFlight.size, 0);
    });
  }
});
