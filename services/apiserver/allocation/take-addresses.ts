import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { keepsDualStack } from '@pilothouse/kinds/core/service/ip-families.js';
import { isHeadless, needsClusterIP } from '@pilothouse/kinds/core/service/traits.js';
import { rangeIsFull } from './range-is-full.js';

type Spec = Service['spec'];

/** Takes addresses for one write. */
export interface AddressTaker {
  /** Takes this address; returns why that is impossible. */
  readonly take: (address: string, family: string) => Promise<string | undefined>;
  /** Takes any free address of the family. */
  readonly takeAny: (family: string) => Promise<AnyAddress>;
}

export type AnyAddress =
  | { readonly type: 'taken'; readonly address: string }
  | { readonly type: 'full' }
  /** No range of the family is ready. */
  | { readonly type: 'refused'; readonly problem: string };

/** Positions in `clusterIPs` of addresses to take, and addresses to release. */
interface AddressChanges {
  readonly take: readonly number[];
  readonly release: readonly string[];
}

const NOTHING: AddressChanges = { take: [], release: [] };

/** Takes the addresses of a service, once its families are set. Returns the addresses that it no longer has. */
export async function takeAddresses(
  service: Service,
  old: Service | undefined,
  taker: AddressTaker,
): Promise<readonly string[]> {
  const { spec, metadata } = service;
  const { take, release } = addressChanges(spec, old?.spec);
  if (take.length === 0) return release;
  const { ipFamilies = [] } = spec;
  const list = ipFamilies.map((_, index) => spec.clusterIPs?.[index] ?? '');
  const refuse = (what: string, problem: string) =>
    invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', [
      invalid('spec.clusterIPs', [...list], `failed to allocate ${what}: ${problem}`),
    ]);
  for (const index of take) {
    const { [index]: wanted = '' } = list;
    const { [index]: family = '' } = ipFamilies;
    if (wanted === '') {
      const found = await taker.takeAny(family);
      if (found.type === 'refused') throw refuse('IP', found.problem);
      if (found.type === 'full') {
        throw rangeIsFull(`failed to allocate a serviceIP for Service ${JSON.stringify(metadata.name ?? '')}`);
      }
      list[index] = found.address;
    } else {
      const problem = await taker.take(wanted, family);
      if (problem !== undefined) throw refuse(`IP ${wanted}`, problem);
    }
  }
  spec.clusterIPs = list;
  if (take.includes(0) && list[0] !== undefined) spec.clusterIP = list[0];
  return release;
}

/** Kubernetes' allocClusterIPs and updateClusterIPs. */
function addressChanges(spec: Spec, old: Spec | undefined): AddressChanges {
  const families = spec.ipFamilies ?? [];
  if (old === undefined || !needsClusterIP(old)) {
    if (!needsClusterIP(spec) || isHeadless(spec)) return NOTHING;
    return { take: families.map((_, index) => index), release: [] };
  }
  if (keepsDualStack(spec, old) || isHeadless(old)) return NOTHING;
  const { clusterIPs: former = [], ipFamilies: before = [] } = old;
  if (!needsClusterIP(spec)) return { take: [], release: former };
  if (before.length === 1 && families.length === 2) return { take: [1], release: [] };
  if (before.length === 2 && families.length === 1) return { take: [], release: former.slice(1) };
  return NOTHING;
}

/** The addresses that a stored service holds. */
export function addressesOf(spec: Spec): readonly string[] {
  return needsClusterIP(spec) && !isHeadless(spec) ? (spec.clusterIPs ?? []) : [];
}
