import { readFileSync } from 'node:fs';

/**
 * The process ids of the children of a process, oldest first: of a server with several workers, its workers. None if
 * the process has ended, or where there is no /proc.
 */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return text.split(' ').flatMap((id) => (id.trim() === '' ? [] : [Number(id)]));
  } catch {
    return [];
  }
}
