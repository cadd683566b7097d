import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, subjectsIn } from './order.ts'

const waiting = (text: string) =>
  text.split(' ').map((part) => {
    const [subject = '', sequence, time] = part.split(/[:@]/)
    return { id: part, subject, sequence: Number(sequence), time: new Date(Number(time)) }
  })

test.each([
  ['a:1@5 b:1@3 a:2@6', 'b:1@3 a:1@5 a:2@6'],
  // The clock was set back: the second event of a stays behind its first.
  ['a:1@5 a:2@1 b:1@4', 'b:1@4 a:1@5 a:2@1'],
  ['b:1@5 a:2@5 a:1@5', 'a:1@5 a:2@5 b:1@5'],
])('%s is numbered as %s', (events, order) => {
  expect(inOrder(waiting(events)).map(({ id }) => id)).toEqual(order.split(' '))
})

test('the order of each subject holds, whatever the clock does', () => {
  const event = fc.record({ subject: fc.constantFrom('a', 'b', 'c'), time: fc.integer({ min: 0, max: 5 }) })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), fc.nat(), (events, turn) => {
      const counts = new Map<string, number>()
      const all = events.map(({ subject, time }, at) => {
        const sequence = (counts.get(subject) ?? 0) + 1
        counts.set(subject, sequence)
        return { id: String(at), subject, sequence, time: new Date(time) }
      })
      const mixed = all.toSorted(
        (one, other) => ((Number(one.id) * 7 + turn) % 11) - ((Number(other.id) * 7 + turn) % 11),
      )
      const ordered = inOrder(mixed)
      expect(ordered).toHaveLength(all.length)
      for (const subject of counts.keys()) {
        const sequences = ordered.filter((one) => one.subject === subject).map(({ sequence }) => sequence)
        expect(sequences).toEqual(sequences.map((_, at) => at + 1))
      }
    }),
  )
})

test('a subject with a gap is not whole', () => {
  expect(subjectsIn(waiting('a:3@1 a:5@1 b:2@1'))).toEqual([
    { subject: 'a', first: 3, last: 5, isWhole: false },
    { subject: 'b', first: 2, last: 2, isWhole: true },
  ])
})
