import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openUnfinished } from './unfinished.ts'

/** A request of which `bytesRead` bytes have arrived. */
function half(name: string) {
  const request = Object.assign(new EventEmitter(), { name, socket: { bytesRead: 0 } })
  return request as unknown as IncomingMessage & { name: string; socket: { bytesRead: number } }
}

function room(limits: { inAll: number; perAddress: number }) {
  const ended: string[] = []
  const unfinished = openUnfinished(
    { ...limits, graceMilliseconds: 10_000, bytesPerSecond: 1_024 },
    (request) => ended.push((request as unknown as { name: string }).name),
  )
  return { unfinished, ended }
}

describe('unfinished requests', () => {
  test('the oldest of an address is ended when there are too many of it, and others stay', () => {
    const { unfinished, ended } = room({ inAll: 100, perAddress: 2 })
    unfinished.watch(half('other'), '10.0.0.9')
    for (const name of ['first', 'second', 'third', 'fourth']) unfinished.watch(half(name), '10.0.0.1')
    expect(ended).toEqual(['first', 'second'])
    expect(unfinished.count()).toBe(3)
  })

  test('the addresses of an IPv6 network are bounded as one', () => {
    const { unfinished, ended } = room({ inAll: 100, perAddress: 2 })
    unfinished.watch(half('other'), '2001:db8:0:2::1')
    for (let at = 1; at <= 4; at += 1) unfinished.watch(half(`${at}`), `2001:db8:0:1::${at}`)
    expect(ended).toEqual(['1', '2'])
    expect(unfinished.count()).toBe(3)
  })

  test('the oldest of all is ended when there are too many in all', () => {
    const { unfinished, ended } = room({ inAll: 3, perAddress: 100 })
    for (let at = 1; at <= 5; at += 1) unfinished.watch(half(`${at}`), `10.0.0.${at}`)
    expect(ended).toEqual(['1', '2'])
  })

  test('those of a proxy that names no client are bounded in all only', () => {
    const { unfinished, ended } = room({ inAll: 4, perAddress: 1 })
    for (let at = 1; at <= 5; at += 1) unfinished.watch(half(`${at}`), undefined)
    expect(ended).toEqual(['1'])
    expect(unfinished.count()).toBe(4)
  })

  test('one that has arrived or was closed no longer counts', () => {
    const { unfinished, ended } = room({ inAll: 2, perAddress: 2 })
    const [arrived, closed] = [half('arrived'), half('closed')]
    unfinished.watch(arrived, 'a')
    unfinished.watch(closed, 'a')
    arrived.emit('end')
    arrived.emit('close')
    closed.emit('close')
    expect(unfinished.count()).toBe(0)
    for (const name of ['x', 'y']) unfinished.watch(half(name), 'a')
    expect(ended).toEqual([])
  })

  test('a body slower than the pace is ended after its grace, and one at the pace is not', () => {
    const { unfinished, ended } = room({ inAll: 10, perAddress: 10 })
    const [slow, steady] = [half('slow'), half('steady')]
    const now = Date.now()
    unfinished.watch(slow, 'a')
    unfinished.watch(steady, 'a')
    unfinished.endSlow(now + 9_000)
    expect(ended).toEqual([])
    slow.socket.bytesRead = 4_000
    steady.socket.bytesRead = 6_000
    unfinished.endSlow(now + 15_000)
    expect(ended).toEqual(['slow'])
    unfinished.endSlow(now + 30_000)
    expect(ended).toEqual(['slow', 'steady'])
  })
})
