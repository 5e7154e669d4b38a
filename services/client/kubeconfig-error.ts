/** An invalid kubeconfig. The message names the part and the reason. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
}
