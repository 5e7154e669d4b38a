/** The parts of an installation, in the order of the report. */
export const SECTIONS = ['Data directory', 'Certificates', 'etcd', 'API server', 'Clocks'] as const;

export type Section = (typeof SECTIONS)[number];

/** `skipped`: it was not checked, for the reason in the text. */
export type Level = 'ok' | 'warning' | 'error' | 'skipped';

/** One result of a check. */
export interface Finding {
  readonly section: Section;
  readonly level: Level;
  /** What was found, with the values. */
  readonly text: string;
  /** What to do about it; present for warnings and errors. */
  readonly remedy?: string;
}

/** Makes the findings of a section. */
export interface Notes {
  readonly ok: (text: string) => Finding;
  readonly skipped: (text: string) => Finding;
  readonly warning: (text: string, remedy: string) => Finding;
  readonly error: (text: string, remedy: string) => Finding;
}

export function notesOf(section: Section): Notes {
  return {
    ok: (text) => ({ section, level: 'ok', text }),
    skipped: (text) => ({ section, level: 'skipped', text }),
    warning: (text, remedy) => ({ section, level: 'warning', text, remedy }),
    error: (text, remedy) => ({ section, level: 'error', text, remedy }),
  };
}

/** 0: nothing is wrong; 1: something is; 3: there are warnings only. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 3 {
  if (findings.some(({ level }) => level === 'error')) return 1;
  return findings.some(({ level }) => level === 'warning') ? 3 : 0;
}
