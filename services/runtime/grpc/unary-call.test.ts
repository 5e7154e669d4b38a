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
    ['whose request is none', { requestSerialize: broken }, 'the request cannot be written: no message'],
    ['whose response is none', { responseDeserialize: broken }, 'the response cannot be read: no message'],
  ] as const) {
    it(`${name} fails, and is over`, async () => {
      const underWay = new Set<Call>();
      const changed = { ...method, ...change } as MethodDefinition<object, object>;
      const call = unaryCall(channel, { method: changed, request: {}, metadata: new Metadata(), underWay });
      await assert.rejects(call, { name: 'GrpcError', code: 'INTERNAL', message });
      assert.equal(underWay.size, 0);
    });
  }
});
