/** What a cell says of the state of its object. */
export type Tone = 'good' | 'waiting' | 'bad' | 'plain';

const STATES = new Set(['Status', 'Phase', 'State', 'Reason', 'Condition', 'Type']);
const GOOD =
  /^(?:Running|Active|Bound|Ready|True|Complete|Completed|Succeeded|Available|Approved,Issued|Normal|Healthy|Established)$/;
const WAITING =
  /^(?:Pending|ContainerCreating|PodInitializing|Terminating|Unknown|Released|Suspended|Progressing|Init:.*|Approved)$/;
const BAD = /^(?:Failed|.*Error|.*BackOff|Evicted|OOMKilled|NotReady.*|False|Lost|Denied|Warning|Degraded)$/;
const COUNTS = /^(\d+)\/(\d+)$/;

/** The tone of a cell, by its column and text. */
export function toneOf(column: string, cell: unknown): Tone {
  if (typeof cell !== 'string') return 'plain';
  const counts = COUNTS.exec(cell);
  if (counts !== null && column === 'Ready') return counts[1] === counts[2] ? 'plain' : 'waiting';
  if (!STATES.has(column)) return 'plain';
  if (GOOD.test(cell)) return 'good';
  if (WAITING.test(cell)) return 'waiting';
  return BAD.test(cell) ? 'bad' : 'plain';
}
