import fc from 'fast-check'
import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { asStored } from '../../src/db/jsonb.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const { db } = await sandboxOf(await testService())

const name = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('id', 'ID', 'ñ', 'zz', 'né', '€', '10', '9', 'name'),
)
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { depthSize: 'medium' },
    fc.oneof(fc.constantFrom(null, undefined, true), fc.integer(), fc.string({ maxLength: 5 })),
    fc.array(tie('document'), { maxLength: 4 }),
    fc.dictionary(name, tie('document'), { maxKeys: 6 }),
  ),
}))

test('a document is put in the order in which the database gives it back', async () => {
  const some = fc.array(
    document.filter((one) => one !== undefined),
    { minLength: 1, maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(some, async (documents) => {
      const read = await run<{ document: unknown }>(
        db,
        'select given.document::jsonb as document from unnest($1::text[]) with ordinality as given (document, nth) order by nth',
        [documents.map((one) => JSON.stringify(one))],
      )
      const texts = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one))
      expect(texts(documents.map(asStored))).toEqual(texts(read.map(({ document: stored }) => stored)))
    }),
    { numRuns: 20 },
  )
})
