import { CODE, ConnectionError } from './errors.js';
import { FLAG, LARGEST, MOST_PAYLOAD, SETTING, type Frame } from './frames.js';

const SETTING_BYTES = 6;

/** What the other side says of itself in a SETTINGS frame; undefined where it says nothing of that. */
export interface Settings {
  /** Whether the frame only says that ours have come. */
  readonly isAck: boolean;
  /** How much it takes of each stream. */
  initialWindow?: number;
  /** How many streams it lets us open. */
  maxStreams?: number;
}

/** Throws {@link ConnectionError} for settings that none can have. */
export function readSettings({ flags, payload, stream }: Frame): Settings {
  if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'settings belong to no stream');
  const isAck = (flags & FLAG.ack) !== 0;
  if (payload.length % SETTING_BYTES !== 0 || (isAck && payload.length > 0)) {
    throw new ConnectionError(CODE.frameSizeError, `settings have ${payload.length} bytes`);
  }
  const settings: Settings = { isAck };
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    const setting = payload.readUInt16BE(at);
    const value = payload.readUInt32BE(at + 2);
    if (setting === SETTING.initialWindow) {
      if (value > LARGEST) throw new ConnectionError(CODE.flowControlError, 'the initial window is too large');
      settings.initialWindow = value;
    } else if (setting === SETTING.maxStreams) {
      settings.maxStreams = value;
    } else if (setting === SETTING.enablePush && value > 1) {
      throw new ConnectionError(CODE.protocolError, `whether to push is ${value}`);
    } else if (setting === SETTING.maxFrame && (value < MOST_PAYLOAD || value >= 2 ** 24)) {
      throw new ConnectionError(CODE.protocolError, `the largest frame is ${value}`);
    }
  }
  return settings;
}
