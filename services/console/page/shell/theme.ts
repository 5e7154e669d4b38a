const KEY = 'theme';
const THEMES = ['light', 'dark'] as const;

/** Uses the theme of the last visit, or else the system's. */
export function applyTheme(): void {
  const stored = localStorage.getItem(KEY);
  const theme = THEMES.find((each) => each === stored);
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
}

/** Changes between light and dark. */
export function toggleTheme(): void {
  const isDark = getComputedStyle(document.documentElement).getPropertyValue('--is-dark').trim() === '1';
  const theme = isDark ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(KEY, theme);
}
