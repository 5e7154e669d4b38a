import { configMapSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import { clusterRoleSchema } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { objectText } from './objects.js';
import { group, microsecondsEach, type Measurement, type StoreName } from './row.js';

const RULES = 100;

/** What is done with each object that comes in, in this process. It has nothing to do with the store. */
export const codec = group<StoreName>({
  start: async (store) => (store === 'ephemeral' ? store : undefined),
  stop: async () => undefined,
  rows: [
    {
      name: 'normalise and validate 1 KB',
      target: 15,
      better: 'lower',
      run: () => microsecondsToAccept(configMapSchema, objectText('bench')),
    },
    {
      name: 'normalise and validate 100 rules',
      target: 300,
      better: 'lower',
      run: () => microsecondsToAccept(clusterRoleSchema, clusterRoleText()),
    },
  ],
});

/** How long it takes to make a parsed document an object with its defaults, and to check it by its schema. */
async function microsecondsToAccept(schema: StructSchema, text: string): Promise<Measurement> {
  const { value } = parseJson(text);
  if (!isObject(value)) throw new Error('the document is not an object');
  const decode = compileDecoder(schema);
  const validate = compileValidator(schema);
  return microsecondsEach(() => {
    if (validate(decode(value).value).length > 0) throw new Error('the document is not valid');
  });
}

function clusterRoleText(): string {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    apiGroups: ['', 'apps'],
    resources: [`resource-${index}`, 'configmaps'],
    verbs: ['get', 'list', 'watch'],
  }));
  return JSON.stringify({ kind: 'ClusterRole', metadata: { name: 'bench' }, rules });
}
