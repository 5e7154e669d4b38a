/** The JSON values of a stream with one on each line. */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // A line of a large object arrives in many parts, which are joined once.
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = decoder.decode(value, { stream: true }).split('\n');
      for (const [index, text] of lines.entries()) {
        parts.push(text);
        if (index === lines.length - 1) break;
        const line = parts.join('');
        parts = [];
        if (line !== '') yield JSON.parse(line) as T;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
