/** Rejects with the signal's reason as soon as it is aborted. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const settling =
      <Result>(settle: (result: Result) => void) =>
      (result: Result): void => {
        signal.removeEventListener('abort', abort);
        settle(result);
      };
    signal.addEventListener('abort', abort, { once: true });
    promise.then(settling(resolve), settling(reject));
  });
}
