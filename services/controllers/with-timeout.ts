/** Runs an operation with a timeout and an optional signal, both of which abort its signal. */
export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const onTimeout = (): void => limit.abort(new Error(`no answer within ${Math.round(milliseconds)} ms`));
  const timer = setTimeout(onTimeout, milliseconds);
  try {
    return await run(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}
