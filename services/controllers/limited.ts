/** Gives up after so many milliseconds, or when the signal is aborted: rejects where `run` heeds the signal that it is given. */
export async function limited<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const late = (): void => limit.abort(new Error(`no answer within ${Math.round(milliseconds)} ms`));
  const timer = setTimeout(late, milliseconds);
  try {
    return await run(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}
