import type { FlowControl, Ticket } from '../../flowcontrol/flow-control.js';
import type { Handler } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';

type Row = readonly (string | number | boolean)[];
type Level = ReturnType<FlowControl['levels']> extends Iterable<infer Each> ? Each : never;

/** Tables of flow control for debugging, in Kubernetes' form: its priority levels, queues and requests. */
export function flowControlPages({ levels }: Pick<FlowControl, 'levels'>): readonly (readonly [string, Handler])[] {
  const sorted = (): Level[] => [...levels()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const page = (name: string, rows: (hasDetails: boolean) => readonly Row[]): readonly [string, Handler] => [
    `/debug/api_priority_and_fairness/${name}`,
    readOnly(async ({ query }) =>
      textResponse(200, 'text/plain; charset=utf-8', table(rows((query.get('includeRequestDetails') ?? '') !== ''))),
    ),
  ];
  return [
    page('dump_priority_levels', () => [LEVEL_COLUMNS, ...sorted().map(levelRow)]),
    page('dump_queues', () => [QUEUE_COLUMNS, ...sorted().flatMap(queueRows)]),
    page('dump_requests', (hasDetails) => [
      [...REQUEST_COLUMNS, ...(hasDetails ? DETAIL_COLUMNS : [])],
      ...sorted().flatMap((level) => requestRows(level, hasDetails)),
    ]),
  ];
}

const LEVEL_COLUMNS: Row = [
  'PriorityLevelName',
  'ActiveQueues',
  'IsIdle',
  'IsQuiescing',
  'WaitingRequests',
  'ExecutingRequests',
  'DispatchedRequests',
  'RejectedRequests',
  'TimedoutRequests',
  'CancelledRequests',
];

function levelRow({ name, queue, isIdle, isLeaving, executing, totals }: Level): Row {
  const active = [...queue.queues()].filter(({ waiting }) => waiting.size() > 0).length;
  const { dispatched, rejected, timedOut, cancelled } = totals;
  return [name, active, isIdle(), isLeaving, queue.waiting(), executing(), dispatched, rejected, timedOut, cancelled];
}

const QUEUE_COLUMNS: Row = [
  'PriorityLevelName',
  'Index',
  'PendingRequests',
  'ExecutingRequests',
  'SeatsInUse',
  'NextDispatchR',
  'InitialSeatsSum',
  'MaxSeatsSum',
  'TotalWorkSum',
];

/** Queues that hold a request. */
function queueRows({ name, queue }: Level): readonly Row[] {
  return [...queue.queues()].map(({ index, waiting, executing, seats, start }) => {
    const pending = waiting.all().reduce((sum, ticket) => sum + ticket.seats, 0);
    return [name, index, waiting.size(), executing, seats - pending, start.toFixed(3), pending, pending, pending];
  });
}

const REQUEST_COLUMNS: Row = [
  'PriorityLevelName',
  'FlowSchemaName',
  'QueueIndex',
  'RequestIndexInQueue',
  'FlowDistingsher',
  'ArriveTime',
  'InitialSeats',
  'FinalSeats',
  'AdditionalLatency',
  'StartTime',
];
const DETAIL_COLUMNS: Row = [
  'UserName',
  'Verb',
  'APIPath',
  'Namespace',
  'Name',
  'APIVersion',
  'Resource',
  'SubResource',
];

function requestRows({ name, queue, running }: Level, hasDetails: boolean): readonly Row[] {
  const row = (ticket: Ticket, queueIndex: number, index: number): Row => [
    name,
    ticket.schema,
    queueIndex,
    index,
    ticket.distinguisher,
    timeOf(ticket.arrived),
    ticket.seats,
    0,
    `${ticket.work.afterwards}ms`,
    ticket.started === 0 ? '0001-01-01T00:00:00Z' : timeOf(ticket.started),
    ...(hasDetails ? detailsOf(ticket) : []),
  ];
  const waiting = [...queue.queues()].flatMap((each) =>
    each.waiting.all().map((ticket, at) => row(ticket, each.index, at)),
  );
  return [...waiting, ...running.all().map((ticket) => row(ticket, ticket.queue?.index ?? -1, -1))];
}

function detailsOf({ request: { user, info } }: Ticket): Row {
  if (info.type === 'nonResource') return [user.name, info.verb, info.path, '', '', '', '', ''];
  const { verb, path, namespace, name, group, version, resource, subresource } = info;
  return [
    user.name,
    verb,
    path,
    namespace,
    name,
    group === '' ? version : `${group}/${version}`,
    resource,
    subresource,
  ];
}

/** RFC 3339 of a time of the process's clock. */
function timeOf(milliseconds: number): string {
  return new Date(performance.timeOrigin + milliseconds).toISOString();
}

/** Minimum width of a column. */
const LEAST_WIDTH = 8;

/** Text with aligned columns. Texts of clients, such as user names, cannot break a line. */
function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map((cell, index) => clean(cell) + (index < row.length - 1 ? ',' : '')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(LEAST_WIDTH, ...cells.map((row) => (row[column]?.length ?? 0) + 1)),
  );
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('');
  return cells.map((row) => `${line(row)}\n`).join('');
}

function clean(cell: string | number | boolean): string {
  return String(cell).replaceAll(/\p{Cc}/gu, ' ');
}
