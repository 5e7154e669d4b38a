import type { Json } from '../api/types.js';
import { diffLines, withContext } from './diff.js';
import { lineText, yamlLines } from './yaml-lines.js';

const NAMES = { '+': 'added', '-': 'removed', ' ': '' } as const;

/** What differs between two objects, as lines of YAML. */
export function DiffView({ from, to }: { readonly from: Json; readonly to: Json }) {
  const lines = withContext(diffLines(yamlLines(from).map(lineText), yamlLines(to).map(lineText)));
  if (lines.every((line) => line === undefined)) return <p class="muted">Nothing differs.</p>;
  return (
    <div class="diff code" tabIndex={0} role="group" aria-label="Differences">
      {lines.map((line, index) =>
        line === undefined ? (
          <div class="diff-gap" key={index}>
            ⋯
          </div>
        ) : (
          <div class={`diff-line ${NAMES[line.mark]}`} key={index}>
            <span class="diff-mark">{line.mark}</span>
            {line.text}
          </div>
        ),
      )}
    </div>
  );
}
