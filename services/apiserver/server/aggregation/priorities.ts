import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';

/** Priority of a group version among all group versions, and of the version in its group. */
export interface Priority {
  readonly group: number;
  readonly version: number;
}

/** Priority of the group versions of custom resources. */
export const CUSTOM_PRIORITY: Priority = { group: 1000, version: 100 };

/** Priorities of the built-in group versions of Kubernetes 1.36. The group `apiregistration.k8s.io` has none, as there. */
export function builtInPriorities({ group }: Domain): (group: string, version: string) => Priority | undefined {
  const groups = new Map<string, GroupPriorities>([
    ['', [18_000, { v1: 1 }]],
    ['apps', [17_800, { v1: 15 }]],
    [group('events'), [17_750, { v1: 15, v1beta1: 5 }]],
    [group('authentication'), [17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    [group('authorization'), [17_600, { v1: 15 }]],
    ['autoscaling', [17_500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }]],
    ['batch', [17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }]],
    [group('certificates'), [17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    [group('networking'), [17_200, { v1: 15, v1beta1: 9 }]],
    ['policy', [17_100, { v1: 15, v1beta1: 9 }]],
    [group('rbac.authorization'), [17_000, { v1: 15 }]],
    [group('storage'), [16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    [group('apiextensions'), [16_700, { v1: 15 }]],
    [group('admissionregistration'), [16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }]],
    [group('scheduling'), [16_600, { v1: 15, v1alpha2: 2 }]],
    [group('coordination'), [16_500, { v1: 15, v1beta1: 13, v1alpha2: 12 }]],
    [group('node'), [16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }]],
    [group('discovery'), [16_200, { v1: 15, v1beta1: 12 }]],
    [group('resource'), [16_200, { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 }]],
    [group('flowcontrol.apiserver'), [16_100, { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 }]],
    [group('internal.apiserver'), [16_000, { v1alpha1: 9 }]],
    [group('storagemigration'), [15_800, { v1beta1: 9 }]],
  ]);
  return (name, version) => {
    const [groupPriority, versions] = groups.get(name) ?? [];
    const versionPriority = versions?.[version];
    return groupPriority === undefined || versionPriority === undefined
      ? undefined
      : { group: groupPriority, version: versionPriority };
  };
}

type GroupPriorities = readonly [group: number, versions: Readonly<Record<string, number>>];
