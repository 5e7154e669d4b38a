import { isIP } from 'node:net';
import type { RequestContext } from '../request/context.js';

/**
 * The source addresses as in Kubernetes: those of X-Forwarded-For, X-Real-Ip unless included, and the peer of the
 * connection unless it is the last of them. Invalid addresses are skipped.
 */
export function sourceIPs(context: RequestContext): string[] {
  const forwarded = (context.header('x-forwarded-for') ?? '').split(',').flatMap(address);
  const [real] = address(context.header('x-real-ip') ?? '');
  const addresses = real === undefined || forwarded.includes(real) ? forwarded : [...forwarded, real];
  const [remote] = address(context.request.peer.address);
  return remote === undefined || remote === addresses.at(-1) ? addresses : [...addresses, remote];
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address in canonical form; empty for an invalid one. */
function address(text: string): string[] {
  const trimmed = text.trim();
  const plain = IPV4_IN_IPV6.exec(trimmed)?.[1] ?? trimmed;
  const version = plain.includes('%') ? 0 : isIP(plain);
  if (version === 0) return [];
  return [version === 4 ? plain : new URL(`http://[${plain}]`).hostname.slice(1, -1)];
}
