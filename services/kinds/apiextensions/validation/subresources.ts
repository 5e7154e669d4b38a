import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, invalid, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';

/** The paths of the scale subresource, with the required prefix and the error text. */
const SCALE_PATHS = [
  { name: 'specReplicasPath', below: ['.spec.'], text: 'should be a json path under .spec' },
  { name: 'statusReplicasPath', below: ['.status.'], text: 'should be a json path under .status' },
  {
    name: 'labelSelectorPath',
    below: ['.spec.', '.status.'],
    text: 'should be a json path under either .spec or .status',
  },
] as const;

/** Validates the subresources of a version. */
export function checkSubresources({ scale }: CustomResourceSubresources, path: string, findings: Findings): void {
  if (scale === undefined) return;
  for (const { name, below, text } of SCALE_PATHS) {
    const field = `${path}.scale.${name}`;
    const value = scale[name] ?? '';
    if (value === '') {
      if (name !== 'labelSelectorPath') findings.add(required(field));
    } else if (!value.startsWith('.')) findings.add(invalid(field, value, MUST_START_WITH_DOT));
    else if (!below.some((start) => value.startsWith(start))) findings.add(invalid(field, value, text));
  }
}

const MUST_START_WITH_DOT = 'must be a simple json path starting with .';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates a printer column. */
export function checkColumn(column: CustomResourceColumnDefinition, path: string, findings: Findings): void {
  const { name, type, format = '', jsonPath } = column;
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  if (name === '') findings.add(required(fieldPath(path, 'name')));
  if (type === '') findings.add(required(fieldPath(path, 'type'), types));
  else if (!COLUMN_TYPES.includes(type)) findings.add(invalid(fieldPath(path, 'type'), type, types));
  if (format !== '' && !COLUMN_FORMATS.includes(format)) {
    findings.add(invalid(fieldPath(path, 'format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  }
  if (jsonPath === '') findings.add(required(fieldPath(path, 'JSONPath')));
  else if (!jsonPath.startsWith('.')) findings.add(invalid(fieldPath(path, 'JSONPath'), jsonPath, MUST_START_WITH_DOT));
}
