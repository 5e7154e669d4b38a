import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { secretNames, secretSchema, type Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject, isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { columnsOf, textColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { subdomainName } from '../definition/names.js';
import { MAX_DATA_BYTES, validateImmutableData } from './immutable-data.js';
import { validateSecretType } from './secret-types.js';

export function secrets(domain: Domain): ResourceDefinition<Secret> {
  return {
    group: '',
    versions: [{ name: 'v1', schema: secretSchema }],
    ...secretNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      textColumn('Type', 'What the secret is for.', ({ type = '' }) => type),
      textColumn('Data', 'Number of keys.', ({ data = {} }) => Object.keys(data).length),
    ),
    selectableFields: { type: { value: ({ type = '' }) => type } },
    setDefaults: mergeStringData,
    storedConfig: withoutStringData,
    strategy: {
      nameErrors: subdomainName,
      validate: (object, old) => [
        ...validateData(object),
        ...validateSecretType(object, domain),
        ...(old === undefined ? [] : validateImmutableData(object, old, ['data'])),
      ],
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

/** `stringData` is write-only: it is merged into `data` and wins. */
function mergeStringData(secret: Secret): void {
  const { stringData = {} } = secret;
  delete secret.stringData;
  if (Object.keys(stringData).length === 0) return;
  const data = Object.assign(newObject(), secret.data);
  for (const [key, text] of Object.entries(stringData)) data[key] = Buffer.from(text ?? '').toString('base64');
  secret.data = data;
}

/** An apply of `stringData` owns the resulting keys of `data`. */
function withoutStringData(config: JsonObject): JsonObject {
  if (!isObject(config['stringData'] ?? null)) return config;
  const copy = copyObject(config);
  mergeStringData(copy as Secret);
  return copy;
}

function validateData({ data = {} }: Secret): FieldError[] {
  const size = Object.values(data).reduce((sum, value) => sum + Buffer.byteLength(value, 'base64'), 0);
  return size > MAX_DATA_BYTES ? [tooLong('data', MAX_DATA_BYTES)] : [];
}
