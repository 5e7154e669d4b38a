import { accessFunctions } from './access.js';
import { addresses } from './addresses.js';
import { formats } from './formats.js';
import type { FindMessage } from '../types/messages.js';
import { lists } from './lists.js';
import { operators, type Operator } from './operators.js';
import { maps, optionals } from './optionals.js';
import type { Overload } from './overload.js';
import { createPatternCache, patternFunctions, type PatternCache } from './patterns.js';
import { quantities } from './quantities.js';
import { standard } from './standard.js';
import { texts } from './texts.js';
import { times } from './times.js';
import { urls } from './urls.js';
import { versions } from './versions.js';

/** The functions of rules and selectors by name: those of Kubernetes 1.36. */
export interface Library {
  readonly functions: ReadonlyMap<string, readonly (Overload | Operator)[]>;
  readonly patterns: PatternCache;
  /** Whether `cel.bind(name, value, expression)` is a macro. */
  readonly hasBindings: boolean;
  /** The types of objects that expressions construct; undefined for none. */
  readonly messages: FindMessage | undefined;
}

export function createLibrary({ hasBindings = false } = {}): Library {
  const patterns = createPatternCache();
  const all = [
    ...operators,
    ...standard,
    ...times,
    ...texts,
    ...patternFunctions(patterns),
    ...lists,
    ...optionals,
    ...maps,
    ...urls,
    ...quantities,
    ...addresses,
    ...formats,
    ...versions,
    ...accessFunctions,
  ];
  const functions = new Map<string, (Overload | Operator)[]>();
  for (const each of all) {
    const known = functions.get(each.name);
    if (known === undefined) functions.set(each.name, [each]);
    else known.push(each);
  }
  return { functions, patterns, hasBindings, messages: undefined };
}
