import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { storageVersionMigrations } from './storage-version-migrations.js';

/** The kinds of the group `storagemigration.k8s.io`. */
export function storagemigrationKinds(domain: Domain): readonly ResourceDefinition[] {
  return [storageVersionMigrations(domain)];
}
