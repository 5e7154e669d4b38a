import { encodeManagedFields } from '@pilothouse/apimachinery/apply/managed-fields.js';
import { NO_MANAGERS } from '@pilothouse/apimachinery/apply/managers.js';
import { largeSample, smallSample } from '@pilothouse/apimachinery/apply/samples.test.helper.js';
import { updateManagers } from '@pilothouse/apimachinery/apply/update.js';
import { oneVersion } from '@pilothouse/apimachinery/apply/versions.js';
import { configMapSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { compileType } from '@pilothouse/apimachinery/typed/type.js';
import { inProcess, type Measurement } from './row.js';
import { microsecondsEach } from './statistics.js';

const KEYS = 10;
const ITEMS = 10_000;

/** The cost of server-side apply in a write: decoding managers, computing ownership, encoding managers. */
export const apply = inProcess([
  {
    name: 'who owns 1 KB of 10 keys',
    why: 'Every write computes field ownership: the cost in a small create.',
    target: 25,
    better: 'lower',
    run: microsecondsToOwn,
  },
  {
    name: 'apply of 2 KB with 3 managers',
    why: 'Server-side apply of a typical object: merge, comparison, and new managers.',
    target: 250,
    better: 'lower',
    run: () => microsecondsEach(smallSample()),
  },
  {
    name: 'apply of 1 MB with 10,000 items',
    why: 'The largest objects must not hold the event loop for long.',
    target: 150,
    better: 'lower',
    run: async () => ({ value: (await microsecondsEach(largeSample(ITEMS))).value / 1000, unit: 'ms' }),
  },
]);

/** The time to compute the owners of a new ConfigMap's fields. */
function microsecondsToOwn(): Promise<Measurement> {
  const data = Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`key-${index}`, 'x'.repeat(80)]));
  const metadata = { name: 'bench', namespace: 'default', labels: { app: 'bench' } };
  const { value: object } = parseJson(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data }));
  if (!isObject(object)) throw new Error('the document is not an object');
  const versions = oneVersion('v1', compileType(configMapSchema));
  const write = { manager: 'bench', version: 'v1', subresource: '', versions, now: '2026-01-02T03:04:05Z' };
  return microsecondsEach(() => {
    encodeManagedFields(updateManagers({ ...write, live: undefined, managers: NO_MANAGERS, object }));
  });
}
