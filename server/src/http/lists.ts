import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Db, databaseOnClient, poolOf } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { answerFormat } from './accept.ts'
import { requestTarget } from './client.ts'
import { CSV_TYPE, csvColumns, csvLine, csvRow } from './csv.ts'
import { logFailure } from './failures.ts'
import { type Handle, signedIn, successorLink } from './request-context.ts'
import { checkedQuery } from './request-shape.ts'
import { type AnyList, fill } from './route.ts'
import { type ListQuery, type PageRequest, pageRequestFromQuery, querySchema } from './search.ts'
import { COUNTED_AT_MOST, completed, countRows, listRecords, listSelect, loadPage } from './search-rows.ts'
import { jsonWriter } from './serialize.ts'
import type { Shell } from './shell.ts'

/** Serves a list: a page as JSON, or all of it as CSV. */
export function listHandler(
  shell: Shell,
  route: AnyList,
  params: (raw: unknown) => Record<string, unknown>,
): Handle {
  // Made for the first request. Those of all lists would take a tenth of a second at the start.
  let query: ReturnType<typeof querySchema> | undefined
  const plain = shownAs(route)
  const detailed = route.detail && shownAs({ ...route, ...route.detail, form: 'wrapped' })
  const successor = successorLink(route)
  return async (request, reply, someone) => {
    const acting = signedIn(someone)
    const form = answerFormat(request.headers.accept, true)
    query ??= querySchema(route.search)
    const page = pageRequestFromQuery(checkedQuery(query, request))
    const path = params(request.params)
    const { db } = acting.caller
    const shown = (page.filters.detail === true && detailed) || plain
    const list = await shown.route.list({ ...acting, db, params: path, query: page.filters })
    reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Accept')
    if (form === 'csv')
      return sendCsv(reply, await openCursor(db, list, page), {
        head: csvLine(shown.columns),
        line: (row) => csvRow(shown.columns, list.row(row as never)),
        // A failure after the answer has begun cuts it off, so the reader sees that it is incomplete.
        onFault: (error) => logFailure(shell, error, request),
        stallMilliseconds: shell.settings.stallMilliseconds ?? STALL_MILLISECONDS,
      })
    const [rows, count] = await Promise.all([loadPage(db, list, page), countRows(db, list, page)])
    if (shell.settings.checkAnswers) z.array(shown.route.row).parse(rows)
    const exact = page.exactCount || count <= COUNTED_AT_MOST
    const totalCount = exact ? count : COUNTED_AT_MOST
    const totalPages = Math.ceil(totalCount / page.pageSize)
    reply.header('X-Total-Count', String(totalCount))
    if (!exact) reply.header('X-Total-Count-Exact', 'false')
    const links = pageLinks(request, page, totalPages, { rows: rows.length, exact })
    reply.header('Link', successor ? `${links}, ${fill(successor, path)}` : links)
    const { pageNumber, pageSize } = page
    const paging = { pageNumber, pageSize, totalCount, totalPages }
    const answer = {
      wrapped: { items: rows, ...paging },
      ids: { items: shown.route.form === 'ids' ? rows.map(onlyField) : [], ...paging },
      items: { items: rows },
      array: rows,
    }[shown.route.form]
    return reply.type('application/json; charset=utf-8').send(shown.writePage(answer))
  }
}

/** What a form of the list needs for every request. */
const shownAs = (route: Pick<AnyList, 'form' | 'row' | 'list'>) => ({
  route,
  writePage: jsonWriter(listAnswer(route)),
  columns: csvColumns(route.row),
})

/** The schema of a list's answer. */
export function listAnswer({ form, row }: Pick<AnyList, 'form' | 'row'>): z.ZodType {
  const rows = z.array(row)
  return {
    wrapped: pagedResult(row),
    ids: pagedResult(z.string()),
    items: z.object({ items: rows }),
    array: rows,
  }[form]
}

const onlyField = (row: unknown) => String(Object.values(row as object)[0])

const pagedResult = (row: z.ZodType) =>
  z.object({
    items: z.array(row),
    pageNumber: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
  })

/** RFC 8288: first, prev, next, last; other parameters are kept. */
export function pageLinks(
  request: FastifyRequest,
  page: PageRequest,
  totalPages: number,
  seen: { rows: number; exact: boolean },
): string {
  const [path = '', ...rest] = requestTarget(request).split('?')
  const search = rest.join('?')
  const to = (pageNumber: number, rel: string) => {
    const parameters = new URLSearchParams(search)
    for (const name of [...parameters.keys()])
      if (name.toLowerCase() === 'pagenumber') parameters.delete(name)
    parameters.set('pageNumber', String(pageNumber))
    return `<${path}?${parameters}>; rel="${rel}"`
  }
  // If the count stopped early, there may be more pages: this one, and one after a full page.
  const last = Math.max(1, totalPages, !seen.exact && seen.rows > 0 ? page.pageNumber : 0)
  const hasNext = page.pageNumber < last || (!seen.exact && seen.rows === page.pageSize)
  return [
    to(1, 'first'),
    ...(page.pageNumber > 1 ? [to(Math.min(page.pageNumber - 1, last), 'prev')] : []),
    ...(hasNext ? [to(page.pageNumber + 1, 'next')] : []),
    to(last, 'last'),
  ].join(', ')
}

const BATCH = 1_000
/** A reader that takes nothing for this long is cut off, because it holds a connection to the database. */
const STALL_MILLISECONDS = 60_000

interface Export {
  readonly head: string
  line(row: unknown): string
  onFault(error: Error): void
  readonly stallMilliseconds: number
}

function sendCsv(
  reply: FastifyReply,
  cursor: Cursor,
  { head, line, onFault, stallMilliseconds }: Export,
): FastifyReply {
  const lines = (rows: readonly unknown[]) => rows.map(line).join('')
  let text: string | undefined
  try {
    text = head + lines(cursor.first)
  } catch (error) {
    cursor.close()
    throw error
  }
  let stall: NodeJS.Timeout | undefined
  const stream = new Readable({
    read() {
      // It is called when the reader has taken what was sent before.
      clearTimeout(stall)
      stall = setTimeout(() => reply.raw.destroy(), stallMilliseconds)
      const ready = text
      text = undefined
      if (ready !== undefined) this.push(ready)
      else
        cursor
          .next()
          .then((rows) => this.push(rows.length > 0 ? lines(rows) : null))
          .catch((error: Error) => {
            onFault(error)
            this.destroy(error)
          })
    },
    destroy(error, done) {
      clearTimeout(stall)
      cursor.close()
      done(error)
    },
  })
  return reply.type(CSV_TYPE).send(stream)
}

interface Cursor {
  /** Fetched before the answer begins, so that a failure can still be answered as a problem. */
  readonly first: readonly unknown[]
  next(): Promise<readonly unknown[]>
  close(): void
}

/** The whole filtered list in batches, through a cursor on one connection: a consistent view and constant memory. */
async function openCursor(db: Db, list: ListQuery<unknown>, page: PageRequest): Promise<Cursor> {
  const client = await poolOf(db).connect()
  let isAtEnd = false
  const next = async () => {
    if (isAtEnd) return []
    const rows = listRecords(list, await client.query(`fetch ${BATCH} from export`))
    if (rows.length < BATCH) {
      await client.query('commit')
      isAtEnd = true
    }
    return completed(db, list, rows)
  }
  try {
    await client.query('begin read only')
    await sql`declare export no scroll cursor for ${listSelect(list, page)}`.execute(databaseOnClient(client))
    // If the reader leaves early the cursor is still open, so the connection cannot be reused.
    return { first: await next(), next, close: () => client.release(!isAtEnd) }
  } catch (error) {
    client.release(true)
    throw error
  }
}
