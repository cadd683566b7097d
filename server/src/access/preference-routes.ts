import { z } from 'zod'
import { json } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import { Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { text } from '../http/schemas.ts'
import { lockedSelf, requireUser } from './self.ts'

const tag = 'Access'

/** The name of a list or of a column, as the portal calls it. */
const Name = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w./-]*$/, 'a name of letters, digits and . / - _ that begins with a letter')

const SavedView = z
  .strictObject({
    name: text(100),
    query: z
      .string()
      .max(2_000)
      .regex(/^[\x21-\x7e]*$/, 'a query string without ?, percent-encoded')
      .refine((query) => !/^[?#]/.test(query), { message: 'a query string without ?' }),
  })
  .meta({ id: 'SavedView', example: { name: 'Pending in Texas', query: 'status=Pending&state=TX' } })

const ListPreferences = z
  .strictObject({
    list: Name,
    columns: z.array(Name).max(60).nullable().default(null),
    views: z.array(SavedView).max(50).default([]),
  })
  .meta({ id: 'ListPreferences' })

const fields = {
  theme: z.enum(['System', 'Light', 'Dark']).default('System'),
  density: z.enum(['Comfortable', 'Compact']).default('Comfortable'),
  language: z.enum(['en', 'es']).default('en'),
  keyboardShortcuts: z.boolean().default(true),
  lists: z.array(ListPreferences).max(100).default([]),
}

const example = {
  theme: 'Dark',
  density: 'Compact',
  language: 'en',
  keyboardShortcuts: true,
  lists: [
    {
      list: 'contracts',
      columns: ['number', 'status', 'customer'],
      views: [{ name: 'Pending in Texas', query: 'status=Pending&state=TX' }],
    },
  ],
}

const Preferences = z.object(fields).meta({ id: 'Preferences' })
type Preferences = z.output<typeof Preferences>

const PreferencesData = z
  .strictObject(fields)
  .superRefine(({ lists }, context) => {
    const refuseTwice = (names: readonly string[], path: (index: number) => (string | number)[]) =>
      names.forEach((name, index) => {
        if (names.indexOf(name) === index) return
        context.addIssue({
          code: 'custom',
          path: path(index),
          message: 'each list, column and view can be named only once',
          params: { code: 'Format' },
        })
      })
    refuseTwice(
      lists.map(({ list }) => list),
      (index) => ['lists', index, 'list'],
    )
    for (const [at, { columns, views }] of lists.entries()) {
      refuseTwice(columns ?? [], (index) => ['lists', at, 'columns', index])
      refuseTwice(
        views.map(({ name }) => name.toLowerCase()),
        (index) => ['lists', at, 'views', index, 'name'],
      )
    }
  })
  .meta({ id: 'PreferencesData', example })

const BYTES_AT_MOST = 32 * 1024

/** How a user wants to see the portal: kept for the user on every device. The service does nothing else with it. */
export const preferenceRoutes: readonly Route[] = [
  route.read({
    path: '/me/preferences',
    tag,
    summary: 'Read how you want to see the portal',
    permission: 'signed-in',
    problems: ['Forbidden'],
    answer: Preferences,
    handler: async ({ db, caller }) => {
      requireUser(caller)
      return findPreferences(db, caller.id)
    },
  }),
  route.write({
    method: 'PUT',
    path: '/me/preferences',
    tag,
    summary: 'Say how you want to see the portal',
    permission: 'signed-in',
    body: PreferencesData,
    answer: Preferences,
    subject: 'users/{id}/preferences',
    problems: ['Forbidden', 'PayloadTooLarge'],
    async current({ tx, caller }) {
      // The user's row is there before the first preferences are, so two tabs take turns.
      await lockedSelf(tx, caller)
      return findPreferences(tx, caller.id)
    },
    async handler({ tx, caller, body }) {
      const document = JSON.stringify(body)
      const bytes = Buffer.byteLength(document)
      if (bytes > BYTES_AT_MOST)
        throw new Problem(
          'PayloadTooLarge',
          `The preferences have ${bytes} bytes and may have ${BYTES_AT_MOST}. Remove saved views that you no longer need.`,
        )
      await SAVE_PREFERENCES.run(tx, [caller.id, document])
      return body
    },
  }),
]

/** What is stored may be older than a field, which then has its default. */
async function findPreferences(db: Db, userId: number): Promise<Preferences> {
  const row = await FIND_PREFERENCES.first(db, [userId])
  return row?.document ?? Preferences.parse({})
}

const FIND_PREFERENCES = statement(
  { document: json((value): Preferences => Preferences.parse(value)) },
  'select document from user_preference where user_id = $1',
)
const SAVE_PREFERENCES = command(`insert into user_preference (user_id, document) values ($1, $2::jsonb)
  on conflict (user_id) do update set document = excluded.document`)
