/** Invalid protobuf, or a value that cannot be encoded. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}
