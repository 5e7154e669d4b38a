const PATHS = {
  wheel:
    'M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4.200 4.200M14.800 14.800L19 19M19 5l-4.200 4.200M9.200 14.800L5 19M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'M5 13l4 4L19 7',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  out: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h10',
  close: 'M6 6l12 12M18 6L6 18',
  chevron: 'M9 6l6 6-6 6',
  up: 'M12 19V6M6 11l6-6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** A decoration: the text beside it, or the label of its button, says what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
