import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { openChannel } from './channel.ts'

/** Two ends of a pipe that carries JSON, as the one between two processes does. */
function openPipe() {
  const [left, right] = [new EventEmitter(), new EventEmitter()]
  const end = (own: EventEmitter, other: EventEmitter) => ({
    send: (message: object) => {
      setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message))))
    },
    onMessage: (listener: (message: unknown) => void) => {
      own.on('message', listener)
    },
  })
  return { left: end(left, right), right: end(right, left) }
}

test('questions are answered in any order, and failures are told', async () => {
  const { left, right } = openPipe()
  const asker = openChannel<{ wait: number }, never>(left, () => undefined)
  openChannel<never, { wait: number }>(right, async ({ wait }) => {
    if (wait < 0) throw new Error('Nobody can wait so long.')
    await new Promise((resolve) => setTimeout(resolve, wait))
    return { waited: wait }
  })
  const order: unknown[] = []
  const ask = async (wait: number) => order.push(await asker.ask({ wait }))
  await Promise.all([ask(30), ask(0)])
  expect(order).toEqual([{ waited: 0 }, { waited: 30 }])
  await expect(asker.ask({ wait: -1 })).rejects.toThrow('Nobody can wait so long.')
})

test('news is handled and not answered, and both sides can ask', async () => {
  const { left, right } = openPipe()
  const handled = vi.fn((message: string) => `heard ${message}`)
  const one = openChannel<string, string>(left, handled)
  const other = openChannel<string, string>(right, handled)
  one.tell('news')
  expect(await one.ask('a question')).toBe('heard a question')
  expect(await other.ask('another')).toBe('heard another')
  expect(handled.mock.calls.map(([message]) => message)).toEqual(['news', 'a question', 'another'])
})

test('whoever waits for a side that has ended gets nothing, and does not wait any more', async () => {
  const { left } = openPipe()
  const asker = openChannel<string, never>(left, () => undefined)
  const waiting = asker.ask('is anybody there?')
  asker.close()
  expect(await waiting).toBeUndefined()
  expect(await asker.ask('and now?')).toBeUndefined()
})
