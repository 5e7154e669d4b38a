import { createAcceptedNames, type AcceptedNames } from './accepted-names.js';
import { lazyRules, type LazyRules } from './rules.js';

/** What the kind of definitions shares with the kinds that they define. */
export interface DefinitionParts {
  readonly acceptedNames: AcceptedNames;
  readonly rules: LazyRules;
}

export function createDefinitionParts(): DefinitionParts {
  return { acceptedNames: createAcceptedNames(), rules: lazyRules() };
}
