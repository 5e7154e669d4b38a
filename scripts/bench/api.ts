import { startTestApi, type TestApi, type TestApiOptions } from '@pilothouse/apiserver/server/api.test.helper.js';
import { objectText } from './objects.js';

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** The whole API in this process over an in-memory store with one ConfigMap, `bench`; requests bypass sockets. */
export async function openApi(options: TestApiOptions = {}): Promise<TestApi> {
  const api = await startTestApi(options);
  const { status, message } = await api.request('POST', CONFIG_MAPS, { body: Buffer.from(objectText('bench')) });
  if (status !== 201) throw new Error(`the config map was not created: ${message}`);
  return api;
}
