import { useMemo, useState } from 'preact/hooks';
import { routeOf, usePage } from '../context.js';
import { go } from '../route/location.js';
import { Dialog } from '../shell/dialog.js';
import { search, type Found } from './search.js';
import type { Names } from './use-names.js';

/** Searches kinds and objects by name, label and kind. Arrows choose, Enter opens, Escape closes. */
export function Palette({ names, onClose }: { readonly names: Names; readonly onClose: () => void }) {
  const { resources, namespace } = usePage();
  const { members } = names;
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = useMemo(() => search({ text, resources, members }), [text, resources, members]);
  const open = (each: Found | undefined): void => {
    if (each === undefined) return;
    const { resource, meta } = each;
    go(
      meta === undefined
        ? { view: 'list', of: routeOf(resource, namespace), filter: '', labels: '' }
        : { view: 'object', of: routeOf(resource, meta.namespace ?? ''), name: meta.name ?? '', tab: 'yaml' },
    );
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') open(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog class="palette" label="Search" onClose={onClose}>
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label="Search by name, label or kind"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${active}` : undefined}
        placeholder="Name, label or kind"
        autocomplete="off"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="found" role="listbox" aria-label="Results">
        {found.map((each, index) => (
          <li
            key={`${each.resource.group}/${each.resource.name}/${each.meta?.uid ?? ''}`}
            id={`found-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(each)}
          >
            <strong>{each.meta?.name ?? each.resource.kind}</strong>
            <span class="muted">
              {each.meta === undefined ? each.resource.group || 'kind' : each.resource.kind}
              {each.meta?.namespace !== undefined && ` in ${each.meta.namespace}`}
            </span>
          </li>
        ))}
      </ul>
      <p class="muted" role="status">
        {statusText(text, found.length, names)}
      </p>
    </Dialog>
  );
}

function statusText(text: string, count: number, { incomplete, isReading }: Names): string {
  if (isReading) return 'Reading the names of all objects…';
  if (text.trim() !== '' && count === 0) return 'Nothing has this name, label or kind.';
  return incomplete.length === 0 ? '' : `Not read completely: ${incomplete.join(', ')}.`;
}
