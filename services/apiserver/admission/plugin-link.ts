import { EVERY_WRITE } from '@pilothouse/admission/matching/rules.js';
import type { AdmissionPlugin } from '@pilothouse/admission/plugin.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';
import type { AdmissionRule, Change, Phase } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionLink, AdmissionObserver, LinkPlugin, ServerAttributes } from './admission.js';
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
  const changeOf = (attributes: ServerAttributes, object: JsonObject | undefined): Change | undefined => {
    if (object === undefined) return undefined;
    refuseOtherKind(attributes, attributes.object ?? object, object);
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

/**
 * A webhook or policy of users may change the identity of an object, but not its kind. As in Kubernetes, throws 422 for a custom
 * kind, and otherwise 500.
 */
function refuseOtherKind({ definition }: ServerAttributes, before: JsonObject, after: JsonObject): void {
  const isSameVersion = before['apiVersion'] === after['apiVersion'];
  const [kind, other] = [text(before['kind']), text(after['kind'])];
  if (isSameVersion && kind === other) return;
  if (isSameVersion && !isVirtual(definition) && definition.origin !== undefined) {
    const { group } = definition;
    const { name = '' } = metadataOf(after);
    throw invalidObject({ group, kind: other }, name, [invalid('kind', other, `must be ${kind}`)]);
  }
  const [from, to] = [after, before].map((object) => `(${text(object['apiVersion'])}.${text(object['kind'])})`);
  const message = `converting ${from} to ${to}: unknown conversion`;
  throw new StatusError('InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
