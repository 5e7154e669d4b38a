import { notesOf, type Finding } from './finding.js';
import { durationText } from './units.js';

const { ok, warning, error, skipped } = notesOf('Clocks');

/** The `Date` header of a response, and when it was asked for and received by the clock of this machine. */
export interface ClockSample {
  readonly of: string;
  readonly date: Date;
  readonly sent: Date;
  readonly received: Date;
}

/** Milliseconds. */
const RESOLUTION = 1000;
/** Leases, which are compared by the clock of each controller, and tokens, which are valid from the moment of their issue. */
const TOO_FAR = 5000;
/** Beyond this, certificates and Leases of a few seconds fail. */
const MUCH_TOO_FAR = 60_000;
const REMEDY =
  'Synchronise the clocks with NTP (timedatectl, chronyd). Wrong clocks break tokens, certificates, Leases and the ages of objects.';

/** Compares the clock of this machine with those of servers. A Date header has whole seconds. */
export function checkClocks(samples: readonly ClockSample[]): Finding[] {
  if (samples.length === 0) return [skipped('no server answered with the time')];
  return samples.map(({ of, date, sent, received }) => {
    // The server's clock was at least at `date`, and less than a second later, between the two moments.
    const behind = sent.getTime() - (date.getTime() + RESOLUTION);
    const ahead = date.getTime() - received.getTime();
    const off = Math.max(0, behind, ahead);
    if (off === 0) return ok(`the clock of ${of} agrees with that of this machine`);
    const text = `the clock of ${of} is at least ${durationText(off)} ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine`;
    if (off < TOO_FAR) return ok(text);
    return off < MUCH_TOO_FAR ? warning(text, REMEDY) : error(text, REMEDY);
  });
}

/** Samples the clock of a response. */
export function clockSample(of: string, date: string | undefined, sent: Date, received: Date): ClockSample[] {
  const time = new Date(date ?? NaN);
  return Number.isNaN(time.getTime()) ? [] : [{ of, date: time, sent, received }];
}
