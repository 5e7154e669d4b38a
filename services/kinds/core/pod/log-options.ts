import type { PodLogOptions } from '@pilothouse/apimachinery/generated/core/v1.js';
import { forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** The path of the options as a whole, as Kubernetes writes it. */
const WHOLE = '[]';

/** Kubernetes' ValidatePodLogOptions, without the alpha gate PodLogsQuerySplitStreams. */
export function validateLogOptions(options: PodLogOptions): FieldError[] {
  const { tailLines, limitBytes, sinceSeconds, sinceTime, stream } = options;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalid('limitBytes', limitBytes, 'must be greater than 0'));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(forbidden(WHOLE, 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  if (stream !== undefined) errors.push(forbidden('stream', 'may not be specified'));
  return errors;
}
