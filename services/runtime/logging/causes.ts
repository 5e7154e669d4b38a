/** The message of an error, then those of its causes that the text does not contain yet. */
export function messageWithCauses(error: Error): string {
  let text = error.message;
  const seen = new Set<unknown>([error]);
  for (let { cause } = error; cause instanceof Error && !seen.has(cause); { cause } = cause) {
    seen.add(cause);
    if (!text.includes(cause.message)) text = text === '' ? cause.message : `${text}: ${cause.message}`;
  }
  return text;
}
