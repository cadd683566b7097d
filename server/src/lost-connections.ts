import type { Worker } from 'node:cluster'

// Node's primary process accepts connections and passes them to its workers. It closes its own end of one when the worker
// says that it has taken it. When a worker is killed before that, Node keeps its end open for ever, and whoever connected
// waits for an answer that does not come. That is not rare: callers whose connections broke connect again at once, often
// before the primary process has noticed the end. Here these connections are closed, and callers can try again.

/** Node's own object for a connection. */
interface Connection {
  close(...given: unknown[]): unknown
}

/** The connections that no worker has taken yet, each with the worker that it was passed to last. */
const passed = new Map<Connection, Worker>()

/** From now on, connections that this worker has not taken when it ends are closed. */
export function closeLostConnections(worker: Worker): void {
  const child = worker.process
  const { send } = child
  const watchingSend = (message: unknown, ...given: [unknown, ...unknown[]]) => {
    if (isConnectionMessage(message)) watch(given[0] as Connection, worker)
    return Reflect.apply(send, child, [message, ...given])
  }
  child.send = watchingSend as typeof send
  worker.once('exit', () => {
    for (const [connection, owner] of passed) if (owner === worker) connection.close()
  })
}

/** The cluster module passes a connection with this message, and closes it when the worker answers that it has taken it. */
const isConnectionMessage = (message: unknown) =>
  (message as { readonly act?: unknown } | null)?.act === 'newconn'

function watch(connection: Connection, worker: Worker): void {
  if (!passed.has(connection)) {
    const { close } = connection
    connection.close = (...given) => {
      passed.delete(connection)
      return Reflect.apply(close, connection, given)
    }
  }
  // A worker may refuse it, and it is passed to another one.
  passed.set(connection, worker)
}
