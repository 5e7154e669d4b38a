import { useMemo, useState } from 'preact/hooks';
import type { ApiObject, Json } from '../api/types.js';
import { Icon } from '../shell/icons.js';
import { managersOf, type Owner } from './managers.js';
import { yamlLines, type Line } from './yaml-lines.js';

/** An object as YAML, with the managers of its fields at the side. Managed fields themselves are left out. */
export function YamlView({ object }: { readonly object: ApiObject }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [withManagers, setWithManagers] = useState(false);
  const lines = useMemo(() => yamlLines(withoutManagedFields(object)), [object]);
  const owners = useMemo(() => managersOf(object), [object]);
  const shown = visible(lines, folded);
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
      <div class="yaml code" tabIndex={0} role="group" aria-label="YAML">
        {shown.map(({ line, index }) => {
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
          {text}
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

export function withoutManagedFields(object: ApiObject): Json {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata } as unknown as Json;
}
