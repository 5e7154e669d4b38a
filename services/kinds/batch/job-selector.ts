import type { Job } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { invalid, keyPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

const CONTROLLER_UID = 'batch.kubernetes.io/controller-uid';
const JOB_NAME = 'batch.kubernetes.io/job-name';
const LEGACY_CONTROLLER_UID = 'controller-uid';
const LEGACY_JOB_NAME = 'job-name';

/**
 * Sets the labels of the pods and the selector of a new Job, unless the client sets them. Labels that the client set
 * stay, and validation refuses wrong ones.
 */
export function generateSelector({ metadata, spec }: Job): void {
  if (spec.manualSelector === true) return;
  const { name = '', uid = '' } = metadata;
  const unique = { [CONTROLLER_UID]: uid };
  const { template, selector } = spec;
  const own = { [LEGACY_JOB_NAME]: name, [JOB_NAME]: name, [LEGACY_CONTROLLER_UID]: uid, ...unique };
  template.metadata.labels = sorted({ ...own, ...template.metadata.labels });
  const matchLabels = sorted({ ...unique, ...selector?.matchLabels });
  spec.selector = Object.assign(newObject(), selector, { matchLabels });
}

/** Labels in the order in which they are stored. */
function sorted(labels: Readonly<Record<string, string>>): Record<string, string> {
  const all = newObject() as Record<string, string>;
  for (const key of Object.keys(labels).sort()) all[key] = labels[key] ?? '';
  return all;
}

/**
 * Validates a generated selector and its labels. Jobs that were stored with the labels without prefix alone keep them.
 */
export function validateGeneratedSelector({ metadata, spec }: Job, old: Job | undefined): FieldError[] {
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const { name = '', uid = '' } = metadata;
  const { labels = {} } = spec.template.metadata;
  const before = old?.spec.template.metadata.labels;
  const hasPrefixed = old === undefined || (before?.[JOB_NAME] !== undefined && before[CONTROLLER_UID] !== undefined);
  const expected = {
    [LEGACY_CONTROLLER_UID]: uid,
    [LEGACY_JOB_NAME]: name,
    ...(hasPrefixed && { [CONTROLLER_UID]: uid, [JOB_NAME]: name }),
  };
  const errors = Object.entries(expected).flatMap(([key, value]) => {
    const field = keyPath('spec.template.metadata.labels', key);
    const text = `must be '${value}'`;
    if (labels[key] === undefined) return [required(field, text)];
    return labels[key] === value ? [] : [invalid(field, labels, text)];
  });
  const result = selectorFromObject(spec.selector, '');
  if (result.ok && !result.selector.matches(expected)) {
    errors.push(invalid('spec.selector', spec.selector, '`selector` not auto-generated'));
  }
  return errors;
}
