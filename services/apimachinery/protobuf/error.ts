/** Bytes that are not the message they should be, or a value that has no place in one. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}
