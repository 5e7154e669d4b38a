import { isIPv6 } from 'node:net';

/** A host name or IP address; IPv6 without brackets. */
export interface GrpcAddress {
  readonly host: string;
  readonly port: number;
}

/** Such as `example.com:443` and `[::1]:443`. */
export function hostAndPort({ host, port }: GrpcAddress): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A Unix socket. The path of an abstract socket begins with NUL. */
export interface SocketAddress {
  readonly socket: string;
}
