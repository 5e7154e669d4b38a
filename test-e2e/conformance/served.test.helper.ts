import { runInProcess } from '@pilothouse/admission-service/in-process.js';
import { startApiServer } from '@pilothouse/apiserver/main.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import { ADMISSION_SERVICE } from '@pilothouse/apiserver/server/bootstrap-rbac/controller-rights.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Asked } from './run.js';

export interface Served extends Asked {
  readonly stop: () => Promise<void>;
}

const API_DOMAIN = 'k8s.io';
/** Like the recorded server, in which no controller creates service accounts. */
const PLUGINS = DEFAULT_PLUGINS.filter((name) => name !== 'ServiceAccount');

/** The API server in this process, without controllers. */
export async function serve(): Promise<Served> {
  const plugins = await runInProcess({
    apiDomain: API_DOMAIN,
    plugins: PLUGINS,
    settings: { notReadySeconds: 300, unreachableSeconds: 300 },
    onError: () => undefined,
  });
  const server = await startApiServer(
    {
      bindAddress: '127.0.0.1',
      securePort: 0,
      storage: { type: 'ephemeral' },
      apiDomain: API_DOMAIN,
      verbosity: 0,
    },
    {
      signal: new AbortController().signal,
      admissionServices: [{ name: 'in-process', service: plugins.service }],
    },
  );
  plugins.connect(server.connect({ name: ADMISSION_SERVICE, groups: [] }));
  const { caPem, admin: credentials } = server.certificates.current();
  const admin = httpsTransport({ url: server.url, caPem, credentials });
  const anonymous = httpsTransport({ url: server.url, caPem });
  return {
    admin,
    anonymous,
    async stop() {
      await Promise.all([admin.close(), anonymous.close(), plugins.stop()]);
      await server.stop();
    },
  };
}
