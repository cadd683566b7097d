import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
// @ts-expect-error The generator is plain JavaScript, because it also runs before anything is installed.
import { generate } from '../generate.mjs'
import type { Answer, AnswerOf, Client, DryRunOf, RowOf } from './client.ts'
import type { Contract, ContractSearchResult, Effects, Session } from './types.gen.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('the generated files are those of openapi.json; `npm run openapi` writes them', () => {
  const made: Record<string, string> = generate(JSON.parse(read('../openapi.json')))
  for (const [file, text] of Object.entries(made)) expect(read(file) === text, file).toBe(true)
})

test('every kind of schema has its type', () => {
  const schema = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: { type: 'integer', description: 'The id */ of it.' },
      kind: { type: ['string', 'null'], enum: ['A', "B's"] },
      rows: { type: 'array', items: { anyOf: [{ type: 'number' }, { $ref: '#/components/schemas/Row' }] } },
      'x-1': { const: true },
      any: {},
      byName: { type: 'object', additionalProperties: { type: 'boolean' } },
      inner: {
        type: 'object',
        properties: { at: { type: 'string' } },
        required: ['at'],
        additionalProperties: true,
      },
    },
  }
  const document = {
    paths: {},
    components: {
      schemas: {
        Thing: schema,
        Row: { type: 'string' },
        Problem: { type: 'string', properties: { code: { enum: ['NotFound'] } } },
      },
    },
  }
  const text: string = generate(document)['src/types.gen.ts']
  expect(text.slice(text.indexOf('export interface Thing'))).toBe(`export interface Thing {
  /** The id *\u2060/ of it. */
  id: number
  kind: 'A' | 'B\\'s' | null
  rows?: readonly (number | Row)[] | undefined
  'x-1'?: true | undefined
  any?: unknown | undefined
  byName?: Record<string, boolean> | undefined
  inner?: {
    at: string
    [member: string]: unknown
  } | undefined
}

export type Row = string

export type Problem = string
`)
})

test('calls are typed by their operation', () => {
  expectTypeOf<AnswerOf<'GET /contracts'>>().toEqualTypeOf<readonly ContractSearchResult[]>()
  expectTypeOf<RowOf<'GET /v2/contracts'>>().toEqualTypeOf<ContractSearchResult>()
  expectTypeOf<AnswerOf<'DELETE /contracts/{contractId}/lock'>>().toEqualTypeOf<undefined>()
  expectTypeOf<DryRunOf<'DELETE /contracts/{contractId}/lock'>>().toEqualTypeOf<{ effects: Effects }>()
  // Never called: the compiler reads it.
  const calls = (client: Client) => {
    const path = { contractId: 1 }
    expectTypeOf(client.call('GET /session')).resolves.toEqualTypeOf<Answer<Session>>()
    const finalized = client.call('POST /contracts/{contractId}/finalize', { path, body: {} })
    expectTypeOf(finalized).resolves.toEqualTypeOf<Answer<Contract>>()
    const tried = client.call('POST /contracts/{contractId}/finalize', { path, body: {}, dryRun: true })
    expectTypeOf(tried).resolves.toEqualTypeOf<Answer<Contract & { effects: Effects }>>()
    const known = client.call('GET /contracts/{contractId}', { path, ifNoneMatch: '"a"' })
    expectTypeOf(known).resolves.toEqualTypeOf<Answer<Contract | undefined>>()
    expectTypeOf(client.call('GET /contracts', { as: 'csv' })).resolves.toEqualTypeOf<
      Answer<ReadableStream<string>>
    >()
    expectTypeOf(client.call('GET /downloads/{link}', { path: { link: '' } })).resolves.toEqualTypeOf<
      Answer<Blob>
    >()
    // @ts-expect-error The path is required.
    client.call('POST /contracts/{contractId}/finalize', { body: {} })
    // @ts-expect-error The options are required.
    client.call('POST /contracts/{contractId}/finalize')
    // @ts-expect-error There is no such filter.
    client.call('GET /contracts', { query: { colour: 'red' } })
    // @ts-expect-error There is no such status.
    client.call('GET /contracts', { query: { status: ['Sleeping'] } })
    // @ts-expect-error A read has no dry run.
    client.call('GET /contracts', { dryRun: true })
    // @ts-expect-error There is no such operation.
    client.call('GET /contract')
    // @ts-expect-error It is not a list.
    client.rows('GET /session')
  }
  expect(calls).toBeTypeOf('function')
})
