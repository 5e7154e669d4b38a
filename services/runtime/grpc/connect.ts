import { Channel, ChannelCredentials, Metadata } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { hostAndPort, type GrpcAddress, type SocketAddress } from './address.js';
import { HostCredentials, type GrpcClientTls } from './client-tls.js';
import type { Contract, IsStream, Methods, Sent } from './contract.js';
import { GrpcError } from './errors.js';
import { followHealth } from './health.js';
import { definitionOf } from './load.js';
import { memberName } from './names.js';
import { openStream, type GrpcStream, type StreamEvents } from './stream-call.js';
import { balanced, type Target } from './targets.js';
import { cancel, unaryCall, type Call, type GrpcCallOptions } from './unary-call.js';
import { waitingCall } from './waiting-call.js';

type GrpcTarget = GrpcAddress | SocketAddress;

export interface ConnectGrpcOptions {
  /**
   * Calls are balanced round-robin over all reachable addresses, including all addresses of a name. Those whose server reports by
   * the standard health service that it does not serve get calls only if no other does. Sockets have no TLS.
   */
  readonly addresses: readonly [GrpcTarget, ...GrpcTarget[]];
  readonly security: GrpcClientSecurity;
  /** Size limit of a response; 1 MiB when absent. */
  readonly maxResponseBytes?: number;
  /** Whether calls wait for a connection, up to their timeout, instead of failing when none can be made. */
  readonly waitsForReady?: boolean;
  /** Interval and timeout of keepalive pings during calls, in milliseconds. */
  readonly keepalive?: { readonly time: number; readonly timeout: number };
}

/** Credentials require TLS: a client certificate, or a bearer token sent with every call. */
export type GrpcClientSecurity =
  ({ readonly type: 'tls'; readonly token?: string } & GrpcClientTls) | { readonly type: 'plain' };

/** One function for each method. Unary ones reject with a GrpcError; the others open a stream. */
export type GrpcClient<M extends Methods<M>> = {
  readonly [Name in keyof M]: IsStream<M[Name]> extends true
    ? (events: StreamEvents<M[Name]['response']>) => BalancedStream<Sent<M[Name]['request']>>
    : (request: Sent<M[Name]['request']>, options?: GrpcCallOptions) => Promise<M[Name]['response']>;
};

/** A stream to one of the addresses. */
export interface BalancedStream<Request> extends GrpcStream<Request> {
  /** Whether its server does not serve, while that of another address does: further messages belong on a new stream. */
  readonly isMisplaced: () => boolean;
}

export interface GrpcConnection {
  /** Returns the same client for the same contract, so it can be called for every call. */
  readonly client: <M extends Methods<M>>(contract: Contract<M>) => GrpcClient<M>;
  /** Calls in flight fail. */
  readonly close: () => void;
}

/**
 * Milliseconds between connection attempts. The longest is shorter than the time that a stopping server gives its clients, so that
 * they have found the server that was restarted before it.
 */
const RECONNECT = { first: 50, longest: 200 };
const KEEPALIVE = { time: 30_000, timeout: 10_000 };

/**
 * Connects on the first call and reconnects after a loss. A call fails with UNAVAILABLE when no address is reachable or
 * its connection is lost. Throws for invalid PEM.
 */
export function connectGrpc(options: ConnectGrpcOptions): GrpcConnection {
  const { addresses, security, waitsForReady = false } = options;
  const callOnce = waitsForReady ? waitingCall : unaryCall;
  const credentials = addresses.map((address) =>
    security.type === 'plain' || 'socket' in address
      ? ChannelCredentials.createInsecure()
      : new HostCredentials(address.host, security),
  );
  const inFlight = new Set<Call>();
  const metadata = new Metadata({ waitForReady: waitsForReady });
  if (security.type === 'tls' && security.token !== undefined)
    metadata.set('authorization', `Bearer ${security.token}`);
  const targets = addresses.map((address, index): Target => {
    const channel = open(address, credentials[index] as ChannelCredentials, options);
    // There is no choice between servers behind one address.
    return addresses.length === 1 ? { channel } : { channel, health: followHealth(channel, metadata) };
  });
  const { next, isMisplaced } = balanced(targets);

  let isClosed = false;

  function callOf(method: MethodDefinition<object, object>): UnaryMethod {
    return async (request, callOptions = {}) => {
      if (isClosed) throw new GrpcError('CANCELLED', 'the connection is closed');
      return callOnce(next().channel, { method, request, metadata, inFlight, ...callOptions });
    };
  }

  function streamOf(method: MethodDefinition<object, object>) {
    return (events: StreamEvents<object>): BalancedStream<object> => {
      if (isClosed) throw new GrpcError('CANCELLED', 'the connection is closed');
      const target = next();
      const stream = openStream(target.channel, { method, metadata, inFlight }, events);
      return { ...stream, isMisplaced: () => isMisplaced(target) };
    };
  }

  const clients = new Map<object, object>();
  function clientOf(contract: Contract<object>): object {
    const methods = Object.entries(definitionOf(contract));
    return Object.fromEntries(
      methods.map(([name, method]) => [memberName(name), method.requestStream ? streamOf(method) : callOf(method)]),
    );
  }

  return {
    client<M extends Methods<M>>(contract: Contract<M>) {
      const client = clients.get(contract) ?? clientOf(contract);
      clients.set(contract, client);
      return client as GrpcClient<M>;
    },
    close() {
      isClosed = true;
      for (const each of inFlight) cancel(each);
      for (const { channel, health } of targets) {
        health?.close();
        channel.close();
      }
      for (const each of credentials) if (each instanceof HostCredentials) each.close();
    },
  };
}

type UnaryMethod = (request: object, options?: GrpcCallOptions) => Promise<object>;

function open(
  address: GrpcTarget,
  credentials: ChannelCredentials,
  { maxResponseBytes, keepalive }: ConnectGrpcOptions,
): Channel {
  const { time, timeout } = keepalive ?? KEEPALIVE;
  const target = 'socket' in address ? `unix:${address.socket}` : `dns:///${hostAndPort(address)}`;
  return new Channel(target, credentials, {
    // A path is no authority.
    ...('socket' in address && { 'grpc.default_authority': 'localhost' }),
    'grpc.max_receive_message_length': maxResponseBytes ?? 1024 * 1024,
    'grpc.initial_reconnect_backoff_ms': RECONNECT.first,
    'grpc.max_reconnect_backoff_ms': RECONNECT.longest,
    'grpc.keepalive_time_ms': time,
    'grpc.keepalive_timeout_ms': timeout,
    'grpc.service_config': '{"loadBalancingConfig":[{"round_robin":{}}]}',
    'grpc.service_config_disable_resolution': 1,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_channelz': 0,
  });
}
