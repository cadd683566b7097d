import { expect, test } from 'vitest'
import type { UnnumberedBook } from '../../../src/domain/rate-book/book.ts'
import { criteriaFault } from '../../../src/rates/book/check-book.ts'
import { readBookFolder, sandboxBookFolder } from '../../../src/rates/book/folder.ts'
import { readBook } from '../../../src/rates/book/read-book.ts'
import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'

export const sandboxFiles: ReadonlyMap<string, string> = readBookFolder(sandboxBookFolder)

export const read = (files: ReadonlyMap<string, string>) => readBook(files, criteriaFault)

/** The files of the sandbox with one text replaced, which must exist. */
export function edited(file: string, from: string | RegExp, to: string, files = sandboxFiles) {
  const text = files.get(file) ?? ''
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} has no ${from}`)
  return new Map([...files, [file, changed]])
}

/** The sandbox's book with how its taxes are rounded, by the beginning of the rule's line; empty for all others. */
export function withRoundModes(modes: Readonly<Record<string, string>>) {
  const [header = '', ...lines] = (sandboxFiles.get('sales-tax.csv') ?? '').trimEnd().split('\n')
  const modeOf = (line: string) => Object.entries(modes).find(([start]) => line.startsWith(start))?.[1] ?? ''
  const rounded = [`${header},roundMode`, ...lines.map((line) => `${line},${modeOf(line)}`), '']
  return edited('sales-tax.csv', /^.*$/s, rounded.join('\n'))
}

/** A book without faults. */
export function bookOf(files: ReadonlyMap<string, string>): UnnumberedBook {
  const answer = read(files)
  if ('faults' in answer) throw new Error(answer.faults.map((fault) => JSON.stringify(fault)).join('\n'))
  return answer.book
}

export function programOf({ products }: UnnumberedBook, code: string) {
  const program = products.flatMap(({ programs }) => programs).find((one) => one.code === code)
  if (!program) throw new Error(`There is no program ${code}.`)
  return program
}

/** The faults of a book. */
export function faultsOf(files: ReadonlyMap<string, string>) {
  const answer = read(files)
  return 'faults' in answer ? answer.faults : []
}

/** One error in a file: the replaced text, the new text, and the expected line and reason. */
export type Slip = readonly [about: string, from: string | RegExp, to: string, line: number, reason: string]

/** A test for each error: only this fault and those in `besides` are reported. */
export function testSlips(
  file: string,
  slips: readonly Slip[],
  besides: 'nothing else' | 'more' = 'nothing else',
) {
  test.each(slips)(`${file}: %s`, (_, from, to, line, reason) => {
    const fault = { file, line, reason: expect.stringContaining(reason) }
    const faults = faultsOf(edited(file, from, to))
    if (besides === 'more') expect(faults).toContainEqual(fault)
    else expect(faults).toEqual([fault])
  })
}

/** A rate book and own cancel rules, each as files. The book only gets another name, so that no price changes. */
export async function bookWrites(admin: Caller): Promise<WriteStory[]> {
  const renamed = edited('book.yaml', 'name: Sandbox', 'name: Sandbox 2')
  const files = [...renamed].map(([name, content]) => ({ name, content }))
  const [live] = (await admin.get('/Rates/books')).body
  const { content, basis } = (await admin.get('/cancelrules/file')).body
  const actor = 'sandbox-admin'
  const longer = content.replace(/freeLookDays: 30/, 'freeLookDays: 31')
  return [
    {
      operation: 'POST /Rates/books',
      done: { path: '/Rates/books', body: { files, expectedVersion: live.version } },
      refused: { path: '/Rates/books', body: { files, expectedVersion: 987_654 } },
      refusal: 'RateBookMoved',
      subject: 'ratebooks/#',
      actor,
    },
    {
      operation: 'POST /cancelrules',
      done: { path: '/cancelrules', body: { content: longer, basis } },
      refused: { path: '/cancelrules', body: { content: longer, basis: 'other rules' } },
      refusal: 'CancelRulesMoved',
      subject: 'cancelrules/Own',
      actor,
    },
  ]
}
