import type { PodAffinityTerm, PodSpec, PodTemplateSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { labelWarning, nodeTermWarnings } from '../node-labels.js';
import { claimSpecWarnings } from '../volume/claim-warnings.js';
import { APP_ARMOR, isProfileOf } from './app-armor.js';
import { containersOf } from './containers.js';
import { containerWarnings, fractions, portWarnings } from './container-warnings.js';

/** Limit for the size of the response headers. */
const MAX_WARNINGS = 100;

type Warnings = Generator<string, void>;

/**
 * Warnings for a pod spec that is valid but probably a mistake (Kubernetes' warningsForPodSpecAndMeta, with its texts).
 * `path` is that of the template; empty for a pod.
 */
export function podWarnings(template: Pick<PodTemplateSpec, 'metadata' | 'spec'>, path = ''): string[] {
  const warnings: string[] = [];
  for (const warning of warningsOf(template, path)) {
    if (warnings.push(warning) >= MAX_WARNINGS) break;
  }
  return warnings;
}

/** Warns of a name that is used as a host name and is not a DNS label. */
export function nameWarnings({ metadata: { name = '' } }: Pick<PodTemplateSpec, 'metadata'>, where: string): string[] {
  const problems = dnsLabel(name);
  if (problems.length === 0) return [];
  const text = `this is used in ${where}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${text}: [${problems.join(' ')}]`];
}

function* warningsOf({ metadata, spec }: Pick<PodTemplateSpec, 'metadata' | 'spec'>, path: string): Warnings {
  const field = fieldPath(path, 'spec');
  const annotations = fieldPath(path, 'metadata.annotations');
  // The annotations of a new pod are copied to fields before all else.
  if (path === '') yield* appArmorWarnings(metadata.annotations, spec, annotations);
  yield* schedulingWarnings(spec, field);
  for (const [key, text] of DEPRECATED_ANNOTATIONS) {
    if (metadata.annotations?.[key] !== undefined) yield `${keyPath(annotations, key)}: ${text}`;
  }
  yield* volumeWarnings(spec, field);
  yield* repeated(spec.hostAliases ?? [], 'ip', fieldPath(field, 'hostAliases'));
  const secrets = fieldPath(field, 'imagePullSecrets');
  yield* repeated(spec.imagePullSecrets ?? [], 'name', secrets);
  for (const [index, { name = '' }] of (spec.imagePullSecrets ?? []).entries()) {
    if (name === '') yield `${fieldPath(keyPath(secrets, index), 'name')}: invalid empty name ""`;
  }
  yield* fractions(spec.overhead, fieldPath(field, 'overhead'));
  yield* seccompWarnings(metadata.annotations, spec, annotations);
  if (path !== '') yield* appArmorWarnings(metadata.annotations, spec, annotations);
  yield* containerWarnings(spec, field);
  yield* portWarnings(spec, field);
  const { terminationGracePeriodSeconds: seconds = 0 } = spec;
  const negative = 'must be >= 0; negative values are invalid and will be treated as 1';
  if (seconds < 0) yield `${fieldPath(field, 'terminationGracePeriodSeconds')}: ${negative}`;
}

const NO_SELECTOR = 'a null labelSelector results in matching no pod';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function* schedulingWarnings(
  { nodeSelector = {}, affinity = {}, topologySpreadConstraints = [] }: PodSpec,
  path: string,
): Warnings {
  for (const key of Object.keys(nodeSelector)) yield* labelWarning(key, keyPath(fieldPath(path, 'nodeSelector'), key));
  const { nodeAffinity = {}, podAffinity = {}, podAntiAffinity = {} } = affinity;
  const field = fieldPath(path, 'affinity');
  const needed = fieldPath(field, `nodeAffinity.${REQUIRED}.nodeSelectorTerms`);
  for (const [index, term] of (nodeAffinity[REQUIRED]?.nodeSelectorTerms ?? []).entries()) {
    yield* nodeTermWarnings(term, keyPath(needed, index));
  }
  for (const [index, { preference }] of (nodeAffinity[PREFERRED] ?? []).entries()) {
    const place = keyPath(fieldPath(field, `nodeAffinity.${PREFERRED}`), index);
    yield* nodeTermWarnings(preference, fieldPath(place, 'preference'));
  }
  const constraints = fieldPath(path, 'topologySpreadConstraints');
  for (const [index, { topologyKey, labelSelector }] of topologySpreadConstraints.entries()) {
    const place = keyPath(constraints, index);
    yield* labelWarning(topologyKey, fieldPath(place, 'topologyKey'), `${topologyKey} is `);
    if (labelSelector === undefined) yield `${fieldPath(place, 'labelSelector')}: ${NO_SELECTOR}`;
  }
  for (const [name, each] of Object.entries({ podAffinity, podAntiAffinity })) {
    yield* podTermWarnings(each[REQUIRED] ?? [], fieldPath(field, `${name}.${REQUIRED}`));
    const terms = (each[PREFERRED] ?? []).map(({ podAffinityTerm }) => podAffinityTerm);
    yield* podTermWarnings(terms, fieldPath(field, `${name}.${PREFERRED}`), '.podAffinityTerm');
  }
}

function* podTermWarnings(terms: readonly PodAffinityTerm[], path: string, below = ''): Warnings {
  for (const [index, { labelSelector }] of terms.entries()) {
    if (labelSelector === undefined) yield `${keyPath(path, index)}${below}.labelSelector: ${NO_SELECTOR}`;
  }
}

/** Deprecated annotations, which fields have replaced. */
const DEPRECATED_ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['scheduler.alpha.kubernetes.io/critical-pod', 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ['security.alpha.kubernetes.io/sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
  ['security.alpha.kubernetes.io/unsafe-sysctls', 'non-functional in v1.11+; use the "sysctls" field instead'],
]);

/** Names of volume types that warnings write differently. */
const SHOWN: Readonly<Record<string, string>> = { storageos: 'storageOS' };
const DEPRECATED_VOLUMES = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

function* volumeWarnings({ volumes = [] }: PodSpec, path: string): Warnings {
  for (const [index, volume] of volumes.entries()) {
    for (const [type, text] of DEPRECATED_VOLUMES) {
      if (volume[type] !== undefined)
        yield `${fieldPath(keyPath(fieldPath(path, 'volumes'), index), SHOWN[type] ?? type)}: ${text}`;
    }
    const template = volume.ephemeral?.volumeClaimTemplate;
    const field = `${keyPath(fieldPath(path, 'volumes'), index)}.ephemeral.volumeClaimTemplate.spec`;
    if (template !== undefined) yield* claimSpecWarnings(template.spec, field);
  }
}

/** Deprecated seccomp annotations without the corresponding field. */
function* seccompWarnings(set: Readonly<Record<string, string>> = {}, spec: PodSpec, path: string): Warnings {
  const prefix = 'seccomp.security.alpha.kubernetes.io/';
  const keys = spec.securityContext?.seccompProfile === undefined ? [`${prefix}pod`] : [];
  for (const { name, securityContext } of [...(spec.initContainers ?? []), ...spec.containers]) {
    if (securityContext?.seccompProfile === undefined) keys.push(`container.${prefix}${name}`);
  }
  for (const key of keys) {
    if (set[key] === undefined) continue;
    yield `${keyPath(path, key)}: non-functional in v1.27+; use the "seccompProfile" field instead`;
  }
}

/** Warns of AppArmor annotations that differ from the pod's profile. In new pods they are copied to fields. */
function* appArmorWarnings(set: Readonly<Record<string, string>> = {}, spec: PodSpec, path: string): Warnings {
  if (spec.os?.name === 'windows') return;
  for (const { container } of containersOf(spec, '')) {
    const key = APP_ARMOR + (container.name ?? '');
    const annotation = set[key];
    if (annotation === undefined) continue;
    const isOfPod = isProfileOf(annotation, spec.securityContext?.appArmorProfile);
    if (container.securityContext?.appArmorProfile === undefined && isOfPod) continue;
    yield `${keyPath(path, key)}: deprecated since v1.30; use the "appArmorProfile" field instead`;
  }
}

/** Warns of items with the key of an earlier item, which patches merge. */
function* repeated<Key extends string>(
  items: readonly { readonly [name in Key]?: string }[],
  key: Key,
  path: string,
): Warnings {
  const seen = new Set<string>();
  for (const [index, { [key]: value = '' }] of items.entries()) {
    if (seen.has(value)) yield `${fieldPath(keyPath(path, index), key)}: duplicate ${key} ${JSON.stringify(value)}`;
    seen.add(value);
  }
}
