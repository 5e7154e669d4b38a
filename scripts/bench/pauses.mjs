/**
 * Loaded into a server that is measured, before its program: answers each message of the parent process with how long the event loop was
 * held at most since the one before, in milliseconds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.({ longest: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
