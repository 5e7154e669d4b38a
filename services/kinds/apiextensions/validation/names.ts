import type { CustomResourceDefinitionNames } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { dns1035Label } from '@pilothouse/apimachinery/names/dns.js';
import { fieldPath, invalid, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';

const NEEDED = ['plural', 'singular', 'kind', 'listKind'] as const;
const IN_LOWER_CASE: ReadonlySet<string> = new Set(['plural', 'singular']);

/** Requires the names of a spec. A status may lack them. */
export function requireNames(names: CustomResourceDefinitionNames, path: string, findings: Findings): void {
  for (const field of NEEDED) if ((names[field] ?? '') === '') findings.add(required(fieldPath(path, field)));
}

/** Validates the form of the names that are set. */
export function checkNames(names: CustomResourceDefinitionNames, path: string, findings: Findings): void {
  for (const field of NEEDED) {
    const name = names[field] ?? '';
    if (name === '') continue;
    const isLower = IN_LOWER_CASE.has(field);
    const problems = dns1035Label(isLower ? name : name.toLowerCase()).join(',');
    const text = isLower ? problems : `may have mixed case, but should otherwise match: ${problems}`;
    if (problems !== '') findings.add(invalid(fieldPath(path, field), name, text));
  }
  checkEach(names.shortNames, fieldPath(path, 'shortNames'), findings);
  if (names.kind !== '' && names.kind === names.listKind) {
    findings.add(invalid(fieldPath(path, 'listKind'), names.listKind, 'kind and listKind may not be the same'));
  }
  checkEach(names.categories, fieldPath(path, 'categories'), findings);
}

function checkEach(names: readonly string[] = [], path: string, findings: Findings): void {
  for (const [index, name] of names.entries()) {
    const problems = dns1035Label(name).join(',');
    if (problems !== '') findings.add(invalid(keyPath(path, index), name, problems));
    if (findings.isFull()) break;
  }
}
