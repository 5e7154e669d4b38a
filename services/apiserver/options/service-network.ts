import { isDeepStrictEqual } from 'node:util';
import { cidrText, parseAddress, parseCidr, widthOf, type Cidr } from '@pilothouse/apimachinery/names/address.js';
import { isReachable } from './advertised-address.js';
import type { FlagValues } from './flags.js';

/** The addresses and node ports of services. */
export interface ServiceNetwork {
  /** One range for each IP family, in canonical form. The first one has the default family. */
  readonly clusterIPRanges: readonly [string, ...string[]];
  readonly nodePorts: PortRange;
  /** Node port of the Service `kubernetes`; 0 for none. */
  readonly kubernetesNodePort: number;
  /** Whether the endpoints of the Service `kubernetes` are kept. */
  readonly reconcilesEndpoints: boolean;
}

/** A range of node ports, both ends included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

export const DEFAULT_SERVICE_NETWORK: ServiceNetwork = {
  clusterIPRanges: ['10.0.0.0/24'],
  nodePorts: { first: 30_000, last: 32_767 },
  kubernetesNodePort: 0,
  reconcilesEndpoints: true,
};

const LAST_PORT = 65_535;
/** The shortest prefix of an IPv6 range, as in Kubernetes. */
const MIN_IPV6_BITS = 64;
/** Services need some addresses besides those of the network and of the API server. */
const MIN_HOST_BITS = 2;

/** The network of the flags, which have no problems. Undefined if all values are defaults. */
export function serviceNetwork(flags: FlagValues): ServiceNetwork | undefined {
  const [first, ...others] = flags['service-cluster-ip-range'].flatMap((text) => parseCidr(text) ?? []).map(cidrText);
  const nodePorts = parsePortRange(flags['service-node-port-range']);
  if (first === undefined || nodePorts === undefined) return undefined;
  const reconcilesEndpoints = flags['endpoint-reconciler-type'] === 'lease';
  const network: ServiceNetwork = {
    clusterIPRanges: [first, ...others],
    nodePorts,
    kubernetesNodePort: flags['kubernetes-service-node-port'],
    reconcilesEndpoints,
  };
  return isDeepStrictEqual(network, DEFAULT_SERVICE_NETWORK) ? undefined : network;
}

/** Problems of the flags of services. */
export function serviceNetworkProblems(flags: FlagValues): string[] {
  const { 'service-cluster-ip-range': ranges, 'service-node-port-range': ports } = flags;
  const problems = ranges.flatMap(rangeProblems);
  if (ranges.length === 0) problems.push('--service-cluster-ip-range must contain at least one range');
  if (ranges.length > 2) problems.push('--service-cluster-ip-range must not contain more than two ranges');
  const families = ranges.flatMap((range) => parseCidr(range)?.address.family ?? []);
  if (ranges.length === 2 && families.length === 2 && families[0] === families[1]) {
    problems.push('--service-cluster-ip-range: the two ranges must be of different IP families');
  }
  const nodePorts = parsePortRange(ports);
  const nodePort = flags['kubernetes-service-node-port'];
  if (nodePorts === undefined) {
    problems.push(`--service-node-port-range ${JSON.stringify(ports)} is no range of ports such as 30000-32767`);
  } else if (nodePort !== 0 && (nodePort < nodePorts.first || nodePort > nodePorts.last)) {
    problems.push(`--kubernetes-service-node-port ${nodePort} is not in --service-node-port-range ${ports}`);
  }
  return [...problems, ...reconcilerProblems(flags)];
}

function reconcilerProblems(flags: FlagValues): string[] {
  const { 'endpoint-reconciler-type': type, 'service-cluster-ip-range': ranges, 'advertise-address': address } = flags;
  if (address === undefined) return [];
  if (!isReachable(address)) {
    return [`--advertise-address ${address} must not be an unspecified, loopback or link-local address`];
  }
  const family = parseCidr(ranges[0] ?? '')?.address.family;
  if (type === 'none' || family === undefined || family === parseAddress(address)?.family) return [];
  return [`--advertise-address ${address} must be of the IP family of the first --service-cluster-ip-range`];
}

function rangeProblems(text: string): string[] {
  const cidr = parseCidr(text);
  const name = `--service-cluster-ip-range ${JSON.stringify(text)}`;
  if (cidr === undefined) return [`${name} is no range of addresses such as 10.96.0.0/16`];
  return sizeProblems(cidr).map((problem) => `${name} ${problem}`);
}

function sizeProblems({ bits, address: { family } }: Cidr): string[] {
  if (family === 6 && bits < MIN_IPV6_BITS)
    return [`is too large: its prefix must have at least ${MIN_IPV6_BITS} bits`];
  const most = widthOf(family) - MIN_HOST_BITS;
  return bits > most ? [`is too small: its prefix must have at most ${most} bits`] : [];
}

/** `30000-32767`, `30000+2768`, or a single port. */
function parsePortRange(text: string): PortRange | undefined {
  const found = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text.trim());
  if (found === null) return undefined;
  const [, base = '', sign, other] = found;
  const first = Number(base);
  const last = sign === undefined ? first : sign === '-' ? Number(other) : first + Number(other) - 1;
  return first >= 1 && last >= first && last <= LAST_PORT ? { first, last } : undefined;
}
