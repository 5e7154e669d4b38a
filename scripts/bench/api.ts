import { startTestApi, type TestApi, type TestApiOptions } from '@pilothouse/apiserver/server/api.test.helper.js';
import { objectText } from './objects.js';

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** The whole API of this process over a store in memory, with one config map, `bench`; requests do not go over a socket. */
export async function openApi(options: TestApiOptions = {}): Promise<TestApi> {
  const api = await startTestApi(options);
  const { status, message } = await api.request('POST', CONFIG_MAPS, { body: Buffer.from(objectText('bench')) });
  if (status !== 201) throw new Error(`the config map was not created: ${message}`);
  return api;
}
