import { DEFAULT_OPTIONS } from '@pilothouse/admission/plugin-options.js';
import { ALL_FEATURES } from '@pilothouse/apiserver/features/all-features.test.helper.js';
import { startApiServer } from '@pilothouse/apiserver/main.js';
import { DEFAULT_PLUGINS } from '@pilothouse/apiserver/options/admission-plugins.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Asked } from './run.js';

export interface Served extends Asked {
  readonly stop: () => Promise<void>;
}

const API_DOMAIN = 'k8s.io';
/** Like the recorded server, in which no controller creates service accounts. */
const DEFAULTS = DEFAULT_PLUGINS.filter((name) => name !== 'ServiceAccount');

export interface ServeOptions {
  /** Admission plugins beside the default ones. */
  readonly plugins?: readonly string[] | undefined;
  /** Serves beta versions, with all features. */
  readonly betas?: boolean;
}

/** The API server in this process, without controllers. */
export async function serve({ plugins = [], betas = false }: ServeOptions = {}): Promise<Served> {
  const server = await startApiServer(
    {
      bindAddress: '127.0.0.1',
      securePort: 0,
      storage: { type: 'ephemeral' },
      apiDomain: API_DOMAIN,
      admission: { plugins: [...DEFAULTS, ...plugins], services: [], options: DEFAULT_OPTIONS },
      verbosity: 0,
      ...(betas && { runtimeConfig: new Map([['api/beta', true]]), features: ALL_FEATURES }),
    },
    {
      signal: new AbortController().signal,
    },
  );
  const { caPem, admin: credentials } = server.certificates.current();
  const admin = httpsTransport({ url: server.url, caPem, credentials });
  const anonymous = httpsTransport({ url: server.url, caPem });
  return {
    admin,
    anonymous,
    async stop() {
      await Promise.all([admin.close(), anonymous.close()]);
      await server.stop();
    },
  };
}
