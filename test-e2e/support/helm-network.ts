import type { V1NetworkPolicySpec } from '@kubernetes/client-node';
import type { Rendered } from './helm.js';
import { matches, type Labels, type RenderedPod } from './helm-pods.js';

/** A connection between two pods of a namespace to a TCP port. */
export interface Flow {
  readonly from: RenderedPod;
  readonly to: RenderedPod;
  readonly port: number;
}

type Peers = readonly { readonly podSelector?: { readonly matchLabels?: Labels } }[] | undefined;

interface Rule {
  readonly ports?: readonly { readonly port?: unknown; readonly protocol?: string }[];
  readonly from?: Peers;
  readonly to?: Peers;
}

/** Whether the egress policies of the source allow the connection. Without a policy that selects it, all is allowed. */
export function maySend(policies: readonly Rendered[], { from, to, port }: Flow): boolean {
  const specs = policiesOf(policies, from, 'Egress');
  const rules = specs.flatMap(({ egress = [] }) => egress as readonly Rule[]);
  return specs.length === 0 || rules.some((rule) => hasPort(rule, port) && includes(rule.to, to));
}

/** Whether the ingress policies of the target allow the connection. */
export function mayTake(policies: readonly Rendered[], { from, to, port }: Flow): boolean {
  const specs = policiesOf(policies, to, 'Ingress');
  const rules = specs.flatMap(({ ingress = [] }) => ingress as readonly Rule[]);
  return specs.length === 0 || rules.some((rule) => hasPort(rule, port) && includes(rule.from, from));
}

function policiesOf(
  policies: readonly Rendered[],
  pod: RenderedPod,
  direction: 'Ingress' | 'Egress',
): V1NetworkPolicySpec[] {
  const specs = policies.map((policy) => policy['spec'] as V1NetworkPolicySpec);
  const isAbout = ({ podSelector, policyTypes = [] }: V1NetworkPolicySpec): boolean =>
    policyTypes.includes(direction) && matches(podSelector?.matchLabels ?? {}, pod.labels);
  return specs.filter(isAbout);
}

function hasPort({ ports }: Rule, wanted: number): boolean {
  return ports?.some(({ port, protocol }) => port === wanted && protocol === 'TCP') ?? true;
}

/** An empty peer list allows all. Peers in other namespaces match none of the pods here. */
function includes(peers: Peers, pod: RenderedPod): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some(
    ({ podSelector }) => podSelector !== undefined && matches(podSelector.matchLabels ?? {}, pod.labels),
  );
}
