import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { chainValidity, type Validity } from '@pilothouse/runtime/certificates/authorities.js';
import type { AuthorityName, Peer, PeerCertificate } from '../../request/context.js';

/** Authorities of client certificates: of users, and of authenticating proxies. */
export type ClientAuthorities = Readonly<Record<AuthorityName, readonly X509Certificate[]>>;

interface KnownPeer {
  readonly peer: Peer;
  readonly authorities: ClientAuthorities;
  readonly validity: Validity;
}

/** The object identifier of a user's uid in the subject of a certificate, as in Kubernetes. */
const UID = '1.3.6.1.4.1.57683.2';

const NO_AUTHORITY = 'no authority vouches for it now';
/** TLS has verified a chain, but Node 24.21.0 and 26.8 return only the certificate of the client (nodejs/node#65579). */
const HIDDEN_CHAIN = `${NO_AUTHORITY}, and this release of Node.js hides its intermediate authorities`;

const ALWAYS: Validity = { from: -Infinity, to: Infinity };

/**
 * Returns the function that reads the peer of a connection from its client certificate. The result is cached for the connection,
 * until the certificate expires or its authority is removed. Added authorities apply to new connections.
 */
export function createPeerReader(
  authorities: () => ClientAuthorities,
  now: () => number = Date.now,
): (socket: TLSSocket) => Peer {
  const peers = new WeakMap<TLSSocket, KnownPeer>();
  return (socket) => {
    const known = peers.get(socket);
    const present = authorities();
    const time = now();
    if (known?.authorities === present && isWithin(known.validity, time)) return known.peer;
    const { certificate, validity } = read(socket, present, time);
    const peer = { address: socket.remoteAddress ?? '', certificate };
    peers.set(socket, { peer, authorities: present, validity });
    return peer;
  };
}

interface Reading {
  readonly certificate: PeerCertificate;
  /** Period in which the result is valid. */
  readonly validity: Validity;
}

/** Of several common names, the last one is used, as in Kubernetes. */
function read(socket: TLSSocket, authorities: ClientAuthorities, time: number): Reading {
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return { certificate: { type: 'none' }, validity: ALWAYS };
  if (!socket.authorized) return unverified(String(socket.authorizationError));
  const others = issuersOf(leaf);
  const vouched = (['users', 'proxies'] as const).flatMap((name) => {
    const validity = chainValidity(leaf, others, authorities[name]);
    return validity !== undefined && isWithin(validity, time) ? [{ name, validity }] : [];
  });
  if (vouched.length === 0) return unverified(others.length === 0 ? HIDDEN_CHAIN : NO_AUTHORITY);
  // Without a client certificate Node returns an empty object, contrary to its types.
  const subject: Partial<Record<'CN' | 'O' | typeof UID, string | string[]>> =
    socket.getPeerCertificate().subject ?? {};
  return {
    certificate: {
      type: 'verified',
      commonName: listOf(subject.CN).at(-1) ?? '',
      organizations: listOf(subject.O),
      uids: listOf(subject[UID]),
      fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
      authorities: vouched.map(({ name }) => name),
      expires: Date.parse(leaf.validTo),
    },
    validity: {
      from: Math.max(...vouched.map(({ validity }) => validity.from)),
      to: Math.min(...vouched.map(({ validity }) => validity.to)),
    },
  };
}

function unverified(reason: string): Reading {
  return { certificate: { type: 'unverified', reason }, validity: ALWAYS };
}

/** Certificate chain: the sent certificates and those that TLS found. */
function issuersOf(leaf: X509Certificate): X509Certificate[] {
  const issuers: X509Certificate[] = [];
  for (let next = leaf.issuerCertificate; next !== undefined; next = next.issuerCertificate) issuers.push(next);
  return issuers;
}

function isWithin({ from, to }: Validity, time: number): boolean {
  return from <= time && time <= to;
}

function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
