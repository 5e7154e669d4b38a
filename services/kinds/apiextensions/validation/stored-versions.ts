import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { invalid, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';

const PATH = 'status.storedVersions';

/** Stored versions must stay, since their objects would otherwise be unreadable. */
export function checkStoredVersions({ spec, status }: CustomResourceDefinition, findings: Findings): void {
  const { storedVersions } = status;
  if (storedVersions.length === 0) {
    findings.add(invalid(PATH, null, 'must have at least one stored version'));
    return;
  }
  const stored = new Set(storedVersions);
  for (const { name, storage } of spec.versions) {
    if (storage && !stored.has(name)) {
      findings.add(invalid(PATH, [...storedVersions], `must have the storage version ${name}`));
    }
  }
  const present = new Set(spec.versions.map(({ name }) => name));
  for (const [index, name] of storedVersions.entries()) {
    if (present.has(name) || storedVersions.lastIndexOf(name) !== index) continue;
    const text = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    findings.add(invalid(keyPath(PATH, index), name, text));
  }
}
