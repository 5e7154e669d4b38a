import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { certificateOf, readKubeconfigFile } from '@pilothouse/client/kubeconfig.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { TokenReviewer } from './token-reviewer.js';
import type { grpcReviewer } from './webhook-grpc.js';
import { httpsReviewer, type HttpsReviewerOptions } from './webhook-https.js';

export interface WatchReviewerOptions
  extends HttpsReviewerOptions, Omit<WatchOptions<TokenReviewer>, 'read' | 'parse'> {
  /** Path of a kubeconfig. Its server is an http, https, grpc or grpcs URL. */
  readonly path: string;
}

/**
 * Connects to the service of a kubeconfig and watches its files. Errors name the path. A reload closes the connections to
 * the previous service, and the signal closes all. The gRPC modules are loaded only for a gRPC URL.
 */
export async function watchReviewer(options: WatchReviewerOptions): Promise<Changing<TokenReviewer>> {
  const { path, signal } = options;
  let connectGrpc: typeof grpcReviewer | undefined;

  const service = await watchFiles<TokenReviewer>({
    ...options,
    certificate: certificateOf,
    // The files that the kubeconfig names are part of its content.
    async read() {
      const connection = await readKubeconfigFile(path, { schemes: SCHEMES });
      if (isGrpc(connection)) ({ grpcReviewer: connectGrpc } = await import('./webhook-grpc.js'));
      return JSON.stringify(connection);
    },
    parse(text) {
      const connection = JSON.parse(text) as HttpsTransportOptions;
      try {
        if (connectGrpc !== undefined && isGrpc(connection)) return connectGrpc(connection);
        return httpsReviewer(connection, options);
      } catch (error) {
        throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
      }
    },
  });
  let latest = service.current();
  service.onChange((next) => {
    void latest.close();
    latest = next;
  }, signal);
  signal.addEventListener('abort', () => void latest.close(), { once: true });
  return service;
}

const SCHEMES = ['http', 'https', 'grpc', 'grpcs'];
const isGrpc = ({ url }: HttpsTransportOptions): boolean => /^grpcs?:/.test(url);
