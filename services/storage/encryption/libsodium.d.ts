/** The functions of libsodium in WebAssembly that are used. The package has no types. Numbers are addresses in its memory, and sizes. */
declare module 'libsodium' {
  interface Libsodium {
    /** The memory. A call of `_malloc` may replace it. */
    readonly HEAPU8: Uint8Array;
    readonly _malloc: (size: number) => number;
    readonly _free: (address: number) => void;
    /** Writes the tag and the ciphertext, which may replace the message. Lengths have a low and a high half. Returns 0. */
    readonly _crypto_secretbox_easy: SecretboxFunction;
    /** Writes the message, which may replace the box. Returns 0, or -1 if the key did not seal the box. */
    readonly _crypto_secretbox_open_easy: SecretboxFunction;
  }

  type SecretboxFunction = (
    output: number,
    input: number,
    length: number,
    lengthHigh: number,
    nonce: number,
    key: number,
  ) => number;

  export default function load(): Promise<Libsodium>;
}
