import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formBoundary, formParts } from './form-parts.ts'
import { Problem } from './problems.ts'

async function* inChunks(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

async function read(body: Buffer | string, { boundary = 'b', size = 7 } = {}) {
  const parts = []
  for await (const { content, ...head } of formParts(inChunks(Buffer.from(body as string), size), boundary)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    parts.push({ ...head, text: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`

describe('a form', () => {
  test('has parts with their headers', async () => {
    const body = [
      'what stands before is passed over\r\n',
      part(`${named('file')}; filename="a \\"b\\" %22.pdf"\r\ncontent-type: application/pdf`, 'one\r\ntwo'),
      part('CONTENT-DISPOSITION: form-data; filename=é.pdf; name=plain', ''),
      '--b--\r\nand behind, too',
    ].join('')
    for (const size of [1, 2, 3, 5, 8, 13, 1_000])
      expect(await read(body, { size })).toEqual([
        { name: 'file', fileName: 'a "b" ".pdf', contentType: 'application/pdf', text: 'one\r\ntwo' },
        { name: 'plain', fileName: 'é.pdf', contentType: undefined, text: '' },
      ])
  })

  test('may have no parts', async () => {
    expect(await read('--b--')).toEqual([])
  })

  test('skips content that is not read', async () => {
    const names = []
    const body = Buffer.from(`${part(named('one'), 'x'.repeat(99))}${part(named('two'), 'y')}--b--`)
    for await (const { name } of formParts(inChunks(body, 10), 'b')) names.push(name)
    expect(names).toEqual(['one', 'two'])
  })

  test('gives the original content, however it is split into chunks', async () => {
    const nearBoundaries = fc.array(
      fc.oneof(fc.constantFrom('\r', '\n', '-', '--', 'b', '\r\n--', '\r\n--a', '--b', '\r\n-'), fc.string()),
    )
    await fc.assert(
      fc.asyncProperty(nearBoundaries, fc.integer({ min: 1, max: 20 }), async (pieces, size) => {
        const content = Buffer.from(pieces.join('')).toString('latin1')
        fc.pre(!`\r\n${content}`.includes('\r\n--b'))
        const body = Buffer.concat([
          Buffer.from(`--b\r\n${named('x')}\r\n\r\n`),
          Buffer.from(content, 'latin1'),
          Buffer.from('\r\n--b--'),
        ])
        expect(await read(body, { size })).toMatchObject([{ text: content }])
      }),
    )
  })

  test.each([
    ['without an end', part(named('x'), 'y')],
    ['that is empty', ''],
    ['truncated in a header', '--b\r\nContent-Disp'],
    ['truncated after a boundary', '--b'],
    ['with text after a boundary', '--bx\r\n\r\n\r\n--b--'],
    ['with a part that has no name', `${part('content-type: text/plain', 'x')}--b--`],
    [
      'with a part that is no part of a form',
      `${part('Content-Disposition: attachment; name="x"', 'x')}--b--`,
    ],
    ['with a header that does not end', `--b\r\n${named('x'.repeat(20_000))}\r\n\r\nx\r\n--b--`],
    [
      'with a head that is not UTF-8',
      Buffer.from('--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\r\n--b--', 'latin1'),
    ],
    ['with too many parts', `${part(named('x'), 'y').repeat(33)}--b--`],
  ])('%s is refused', async (_, body) => {
    const refusal = await read(body).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'ValidationFailed' })
  })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  [`multipart/form-data; boundary="${'x'.repeat(71)}"`, undefined],
])('%s has the boundary %s', (type, boundary) => {
  expect(formBoundary(type)).toBe(boundary)
})
