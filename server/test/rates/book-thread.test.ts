import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Problem } from '../../src/http/problems.ts'
import { type BookThread, openBookThread } from '../../src/rates/versions/book-thread.ts'

// The thread that reads books, with scripts that do what a broken one would do.

const folder = mkdtempSync(join(tmpdir(), 'bulwark-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))

function threadOf(script: string, settings: object = {}): BookThread {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${script}`)
  return openBookThread({ script: pathToFileURL(file), ...settings })
}
const files = new Map([['book.yaml', 'name: x']])
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  return error instanceof Problem ? [error.code, error.headers['Retry-After']] : error
}

test('tasks are answered in their order', async () => {
  const thread = threadOf(`let count = 0
    parentPort.on('message', ({ kind }) => parentPort.postMessage({ faults: [{ file: kind, line: ++count, reason: '' }] }))`)
  const answers = await Promise.all([thread.read(files), thread.read(files)])
  expect(answers.map((answer) => 'faults' in answer && answer.faults[0]?.line)).toEqual([1, 2])
  thread.close()
})

test.each([
  ['ends', 'process.exit(1)'],
  ['fails', "throw new Error('broken')"],
  ['never answers', 'setInterval(() => undefined, 1_000)'],
])('a thread that %s is replaced, and the caller may try again', async (_, what) => {
  const thread = threadOf(`parentPort.on('message', () => { ${what} })`, { millisecondsAtMost: 500 })
  expect(await refusal(thread.read(files))).toEqual(['NotReady', '5'])
  expect(await refusal(thread.read(files))).toEqual(['NotReady', '5'])
})

test('a failure of the code is a failure of the request', async () => {
  const thread = threadOf(`parentPort.on('message', () => parentPort.postMessage({ failed: 'A bug.' }))`)
  expect(await refusal(thread.read(files))).toMatchObject({ message: 'A bug.' })
  thread.close()
})

test('too many books at once are refused, and closing refuses those that wait', async () => {
  const thread = threadOf(`parentPort.on('message', () => undefined)`, { waitingAtMost: 2 })
  const waiting = [thread.read(files), thread.read(files)].map(refusal)
  expect(await refusal(thread.read(files))).toEqual(['NotReady', '5'])
  thread.close()
  expect(await Promise.all(waiting)).toEqual([
    ['NotReady', '5'],
    ['NotReady', '5'],
  ])
})
