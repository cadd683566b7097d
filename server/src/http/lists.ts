import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { type Db, databaseOnClient, poolOf } from '../db/database.ts'
import { formOf } from './accept.ts'
import { columnsOf, csvLine, csvRow } from './csv.ts'
import { checkedQuery, type Handle, signedIn, successorOf } from './handlers.ts'
import { type AnyList, fill } from './route.ts'
import {
  COUNTED_AT_MOST,
  countOf,
  type ListQuery,
  type PageRequest,
  pageOf,
  pageRequestOf,
  querySchema,
  rowsOf,
} from './search.ts'
import { writerOf } from './serialise.ts'
import type { Shell } from './shell.ts'

/** Serves a list: a page as JSON, or all of it as CSV. */
export function listHandler(
  shell: Shell,
  route: AnyList,
  params: (raw: unknown) => Record<string, unknown>,
): Handle {
  const query = querySchema(route.search)
  const writePage = writerOf(route.form === 'wrapped' ? pagedResult(route.row) : z.array(route.row))
  const columns = columnsOf(route.row)
  const successor = successorOf(route)
  return async (request, reply, someone) => {
    const acting = signedIn(someone)
    const form = formOf(request.headers.accept, true)
    const path = params(request.params)
    const page = pageRequestOf(checkedQuery(query, request.query))
    const { db } = acting.caller
    const list = await route.list({ ...acting, db, params: path, query: {} })
    reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Accept')
    if (form === 'csv') return sendCsv(reply, db, list, page, columns)
    const [rows, count] = await Promise.all([pageOf(db, list, page), countOf(db, list, page)])
    if (shell.settings.checkAnswers) z.array(route.row).parse(rows)
    const exact = page.exactCount || count <= COUNTED_AT_MOST
    const totalCount = exact ? count : COUNTED_AT_MOST
    const totalPages = Math.ceil(totalCount / page.pageSize)
    reply.header('X-Total-Count', String(totalCount))
    if (!exact) reply.header('X-Total-Count-Exact', 'false')
    const links = pageLinks(request, page, totalPages, { rows: rows.length, exact })
    reply.header('Link', successor ? `${links}, ${fill(successor, path)}` : links)
    const { pageNumber, pageSize } = page
    const answer =
      route.form === 'wrapped' ? { items: rows, pageNumber, pageSize, totalCount, totalPages } : rows
    return reply.type('application/json; charset=utf-8').send(writePage(answer))
  }
}

export const pagedResult = (row: z.ZodType) =>
  z.object({
    items: z.array(row),
    pageNumber: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
  })

/** RFC 8288: first, prev, next, last; other parameters are kept. */
function pageLinks(
  request: FastifyRequest,
  page: PageRequest,
  totalPages: number,
  seen: { rows: number; exact: boolean },
): string {
  const [path = '', search = ''] = request.originalUrl.split('?', 2)
  const to = (pageNumber: number, rel: string) => {
    const parameters = new URLSearchParams(search)
    for (const name of [...parameters.keys()])
      if (name.toLowerCase() === 'pagenumber') parameters.delete(name)
    parameters.set('pageNumber', String(pageNumber))
    return `<${path}?${parameters}>; rel="${rel}"`
  }
  const last = Math.max(1, totalPages)
  // Where the count was cut short, a full page may have a next one past the counted last.
  const hasNext = page.pageNumber < last || (!seen.exact && seen.rows === page.pageSize)
  return [
    to(1, 'first'),
    ...(page.pageNumber > 1 ? [to(Math.min(page.pageNumber - 1, last), 'prev')] : []),
    ...(hasNext ? [to(page.pageNumber + 1, 'next')] : []),
    to(last, 'last'),
  ].join(', ')
}

const BATCH = 1_000

function sendCsv(
  reply: FastifyReply,
  db: Db,
  list: ListQuery<unknown>,
  page: PageRequest,
  columns: string[],
) {
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .send(Readable.from(csvOf(db, list, page, columns)))
}

/** The whole filtered list, a batch at a time, through a cursor on one connection: one moment's view, flat memory. */
async function* csvOf(db: Db, list: ListQuery<unknown>, page: PageRequest, columns: string[]) {
  yield csvLine(columns)
  const client: pg.PoolClient = await poolOf(db).connect()
  const tx = databaseOnClient(client)
  let broken = true
  try {
    await client.query('begin read only')
    await sql`declare export no scroll cursor for ${rowsOf(list, page)}`.execute(tx)
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from export`)
      if (rows.length > 0) yield rows.map((row) => csvRow(columns, list.row(row as never))).join('')
      if (rows.length < BATCH) break
    }
    await client.query('commit')
    broken = false
  } finally {
    // A reader who went away leaves the cursor open: the connection is not fit for the next one.
    client.release(broken)
  }
}
