/** A JSONPath that cannot be parsed or evaluated. The message is that of client-go. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}
