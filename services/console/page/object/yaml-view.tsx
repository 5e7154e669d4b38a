import { useMemo, useRef, useState } from 'preact/hooks';
import type { ApiObject, Json } from '../api/types.js';
import { Icon } from '../shell/icons.js';
import { useScroll } from '../table/use-scroll.js';
import { managersOf, type Owner } from './managers.js';
import { yamlLines, type Line } from './yaml-lines.js';

/** Height of a line in pixels, and lines outside of the view that are drawn. */
const HEIGHT = 20;
const MARGIN = 20;
/** Characters of a value that are drawn. */
const MAX_TEXT = 2_000;

/** An object as YAML, with the managers of its fields at the side. Managed fields themselves are left out. */
export function YamlView({ object }: { readonly object: ApiObject }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [withManagers, setWithManagers] = useState(false);
  const lines = useMemo(() => yamlLines(withoutManagedFields(object)), [object]);
  const owners = useMemo(() => managersOf(object), [object]);
  const shown = useMemo(() => visible(lines, folded), [lines, folded]);
  const scroller = useRef<HTMLDivElement>(null);
  const { top, height, onScroll } = useScroll(scroller);
  const from = Math.max(0, Math.floor(top / HEIGHT) - MARGIN);
  const to = Math.min(shown.length, Math.ceil((top + height) / HEIGHT) + MARGIN);
  const toggle = (key: string): void => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    setFolded(next);
  };
  return (
    <div class="yaml-frame">
      <label class="option">
        <input type="checkbox" checked={withManagers} onChange={() => setWithManagers(!withManagers)} /> Field managers
      </label>
      <div class="yaml code" tabIndex={0} role="group" aria-label="YAML" ref={scroller} onScroll={onScroll}>
        <div style={{ height: `${from * HEIGHT}px` }} />
        {shown.slice(from, to).map(({ line, index }) => {
          const key = keyOf(line);
          const canFold = line.end > index + 1;
          return (
            <div class="yaml-line" key={`${key}#${index}`}>
              {canFold ? (
                <button
                  class="quiet fold"
                  type="button"
                  aria-label={folded.has(key) ? 'Unfold' : 'Fold'}
                  aria-expanded={!folded.has(key)}
                  onClick={() => toggle(key)}
                >
                  <Icon name="chevron" />
                </button>
              ) : (
                <span class="fold" />
              )}
              <LineText line={line} />
              {folded.has(key) && <span class="muted"> … {line.end - index - 1} lines</span>}
              {withManagers && <Managers owners={owners.get(key)} />}
            </div>
          );
        })}
        <div style={{ height: `${(shown.length - to) * HEIGHT}px` }} />
      </div>
    </div>
  );
}

export function LineText({ line }: { readonly line: Line }) {
  return (
    <span class="yaml-text">
      {' '.repeat(line.indent)}
      {line.tokens.map(({ kind, text }, index) => (
        <span class={`token-${kind}`} key={index}>
          {text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… ${text.length - MAX_TEXT} more characters` : text}
        </span>
      ))}
    </span>
  );
}

function Managers({ owners = [] }: { readonly owners: readonly Owner[] | undefined }) {
  return (
    <span class="managers">
      {owners.map(({ manager, operation, time }, index) => (
        <span key={index} title={`${operation} ${time}`}>
          {manager}
        </span>
      ))}
    </span>
  );
}

const keyOf = ({ path }: Line): string => JSON.stringify(path);

/** The lines outside of folded ones. */
function visible(lines: readonly Line[], folded: ReadonlySet<string>) {
  const shown: { readonly line: Line; readonly index: number }[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    if (line === undefined) break;
    shown.push({ line, index });
    index = folded.has(keyOf(line)) ? Math.max(line.end, index + 1) : index + 1;
  }
  return shown;
}

/** The object without its managed fields, and with its kind first, wherever it came from. */
export function withoutManagedFields(object: ApiObject): Json {
  const { apiVersion, kind, metadata, ...others } = object;
  const { managedFields: _, ...meta } = metadata;
  return { apiVersion, kind, metadata: meta, ...others } as unknown as Json;
}
