import type { Caller } from '../service/api.ts'
import type { WriteStory } from './every-write.ts'
import { edited } from './rate-books.ts'

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
