import {
  status,
  type handleBidiStreamingCall,
  type handleUnaryCall,
  type Server,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { Contract, IsStream, Methods, Sent } from './contract.js';
import { GrpcError } from './errors.js';
import { definitionOf } from './load.js';
import { memberName } from './names.js';
import { peerOf, type GrpcPeer, type PeerOptions } from './peer.js';

export interface GrpcCall {
  /** Aborted when the client has cancelled the call. */
  readonly signal: AbortSignal;
  readonly peer: GrpcPeer;
}

/**
 * One function for each unary method, and optionally for each method with streams. A thrown GrpcError is sent to the client;
 * any other error becomes INTERNAL without details.
 */
export type GrpcHandlers<M extends Methods<M>> = UnaryHandlers<M> & StreamHandlers<M>;

type UnaryHandlers<M extends Methods<M>> = {
  readonly [Name in keyof M as IsStream<M[Name]> extends true ? never : Name]: (
    request: M[Name]['request'],
    call: GrpcCall,
  ) => Promise<Sent<M[Name]['response']>>;
};

/** A stream of a client. */
export interface GrpcStreamCall<Response> extends GrpcCall {
  /** Sends a message. Does nothing after the end of the stream. */
  readonly send: (message: Response) => void;
}

/**
 * Called for each stream. The returned function is called for each message, without a wait for the previous one. It resolves
 * when the message is answered; an error ends the stream.
 */
type StreamHandlers<M extends Methods<M>> = {
  readonly [Name in keyof M as IsStream<M[Name]> extends true ? Name : never]?: (
    call: GrpcStreamCall<Sent<M[Name]['response']>>,
  ) => (message: M[Name]['request']) => Promise<void>;
};

type Handler = (request: never, call: GrpcCall) => Promise<object>;
type StreamHandler = (call: GrpcStreamCall<object>) => (message: never) => Promise<void>;

/** A contract with its handlers. */
export interface GrpcService {
  readonly contract: Contract<object>;
  readonly handlers: ReadonlyMap<string, Handler | StreamHandler>;
}

export function grpcService<M extends Methods<M>>(contract: Contract<M>, handlers: GrpcHandlers<M>): GrpcService {
  return { contract, handlers: new Map(Object.entries<Handler | StreamHandler>(handlers)) };
}

export interface HandlerOptions extends PeerOptions {
  /** Aborted when the server stops: streams end once their messages are answered. */
  readonly stopping: AbortSignal;
  readonly onError: (error: unknown, what: string) => void;
}

/** Registers the services' methods on the server. */
export function addHandlers(server: Server, services: readonly GrpcService[], options: HandlerOptions): void {
  for (const { contract, handlers } of services) {
    const methods = Object.entries(definitionOf(contract)).map(
      ([name, method]) => [name, method.requestStream ? measured(method) : method] as const,
    );
    const implementation = methods.flatMap(([name, { path, requestStream }]) => {
      const handler = handlers.get(memberName(name));
      // The library answers UNIMPLEMENTED.
      if (handler === undefined && requestStream) return [];
      if (handler === undefined) throw new TypeError(`no handler for ${path}`);
      // The kind of the handler is that of the method.
      const handle = requestStream
        ? streaming(handler as StreamHandler, path, options)
        : unary(handler as Handler, path, options);
      return [[name, handle as UntypedHandleCall] as const];
    });
    server.addService(Object.fromEntries(methods), Object.fromEntries(implementation));
  }
}

function unary(handler: Handler, path: string, options: HandlerOptions): handleUnaryCall<never, object> {
  return (call, respond) => {
    const left = new AbortController();
    call.on('cancelled', () => left.abort(new GrpcError('CANCELLED', 'the client cancelled the call')));
    const answer = async (): Promise<object> =>
      handler(call.request, { signal: left.signal, peer: peerOf(call, options) });
    answer().then(
      (response) => respond(null, response),
      (error: unknown) => {
        const known = knownError(error);
        if (known === undefined && !left.signal.aborted) options.onError(error, path);
        const { code, message } = known ?? new GrpcError('INTERNAL', 'internal error');
        respond({ code: status[code], details: message });
      },
    );
  };
}

/** Messages of a stream, and their bytes, that are handled at the same time. Further ones are not read. */
const MAX_PENDING = 100;
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

/** A decoded message with its size in bytes. */
interface Received {
  readonly message: never;
  readonly size: number;
}

function streaming(
  handler: StreamHandler,
  path: string,
  options: HandlerOptions,
): handleBidiStreamingCall<Received, object> {
  const { stopping } = options;
  return (call) => {
    const left = new AbortController();
    let pending = 0;
    let pendingBytes = 0;
    let isEnding = false;
    let isOver = false;
    const leave = (): void => left.abort(new GrpcError('CANCELLED', 'the client cancelled the call'));
    const end = (error?: GrpcError): void => {
      isOver = true;
      stopping.removeEventListener('abort', stop);
      if (error === undefined) call.end();
      else call.emit('error', { code: status[error.code], details: error.message });
    };
    const endIfDone = (): void => {
      if (pending > 0 || !isEnding || isOver) return;
      end(stopping.aborted ? new GrpcError('UNAVAILABLE', 'the service is stopping') : undefined);
    };
    const finish = (): void => {
      isEnding = true;
      endIfDone();
    };
    const stop = (): void => {
      call.pause();
      finish();
    };
    const fail = (error: unknown): void => {
      if (isOver) return;
      const known = knownError(error);
      if (known === undefined && !left.signal.aborted) options.onError(error, path);
      call.pause();
      end(known ?? new GrpcError('INTERNAL', 'internal error'));
    };
    const isFull = (): boolean => pending >= MAX_PENDING || pendingBytes >= MAX_PENDING_BYTES;
    const handled = (size: number): void => {
      const wasFull = isFull();
      pending -= 1;
      pendingBytes -= size;
      if (wasFull && !isFull() && !isEnding) call.resume();
      endIfDone();
    };
    const send = (answer: object): void => {
      if (!isOver && !left.signal.aborted) call.write(answer);
    };
    const handle = handler({ signal: left.signal, peer: peerOf(call, options), send });
    call.on('cancelled', () => {
      stopping.removeEventListener('abort', stop);
      leave();
    });
    // The library reports broken streams here, and as cancelled.
    call.on('error', leave);
    call.on('data', ({ message, size }: Received) => {
      pending += 1;
      pendingBytes += size;
      if (isFull()) call.pause();
      handle(message).then(() => handled(size), fail);
    });
    call.on('end', finish);
    if (stopping.aborted) stop();
    else stopping.addEventListener('abort', stop, { once: true });
  };
}

/** The method with messages in the form of `Received`. */
function measured(method: MethodDefinition<object, object>): MethodDefinition<object, object> {
  return {
    ...method,
    requestDeserialize: (bytes): Received => ({
      message: method.requestDeserialize(bytes) as never,
      size: bytes.byteLength,
    }),
  };
}

function knownError(error: unknown): GrpcError | undefined {
  return error instanceof GrpcError ? error : undefined;
}
