import { readFile } from 'node:fs/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { configMaps } from '@pilothouse/client/core.js';
import { clientFromKubeconfig } from '@pilothouse/client/kubeconfig.js';

/**
 * Adds to the number in the config map `default/counter`, as often as the second argument says, through the kubeconfig
 * that the first one names. Prints how many of its writes were turned away because another one came before.
 */
const [path = '', times = ''] = process.argv.slice(2);
const client = await clientFromKubeconfig(await readFile(path, 'utf8'));
const maps = client.of(configMaps).namespace('default');
let conflicts = 0;
for (let done = 0; done < Number(times);) {
  const object = await maps.get('counter');
  try {
    await maps.update({ ...object, data: { value: String(Number(object.data?.['value']) + 1) } });
    done += 1;
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'Conflict') throw error;
    conflicts += 1;
  }
}
await client.close();
process.stdout.write(`${conflicts}\n`);
