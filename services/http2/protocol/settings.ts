import { CODE, ConnectionError } from './errors.js';
import { FLAG, LARGEST, MAX_PAYLOAD, SETTING, type Frame } from './frames.js';

const SETTING_BYTES = 6;

/** The content of a SETTINGS frame; absent settings are undefined. */
export interface Settings {
  /** Whether the frame acknowledges our settings. */
  readonly isAck: boolean;
  /** SETTINGS_INITIAL_WINDOW_SIZE. */
  initialWindow?: number;
  /** SETTINGS_MAX_CONCURRENT_STREAMS. */
  maxStreams?: number;
}

/** Throws {@link ConnectionError} for invalid settings. */
export function readSettings({ flags, payload, stream }: Frame): Settings {
  if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'SETTINGS must be on stream 0');
  const isAck = (flags & FLAG.ack) !== 0;
  if (payload.length % SETTING_BYTES !== 0 || (isAck && payload.length > 0)) {
    throw new ConnectionError(CODE.frameSizeError, `SETTINGS has a length of ${payload.length} bytes`);
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
      throw new ConnectionError(CODE.protocolError, `SETTINGS_ENABLE_PUSH is ${value}`);
    } else if (setting === SETTING.maxFrame && (value < MAX_PAYLOAD || value >= 2 ** 24)) {
      throw new ConnectionError(CODE.protocolError, `SETTINGS_MAX_FRAME_SIZE is ${value}`);
    }
  }
  return settings;
}
