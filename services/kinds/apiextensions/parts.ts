import { createAcceptedNames, type AcceptedNames } from './accepted-names.js';
import { lazyRules, type LazyRules } from './rules.js';

/** State that the kind CustomResourceDefinition shares with the custom kinds. */
export interface DefinitionParts {
  readonly acceptedNames: AcceptedNames;
  readonly rules: LazyRules;
}

export function createDefinitionParts(): DefinitionParts {
  return { acceptedNames: createAcceptedNames(), rules: lazyRules() };
}
