import type { JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';
import type { ListNode, Template, TextNode } from './nodes.js';

/** How deep `{range}` may nest. */
const MAX_DEPTH = 100;

type Walk = (node: TextNode | ListNode, values: readonly JsonValue[]) => readonly JsonValue[];

/** The loops of one evaluation: what stands between `{range …}` and `{end}` is evaluated once for each value that is found. */
export interface Ranges {
  readonly run: (template: Template, document: JsonValue, walk: Walk) => JsonValue[][];
  /** Called by a step `range`. */
  readonly begin: () => void;
  /** Called by a step `end`; false outside of a range. */
  readonly end: () => boolean;
}

export function rangesOf(): Ranges {
  let beginning = 0;
  let ending = 0;
  let depth = 0;
  /** The index of the last `{end}` that was reached. */
  let lastEnd: number | undefined;

  function run(template: Template, first: number, value: JsonValue, walk: Walk, results: JsonValue[][]): void {
    for (let index = first; index < template.length; index++) {
      const node = template[index];
      if (node === undefined) return;
      const found = walk(node, [value]);
      if (ending > 0 && ending <= depth) {
        ending -= 1;
        lastEnd = index;
        return;
      }
      if (beginning === 0) {
        results.push([...found]);
        continue;
      }
      beginning -= 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonPathError(`more than ${MAX_DEPTH} ranges inside one another`);
      for (const each of found) run(template, index + 1, each, walk, results);
      // Without values, the loop's body is only passed through in order to find its end.
      if (found.length === 0) run(template, index + 1, null, walk, []);
      depth -= 1;
      if (lastEnd !== undefined && lastEnd > index) index = lastEnd;
    }
  }

  return {
    run(template, document, walk) {
      const results: JsonValue[][] = [];
      run(template, 0, document, walk, results);
      return results;
    },
    begin: () => void (beginning += 1),
    end() {
      if (depth === 0) return false;
      ending += 1;
      return true;
    },
  };
}
