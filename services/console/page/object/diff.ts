/** A line that both texts have, or only the first (`-`), or only the second (`+`). */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** More differing lines are shown as a whole, so that time is bounded. */
const MAX_CELLS = 4_000_000;

/** The shortest way from one list of lines to another: the longest common subsequence, after the common start and end. */
export function diffLines(from: readonly string[], to: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const lines = (mark: DiffLine['mark'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ mark, text }));
  return [
    ...lines(' ', from.slice(0, start)),
    ...middle(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...lines(' ', from.slice(from.length - end)),
  ];
}

function middle(from: readonly string[], to: readonly string[]): DiffLine[] {
  if (from.length * to.length > MAX_CELLS) {
    return [...from.map((text) => ({ mark: '-', text }) as const), ...to.map((text) => ({ mark: '+', text }) as const)];
  }
  const width = to.length + 1;
  /** Lengths of the common subsequences of the ends of both texts. */
  const lengths = new Uint16Array((from.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row--) {
    for (let column = to.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    const [removed, added] = [from[row], to[column]];
    if (removed !== undefined && removed === added) {
      lines.push({ mark: ' ', text: removed });
      row++;
      column++;
    } else if (added === undefined || (removed !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: '-', text: removed ?? '' });
      row++;
    } else {
      lines.push({ mark: '+', text: added });
      column++;
    }
  }
  return lines;
}

/** The differing lines with some common lines around them; undefined stands for what is left out. */
export function withContext(lines: readonly DiffLine[], around = 3): readonly (DiffLine | undefined)[] {
  const kept = new Set<number>();
  lines.forEach(({ mark }, index) => {
    if (mark === ' ') return;
    for (let near = index - around; near <= index + around; near++) kept.add(near);
  });
  return lines.flatMap((line, index) => {
    if (kept.has(index)) return [line];
    return index === 0 || kept.has(index - 1) ? [undefined] : [];
  });
}
