import assert from 'node:assert/strict';
import {
  Channel,
  ChannelCredentials,
  Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
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

  it('has the context of its trace, which the next call does not have', async () => {
    const seen: unknown[] = [];
    const server = new Server();
    server.addService(definitionOf(tokenReviewService), {
      Review({ metadata }: ServerUnaryCall<object, object>, answer: sendUnaryData<object>) {
        seen.push(metadata.get('traceparent'));
        answer(null, {});
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      const done = (error: Error | null, bound: number): void => (error === null ? resolve(bound) : reject(error));
      server.bindAsync(`${HOST}:0`, ServerCredentials.createInsecure(), done);
    });
    test.onEnd(() => server.forceShutdown());
    const own = new Channel(`dns:///${HOST}:${port}`, ChannelCredentials.createInsecure(), {});
    test.onEnd(() => own.close());
    const common = { method, request: {}, metadata: new Metadata(), inFlight: new Set<Call>() };
    await unaryCall(own, { ...common, headers: { traceparent: '00-a-b-01' } });
    await unaryCall(own, common);
    assert.deepEqual(seen, [['00-a-b-01'], []]);
  });

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
