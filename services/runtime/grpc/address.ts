import { isIPv6 } from 'node:net';

/** The host is a name or an address; IPv6 has no brackets. */
export interface GrpcAddress {
  readonly host: string;
  readonly port: number;
}

/** Such as `example.com:443` and `[::1]:443`. */
export function hostAndPort({ host, port }: GrpcAddress): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}
