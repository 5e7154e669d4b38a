/** Lines of cells, aligned in columns. */
export function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines.reduce<number[]>(
    (most, line) => line.map((text, column) => Math.max(most[column] ?? 0, text.length)),
    [],
  );
  const aligned = lines.map((line) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   '));
  return aligned.map((line) => `${line.trimEnd()}\n`).join('');
}
