import { expect, test } from 'vitest'
import { sentEvents } from './sent-events.ts'

test('whole events are taken, a part waits for the rest', () => {
  const first = sentEvents('id: 7\n\nid: 8\nevent: contract.voided\ndata: {"a":\ndata: 1}\n\n: noon\nid: 9')
  expect(first).toEqual({
    events: [
      { id: '7', data: undefined },
      { id: '8', data: '{"a":\n1}' },
    ],
    rest: ': noon\nid: 9',
  })
  expect(sentEvents(`${first.rest}\n\n`)).toEqual({ events: [{ id: '9', data: undefined }], rest: '' })
})
