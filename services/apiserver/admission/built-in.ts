import {
  BUILT_IN_PLUGINS,
  DEFAULT_PLUGINS,
  type AdmissionPluginName,
  type BuiltInPluginName,
} from '../options/admission-plugins.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Catalog } from '../registry/catalog.js';
import { resourceNamed, type Resource } from '../registry/resource.js';
import type { ServerPlugin } from './admission.js';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './plugins/certificates.js';
import { defaultIngressClass } from './plugins/default-ingress-class.js';
import { limitRanger, type LimitRangerOptions } from './plugins/limit-ranger.js';
import { namespaceLifecycle, type NamespaceLifecycleOptions } from './plugins/namespace-lifecycle.js';
import { ownerReferencesPermission } from './plugins/owner-references-permission.js';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.js';
import { rbacEscalation, type RbacEscalationOptions } from './plugins/rbac-escalation.js';
import { resourceQuota, type ResourceQuotaOptions } from './plugins/resource-quota.js';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.js';
import { systemPriorityClasses } from './plugins/system-priority-classes.js';

export interface BuiltInOptions {
  readonly domain: Domain;
  readonly resources: readonly Resource[];
  readonly authorizer: Authorizer;
  readonly catalog: Pick<Catalog, 'current'>;
  readonly lifecycle: NamespaceLifecycleOptions;
  readonly limits: Pick<LimitRangerOptions, 'latestWrite'>;
  readonly quotas: Omit<ResourceQuotaOptions, 'quotas'>;
  /** The names of priority classes that cannot be deleted. */
  readonly systemClasses: ReadonlySet<string>;
  readonly rbac: RbacEscalationOptions;
  /** The enabled optional plugins; {@link DEFAULT_PLUGINS} when absent. */
  readonly enabled?: readonly AdmissionPluginName[];
}

export interface BuiltInPlugins {
  /** Plugins that run before admission services. Those that protect the system come last. */
  readonly first: readonly ServerPlugin[];
  /** Plugins that run after admission services. */
  readonly last: readonly ServerPlugin[];
}

/** Plugins whose effect must not precede a refusal by others. */
const LAST: readonly BuiltInPluginName[] = ['ResourceQuota'];

/** The enabled built-in plugins, in the order of Kubernetes. */
export function builtInPlugins(options: BuiltInOptions): BuiltInPlugins {
  const {
    domain,
    resources,
    authorizer,
    catalog,
    lifecycle,
    limits,
    quotas,
    systemClasses,
    rbac,
    enabled = DEFAULT_PLUGINS,
  } = options;
  const certificates = domain.group('certificates');
  const storageClasses = resourceNamed(resources, domain.group('storage'), 'storageclasses');
  const optional: Readonly<Record<BuiltInPluginName, () => ServerPlugin>> = {
    NamespaceLifecycle: () => namespaceLifecycle(lifecycle),
    LimitRanger: () => limitRanger({ ...limits, domain, ranges: resourceNamed(resources, '', 'limitranges') }),
    StorageObjectInUseProtection: () => storageObjectInUseProtection(domain),
    OwnerReferencesPermissionEnforcement: () => ownerReferencesPermission(authorizer, catalog),
    PersistentVolumeClaimResize: () => persistentVolumeClaimResize(storageClasses),
    CertificateApproval: () => certificateApproval(authorizer, certificates),
    CertificateSigning: () => certificateSigning(authorizer, certificates),
    CertificateSubjectRestriction: () => certificateSubjectRestriction(certificates),
    DefaultIngressClass: () =>
      defaultIngressClass(resourceNamed(resources, domain.group('networking'), 'ingressclasses')),
    ResourceQuota: () => resourceQuota({ ...quotas, quotas: resourceNamed(resources, '', 'resourcequotas') }),
  };
  const enabledOf = (names: readonly BuiltInPluginName[]): ServerPlugin[] =>
    names.filter((name) => enabled.includes(name)).map((name) => optional[name]());
  const [first, last] = [BUILT_IN_PLUGINS.filter((name) => !LAST.includes(name)), LAST];
  return {
    first: [...enabledOf(first), systemPriorityClasses(systemClasses), rbacEscalation(rbac)],
    last: enabledOf(last),
  };
}
