import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLane } from './lane.ts'

interface Item {
  readonly subject: string
  readonly number: number
}

test('items of a subject are worked on in order, one after the other, and never too many at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(3)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (drawn, atOnce) => {
        const begun: Item[] = []
        const active = new Set<string>()
        let most = 0
        let done = 0
        const lane = openLane<Item & { turns: number }>({
          atOnce,
          subject: (item) => item.subject,
          work: async (item) => {
            expect(active.has(item.subject)).toBe(false)
            active.add(item.subject)
            begun.push(item)
            most = Math.max(most, active.size)
            for (let turn = 0; turn < item.turns; turn += 1) await Promise.resolve()
            active.delete(item.subject)
          },
          onEnd: () => {
            done += 1
          },
        })
        const items = drawn.map(([subject, turns], number) => ({ subject, turns, number }))
        for (let at = 0; at < items.length; at += 7) {
          lane.add(items.slice(at, at + 7))
          await Promise.resolve()
        }
        while (done < items.length) await new Promise((resolve) => setImmediate(resolve))
        expect(most).toBeLessThanOrEqual(atOnce)
        expect(lane.waiting() + lane.active()).toBe(0)
        for (const subject of ['a', 'b', 'c', 'd']) {
          const numbers = (list: readonly Item[]) =>
            list.filter((item) => item.subject === subject).map(({ number }) => number)
          expect(numbers(begun)).toEqual(numbers(items))
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('after a clear, a subject that is active still goes first', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const lane = openLane<Item>({
    atOnce: 5,
    subject: (item) => item.subject,
    work: (item) => {
      begun.push(item.number)
      return new Promise((resolve) => ends.push(resolve))
    },
    onEnd: () => undefined,
  })
  lane.add([1, 2].map((number) => ({ subject: 'a', number })))
  lane.clear()
  expect([lane.waiting(), lane.active()]).toEqual([0, 1])
  lane.add([{ subject: 'a', number: 3 }])
  expect(begun).toEqual([1])
  ends[0]?.()
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([1, 3])
})
