import { configMapNames, configMapSchema, type ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { invalid, keyPath, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { MAX_DATA_BYTES, validateImmutableData } from './immutable-data.js';

export const configMaps: ResourceDefinition<ConfigMap> = {
  group: '',
  versions: [{ name: 'v1', schema: configMapSchema }],
  ...configMapNames,
  verbs: ALL_VERBS,
  columns: columnsOf({
    name: 'Data',
    type: 'string',
    description: 'Number of keys, of texts and of bytes.',
    priority: 0,
    cell: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
  }),
  selectableFields: {},
  strategy: {
    nameErrors: subdomainName,
    validate: (object, old) => [
      ...validateData(object),
      ...(old === undefined ? [] : validateImmutableData(object, old, ['data', 'binaryData'])),
    ],
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: {},
};

/** A key occurs in only one of the two maps. The total size, which Kubernetes reports at `[]`, is limited. */
function validateData({ data = {}, binaryData = {} }: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(data)) {
    if (Object.hasOwn(binaryData, key)) {
      errors.push(invalid(keyPath('data', key), key, 'duplicate of key present in binaryData'));
    }
    size += Buffer.byteLength(value);
  }
  for (const value of Object.values(binaryData)) size += Buffer.byteLength(value, 'base64');
  if (size > MAX_DATA_BYTES) errors.push(tooLong('[]', MAX_DATA_BYTES));
  return errors;
}
