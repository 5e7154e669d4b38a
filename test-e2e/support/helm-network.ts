import type { V1NetworkPolicySpec } from '@kubernetes/client-node';
import type { Rendered } from './helm.js';
import { matches, type Labels, type RenderedPod } from './helm-pods.js';

/** One pod of a namespace, another one, and a TCP port of that. */
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

/** Whether the policies of the one who begins let him. Where none is about him everything does. */
export function maySend(policies: readonly Rendered[], { from, to, port }: Flow): boolean {
  const specs = policiesOf(policies, from, 'Egress');
  const rules = specs.flatMap(({ egress = [] }) => egress as readonly Rule[]);
  return specs.length === 0 || rules.some((rule) => hasPort(rule, port) && includes(rule.to, to));
}

/** Whether the policies of the other one let him in. */
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

/** No peers at all are everybody; those of other namespaces are none of the pods here. */
function includes(peers: Peers, pod: RenderedPod): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some(
    ({ podSelector }) => podSelector !== undefined && matches(podSelector.matchLabels ?? {}, pod.labels),
  );
}
