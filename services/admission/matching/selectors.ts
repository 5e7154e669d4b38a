import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { everything, selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import type { LabelSelectorObject } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import type { Labels } from '@pilothouse/apimachinery/selectors/requirement.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RuleTarget } from './rule.js';

/** Whether labels are selected. Throws 500 for a selector that stricter rules no longer allow. */
export interface AdmissionSelector {
  readonly isEverything: boolean;
  readonly matches: (labels: Labels) => boolean;
}

/** Compiles a selector. An absent one selects everything, as its default does. */
export function admissionSelector(selector: LabelSelectorObject | undefined): AdmissionSelector {
  const result = selectorFromObject(selector ?? {}, '');
  if (result.ok) return { isEverything: result.selector === everything, matches: result.selector.matches };
  const text = result.errors.map(fieldErrorText).join(', ');
  return {
    isEverything: false,
    matches() {
      throw new StatusError('InternalError', `Internal error occurred: ${text}`, {
        details: { causes: [{ message: text }] },
      });
    },
  };
}

/** The objects of a write. */
export interface AdmittedObjects {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

/** Whether the selector selects the new object or the old one. */
export function selectsObject(selector: AdmissionSelector, { object, old }: AdmittedObjects): boolean {
  if (selector.isEverything) return true;
  return [object, old].some((each) => each !== undefined && selector.matches(labelsOf(each)));
}

/**
 * Whether the selector selects the namespace of the write. A new or changed Namespace is selected by its own labels, and
 * other cluster-scoped objects always match. `namespaceNamed` throws 404 for a namespace that does not exist.
 */
export async function selectsNamespace(
  selector: AdmissionSelector,
  target: RuleTarget,
  { object }: AdmittedObjects,
  namespaceNamed: (name: string) => Promise<JsonObject>,
): Promise<boolean> {
  if (selector.isEverything) return true;
  const { resource, subresource, operation, namespace, name } = target;
  const isNamespace = resource === 'namespaces' && namespace === '';
  if (namespace === '' && !isNamespace) return true;
  if (isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')) {
    return selector.matches(labelsOf(object ?? {}));
  }
  return selector.matches(labelsOf(await namespaceNamed(isNamespace ? name : namespace)));
}

/** The labels of an object, which may have no metadata, such as a review. */
function labelsOf(object: JsonObject): Labels {
  return isObject(object['metadata']) ? (metadataOf(object).labels ?? {}) : {};
}
