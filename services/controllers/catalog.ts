import { tokenCleanerController } from './bootstrap-token-cleaner/controller.js';
import { clusterRoleAggregationController } from './cluster-role-aggregation/controller.js';
import type { Controller } from './controller.js';
import { garbageCollector } from './garbage-collector/controller.js';
import { attributesClassProtection, claimProtection, volumeProtection } from './in-use-protection/rules.js';
import { leaseExpiryController } from './lease-expiry/controller.js';
import { namespaceController } from './namespace/controller.js';
import { policyTypeCheckingController } from './policy-type-checking/controller.js';
import { resourceQuotaController } from './resource-quota/controller.js';
import { rootCaPublisher } from './root-ca-publisher/controller.js';
import { serviceAccountController } from './service-account/controller.js';
import { serviceAccountTokenController, type ServiceAccountTokenConfig } from './service-account-token/controller.js';
import { storageVersionMigratorController } from './storage-version-migrator/controller.js';
import { ttlAfterFinishedController } from './ttl-after-finished/controller.js';

/** Configuration of the controllers that the API does not provide. */
export type ControllersConfig = ServiceAccountTokenConfig;

/** Every controller. */
export function allControllers(config: ControllersConfig): readonly Controller[] {
  return [
    serviceAccountTokenController(config),
    tokenCleanerController,
    clusterRoleAggregationController,
    leaseExpiryController,
    namespaceController,
    garbageCollector,
    resourceQuotaController,
    rootCaPublisher(config),
    serviceAccountController,
    storageVersionMigratorController,
    ttlAfterFinishedController,
    claimProtection,
    volumeProtection,
    attributesClassProtection,
    policyTypeCheckingController,
  ];
}
