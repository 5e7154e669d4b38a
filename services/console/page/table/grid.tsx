import { useEffect, useRef, useState } from 'preact/hooks';
import type { Column } from '../api/types.js';
import { Icon } from '../shell/icons.js';
import { ageText } from './age.js';
import { cellText } from './cell.js';
import type { Row, Sorting } from './rows.js';
import { toneOf } from './tone.js';
import { useScroll } from './use-scroll.js';
import { columnTemplate } from './widths.js';

interface GridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly withNamespace: boolean;
  readonly sorting: Sorting | undefined;
  readonly onSort: (column: number) => void;
  readonly hrefOf: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
}

/** Heights of rows in pixels; a narrow screen shows a row as two lines. */
const HEIGHT = { wide: 34, narrow: 58 };
const NARROW = '(max-width: 700px)';
/** Rows outside of the view that are drawn. */
const MARGIN = 8;
/** Milliseconds for which a changed row is marked. */
const FLASH = 1_500;

/** A table that draws only the rows in view. */
export function Grid({ label, columns, rows, withNamespace, sorting, onSort, hrefOf, onOpen }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(NARROW);
  const now = useNow();
  const { top, height, onScroll } = useScroll(scroller);
  const [active, setActive] = useState(0);
  const size = isNarrow ? HEIGHT.narrow : HEIGHT.wide;
  const from = Math.max(0, Math.floor(top / size) - MARGIN);
  const to = Math.min(rows.length, Math.ceil((top + height) / size) + MARGIN);
  const shown = columns.map((column, index) => ({ column, index })).filter(({ column }) => column.priority === 0);
  const template = columnTemplate(shown, rows, withNamespace);

  const move = (next: number): void => {
    const index = Math.min(Math.max(next, 0), rows.length - 1);
    setActive(index);
    const element = scroller.current;
    if (element === null) return;
    // The heading covers the first line of the view.
    const [start, end] = [index * size, (index + 1) * size];
    if (start < element.scrollTop) element.scrollTop = start;
    else if (end > element.scrollTop + height - size) element.scrollTop = end - height + size;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / size) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    const row = rows[active];
    if (next !== undefined) move(next);
    else if (event.key === 'Enter' && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };

  return (
    <div
      class={isNarrow ? 'grid narrow' : 'grid'}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `row-${active}` : undefined}
      tabIndex={0}
      ref={scroller}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div class="grid-row grid-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {withNamespace && (
          <span class="cell" role="columnheader">
            <span>Namespace</span>
          </span>
        )}
        {shown.map(({ column, index }) => (
          <span
            class="cell"
            role="columnheader"
            key={column.name}
            title={column.description}
            aria-sort={sortOf(sorting, index)}
          >
            <button class="quiet" type="button" tabIndex={-1} onClick={() => onSort(index)}>
              {column.name}
              {sorting?.column === index && (
                <span class={sorting.descending ? 'turned' : ''}>
                  <Icon name="up" />
                </span>
              )}
            </button>
          </span>
        ))}
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${rows.length * size}px` }}>
        {rows.slice(from, to).map((row, offset) => {
          const index = from + offset;
          const flash = now - row.changed < FLASH || Date.now() - row.changed < FLASH;
          return (
            <div
              key={row.key}
              id={`row-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === active}
              class={`grid-row${flash ? ' changed' : ''}${index === active ? ' active' : ''}${row.meta.deletionTimestamp === undefined ? '' : ' leaving'}`}
              style={{ transform: `translateY(${index * size}px)`, gridTemplateColumns: template }}
              onClick={(event) => {
                setActive(index);
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(row);
              }}
            >
              {withNamespace && (
                <span class="cell muted" role="gridcell">
                  {row.meta.namespace}
                </span>
              )}
              {shown.map(({ column, index: place }, position) => (
                <span class={`cell tone-${toneOf(column.name, row.cells[place])}`} role="gridcell" key={column.name}>
                  {position === 0 ? (
                    <a href={hrefOf(row)} tabIndex={-1}>
                      {textIn(column, row, place, now)}
                    </a>
                  ) : (
                    textIn(column, row, place, now)
                  )}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function sortOf(sorting: Sorting | undefined, column: number): 'ascending' | 'descending' | 'none' {
  if (sorting?.column !== column) return 'none';
  return sorting.descending ? 'descending' : 'ascending';
}

/** The server's text, except for ages, which go on. */
function textIn({ name }: Column, { cells, meta }: Row, index: number, now: number): string {
  return name === 'Age' ? ageText(meta.creationTimestamp, now) : cellText(cells[index]);
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = (): void => setMatches(list.matches);
    list.addEventListener('change', look);
    return () => list.removeEventListener('change', look);
  }, [query]);
  return matches;
}

/** The time, each second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
