import { expect, test } from 'vitest'
import { inDatabase } from '../support/builders/database.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

// The lists of the room, read page by page in every order, with names that many rows share.

const service = await testService()
const admin = service.api.as('sandbox-admin')

await inDatabase(
  service,
  `insert into app_user (user_name, email, first_name, last_name, status, created_at, created_by, updated_at, updated_by)
   select 'page-' || n, 'shared@page.example', 'Page', 'Shared', 'Active', now(), 'x', now(), 'x' from generate_series(1, 9) n`,
)
await inDatabase(
  service,
  `insert into api_key (name, key_hash, last4, roles, permissions, maker_kind, maker_id, created_at, created_by)
   select (array['same', 'Same', 'other'])[1 + n % 3], sha256(n::text::bytea), '1234', '{}', '{}', 'Client', 1, now(), 'x'
   from generate_series(1, 9) n`,
)
await inDatabase(
  service,
  `insert into oauth_client (client_id, secret_hash, name, roles, created_at, created_by)
   select 'page-' || n, sha256('x'), (array['same', 'Same', 'other'])[1 + n % 3], '{}', now(), 'x' from generate_series(1, 9) n`,
)
await inDatabase(
  service,
  `insert into portal_visibility_group (code, name, created_at, created_by, updated_at, updated_by)
   select 'PAGE' || n, 'Same', now(), 'x', now(), 'x' from generate_series(1, 9) n`,
)

const rowsIn = ({ body }: Answer): { id: number }[] => body.items ?? body

const orders = {
  '/v1/platformadminusers': ['id', 'userName', 'email', 'lastName', 'status'],
  '/v2/Users': ['id', 'userName', 'email', 'lastName', 'status'],
  '/MembershipGroups/Search/0': ['id', 'name'],
  '/MembershipRoles/Search/0': ['id', 'name'],
  '/apikeys': ['id', 'name'],
  '/oauthclients': ['id', 'name'],
  '/portalvisibilitygroups': ['id', 'code', 'name'],
}

test.each(
  Object.entries(orders).flatMap(([path, columns]) =>
    columns.flatMap((column) => ['Asc', 'Desc'].map((direction) => [path, column, direction] as const)),
  ),
)('%s by %s %s shows every row once', async (path, column, direction) => {
  const page = (size: number, number: number) =>
    admin.get(`${path}?sortBy=${column}&sortDirection=${direction}&pageSize=${size}&pageNumber=${number}`)
  const all = await page(200, 1)
  const ids = rowsIn(all).map(({ id }) => id)
  expect(ids.length).toBe(Number(all.headers.get('x-total-count')))
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(ids.length / 12) }, (_, at) => page(12, at + 1)),
  )
  expect(pages.flatMap(rowsIn).map(({ id }) => id)).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
