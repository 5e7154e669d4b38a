import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionLink, AdmissionObserver, LinkPlugin } from './admission.js';
import { BadChangeError, checkIdentity, NOTHING_TO_CHANGE } from './change.js';
import { EVERY_WRITE } from '@pilothouse/admission/matching/rules.js';
import { observed } from './observe.js';

const EVERYTHING = [EVERY_WRITE];

/** A built-in plugin as a link of the chain. */
export function pluginLink(plugin: AdmissionPlugin, observer?: AdmissionObserver): AdmissionLink {
  const { name, rules = EVERYTHING } = plugin;
  const itself: readonly LinkPlugin[] = [
    { name, rules: typeof rules === 'function' ? EVERYTHING : rules, sideEffects: 'None', reinvocation: 'Never' },
  ];
  const inPhase: Readonly<Record<Phase, readonly LinkPlugin[]>> = {
    MUTATE: plugin.admit === undefined ? [] : itself,
    VALIDATE: plugin.validate === undefined ? [] : itself,
  };
  return {
    isPlugin: true,
    revision: () => 0,
    plugins: (phase) => inPhase[phase],
    async mutate(attributes) {
      const { operation } = attributes;
      const call = { operation, phase: 'MUTATE' } as const;
      const object = await observed(observer, name, call, async () => plugin.admit?.(attributes));
      if (object === undefined) return undefined;
      try {
        if (attributes.object === undefined) throw new BadChangeError(NOTHING_TO_CHANGE);
        checkIdentity(attributes.object, object);
      } catch (error) {
        if (!(error instanceof BadChangeError)) throw error;
        throw badPlugin(name, error);
      }
      return { object, by: [name] };
    },
    validate(attributes) {
      const { operation } = attributes;
      return observed(observer, name, { operation, phase: 'VALIDATE' }, async () => plugin.validate?.(attributes));
    },
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
