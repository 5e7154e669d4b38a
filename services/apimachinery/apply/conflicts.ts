import { compareTexts } from '../fieldpath/canonical.js';
import { pathTexts, type PathSet } from '../fieldpath/path-set.js';
import type { Manager, Managers } from './managers.js';

/** A field that the apply would change and another manager owns. */
export interface Conflict {
  readonly manager: Manager;
  /** Such as `.spec.containers[name="a"].image`. */
  readonly path: string;
}

/** Sorted by manager, then by path. */
export function listConflicts(managers: Managers, conflicts: ReadonlyMap<string, PathSet>): Conflict[] {
  return [...conflicts]
    .sort(([a], [b]) => compareTexts(a, b))
    .flatMap(([id, set]) => {
      const manager = managers.get(id);
      return manager === undefined ? [] : pathTexts(set).map((path) => ({ manager, path }));
    });
}

/** A manager in Kubernetes' words: `"kubectl"`, or `"kubectl-edit" with subresource "status" using apps/v1`. */
export function managerText({ name, operation, version, subresource }: Manager): string {
  const part = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === 'Update' ? ` using ${version}` : '';
  return `${JSON.stringify(name)}${part}${using}`;
}

/** The message of the conflict Status. */
export function conflictsText(conflicts: readonly Conflict[]): string {
  const [first, ...others] = conflicts;
  if (first !== undefined && others.length === 0) {
    return `Apply failed with 1 conflict: conflict with ${managerText(first.manager)}: ${first.path}`;
  }
  const lines = [...new Set(conflicts.map(({ manager }) => manager))].flatMap((manager) => [
    `conflicts with ${managerText(manager)}:`,
    ...conflicts.filter((each) => each.manager === manager).map(({ path }) => `- ${path}`),
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}
