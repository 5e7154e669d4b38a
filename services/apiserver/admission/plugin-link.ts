import type { AdmissionAttributes } from '@pilothouse/admission/attributes.js';
import { EVERY_WRITE } from '@pilothouse/admission/matching/rules.js';
import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionRule, Change, Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionLink, AdmissionObserver, LinkPlugin } from './admission.js';
import { BadChangeError, checkIdentity, NOTHING_TO_CHANGE } from './change.js';
import { observed } from './observe.js';

const EVERYTHING: readonly AdmissionRule[] = [EVERY_WRITE];

/** A built-in plugin as a link of the chain. */
export function pluginLink(plugin: AdmissionPlugin, observer?: AdmissionObserver): AdmissionLink {
  const { name, rules = EVERYTHING } = plugin;
  const rulesNow = (): readonly AdmissionRule[] => (typeof rules === 'function' ? rules() : rules);
  const inPhase = (isCalled: boolean): readonly LinkPlugin[] =>
    isCalled ? [{ name, rules: rulesNow(), sideEffects: 'None', reinvocation: 'Never' }] : [];
  const isCalled: Readonly<Record<Phase, boolean>> = {
    MUTATE: plugin.admit !== undefined,
    VALIDATE: plugin.validate !== undefined,
  };
  const by = [name];
  const changeOf = (attributes: AdmissionAttributes, object: JsonObject | undefined): Change | undefined => {
    if (object === undefined) return undefined;
    try {
      if (attributes.object === undefined) throw new BadChangeError(NOTHING_TO_CHANGE);
      checkIdentity(attributes.object, object);
    } catch (error) {
      if (!(error instanceof BadChangeError)) throw error;
      throw badPlugin(name, error);
    }
    return { object, by };
  };
  return {
    isPlugin: true,
    ...(typeof rules === 'function' && { revision: revisionOf(rules) }),
    plugins: (phase) => inPhase(isCalled[phase]),
    mutate(attributes) {
      const object = observed(observer, name, { operation: attributes.operation, phase: 'MUTATE' }, () =>
        plugin.admit?.(attributes),
      );
      if (object instanceof Promise) return object.then((changed) => changeOf(attributes, changed));
      return changeOf(attributes, object);
    },
    validate: (attributes) =>
      observed(observer, name, { operation: attributes.operation, phase: 'VALIDATE' }, () =>
        plugin.validate?.(attributes),
      ),
  };
}

/** Counts the changes of rules, which are then another array. */
function revisionOf(rules: () => readonly AdmissionRule[]): () => number {
  let known: readonly AdmissionRule[] | undefined;
  let revision = 0;
  return () => {
    const current = rules();
    if (current !== known) {
      known = current;
      revision += 1;
    }
    return revision;
  };
}

/** 500: the request itself is valid. */
function badPlugin(name: string, error: BadChangeError): StatusError {
  const text = `admission plugin ${JSON.stringify(name)} ${error.message}`;
  return new StatusError('InternalError', `Internal error occurred: ${text}`, {
    details: { causes: [{ message: text }] },
    cause: error,
  });
}
