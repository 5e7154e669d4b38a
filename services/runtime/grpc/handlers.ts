import { status, type handleUnaryCall, type Server, type UntypedHandleCall } from '@grpc/grpc-js';
import type { Contract, Methods, Sent } from './contract.js';
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
 * One function for each method. A thrown GrpcError is sent to the client; any other error becomes INTERNAL without
 * details.
 */
export type GrpcHandlers<M extends Methods<M>> = {
  readonly [Name in keyof M]: (request: M[Name]['request'], call: GrpcCall) => Promise<Sent<M[Name]['response']>>;
};

type Handler = (request: never, call: GrpcCall) => Promise<object>;

/** A contract with its handlers. */
export interface GrpcService {
  readonly contract: Contract<object>;
  readonly handlers: ReadonlyMap<string, Handler>;
}

export function grpcService<M extends Methods<M>>(contract: Contract<M>, handlers: GrpcHandlers<M>): GrpcService {
  return { contract, handlers: new Map(Object.entries<Handler>(handlers)) };
}

export interface HandlerOptions extends PeerOptions {
  readonly onError: (error: unknown, what: string) => void;
}

/** Registers the services' methods on the server. */
export function addHandlers(server: Server, services: readonly GrpcService[], options: HandlerOptions): void {
  for (const { contract, handlers } of services) {
    const definition = definitionOf(contract);
    const implementation = Object.entries(definition).map(([name, { path }]) => {
      const handler = handlers.get(memberName(name));
      if (handler === undefined) throw new TypeError(`no handler for ${path}`);
      return [name, unary(handler, path, options) as UntypedHandleCall] as const;
    });
    server.addService(definition, Object.fromEntries(implementation));
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

function knownError(error: unknown): GrpcError | undefined {
  return error instanceof GrpcError ? error : undefined;
}
