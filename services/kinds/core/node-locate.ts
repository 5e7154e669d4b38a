import { namedPort, type Locate } from '../definition/connect.js';

/** A port of a node. */
export const locateNode: Locate = async ({ name }) => ({ type: 'node', ...namedPort(name, 'node') });
