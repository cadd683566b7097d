import type pg from 'pg'
import { userNameOf, type Write } from './writes.ts'

/** What a write has left, piece by piece. `undefined`: this piece cannot tell, because a later write covers it. */
export type Traces = Readonly<Record<string, boolean | undefined>>

/** Everything the writes could have left in the database, read at one moment. */
export interface Contents {
  readonly groups: readonly Row[]
  readonly users: readonly Row[]
  readonly audits: ReadonlyMap<string, readonly Audit[]>
  readonly keys: ReadonlySet<string>
  readonly credentials: ReadonlySet<string>
  readonly events: readonly Event[]
  /** Subjects whose events are not numbered 1, 2, 3, … up to what their counter says. */
  readonly gaps: readonly string[]
}

interface Row {
  readonly id: number
  /** What the last write to the record put there. */
  readonly mark: string
  readonly version: number
  readonly members: readonly number[]
}

interface Audit {
  readonly subject: string
  /** The version of the record that the write made. */
  readonly version: number | undefined
}

interface Event {
  readonly type: string
  readonly userName: string
}

/** Reads all data of the sandbox while no request writes. */
export async function readContents(client: pg.Client): Promise<Contents> {
  const { rows: tenants } = await client.query('select schema_name from platform.tenant where is_sandbox')
  await client.query(`set search_path = ${client.escapeIdentifier(tenants[0]?.schema_name)}`)
  const all = async <Found>(text: string) => (await client.query(text)).rows as Found[]
  const audits = await all<Audit & { request_id: string }>(AUDITS)
  return {
    groups: await all(GROUPS),
    users: await all(USERS),
    audits: grouped(audits, (audit) => writeIdOf(audit.request_id)),
    keys: new Set((await all<{ key: string }>('select key from idempotency')).map(({ key }) => key)),
    credentials: new Set(
      (await all<{ lookup: string }>("select lookup from platform.credential where kind = 'User'")).map(
        ({ lookup }) => lookup,
      ),
    ),
    events: await all(`select type, data->>'number' as "userName" from event`),
    gaps: (await all<{ subject: string }>(GAPS)).map(({ subject }) => subject),
  }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const writeIdOf = (requestId: string) => requestId.replace(/\.again\d$/, '')

const GROUPS = `
  select id, coalesce(description, code) as mark, row_version as version,
    array(select dealer_id from portal_visibility_group_dealer where portal_visibility_group_id = g.id) as members
  from portal_visibility_group g`
const USERS = `
  select id, last_name as mark, row_version as version,
    array(select membership_group_id from app_user_group where user_id = u.id) as members
  from app_user u`
// The change from nothing has the whole record as one value.
const AUDITS = `
  select request_id, subject,
    (select case change->>'pointer' when '' then change->'after'->>'rowVersion' else change->>'after' end::int
     from json_array_elements(changes) as change where change->>'pointer' in ('', '/rowVersion')) as version
  from audit_record`
const GAPS = `
  select subject from event_subject full join
    (select subject, count(*) as events, min(sequence) as first, max(sequence) as last from event group by subject) as totals
    using (subject)
  where first is distinct from 1 or last is distinct from events or last is distinct from sequence`

export function tracesOf(write: Write, contents: Contents): Traces {
  const audits = contents.audits.get(write.id) ?? []
  const isUser = write.kind.endsWith('user')
  const rows = isUser ? contents.users : contents.groups
  const row =
    write.targetId === undefined
      ? rows.find((one) => createdBy(write, one, contents))
      : rows.find((one) => one.id === write.targetId)
  const version = audits[0]?.version
  // A later write to the same record hides what this one put there.
  const isCovered = row !== undefined && version !== undefined && version < row.version
  const shows = row?.mark === write.id
  return {
    record: isCovered ? undefined : shows,
    members: isCovered || !write.members ? undefined : shows && sameMembers(row, write.members),
    'audit record': audits.length > 0,
    'idempotency record': contents.keys.has(write.id),
    ...(isUser ? { event: contents.events.some((event) => event.userName === userNameOf(write)) } : {}),
    ...(isUser && !isCovered ? { credential: contents.credentials.has(userNameOf(write)) } : {}),
  }
}

/** A record made by a write has its mark, or, once others have changed it, is the subject of its audit record. */
function createdBy(write: Write, row: Row, { audits }: Contents): boolean {
  if (row.mark === write.id) return true
  const subject = audits.get(write.id)?.[0]?.subject
  return subject === `users/${row.id}` || subject === `portalvisibilitygroups/${row.id}`
}

function sameMembers(row: Row, members: readonly number[]): boolean {
  return row.members.length === members.length && members.every((id) => row.members.includes(id))
}

/** Whether the write happened as a whole, not at all, or in part; then which pieces are missing. */
export function stateOf(write: Write, contents: Contents): 'there' | 'absent' | { missing: string[] } {
  const pieces = Object.entries(tracesOf(write, contents)).filter(([, found]) => found !== undefined)
  const missing = pieces.filter(([, found]) => !found).map(([name]) => name)
  if (missing.length === 0) return 'there'
  return missing.length === pieces.length ? 'absent' : { missing }
}

/** Everything that is wrong, in words. */
export function faultsOf(writes: readonly Write[], contents: Contents): string[] {
  const known = new Set(writes.map(({ id }) => id))
  return [
    ...writes.flatMap((write) => faultsOfWrite(write, contents)),
    ...[...contents.audits.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `an audit record names the request ${id}, which was never sent`),
    ...contents.gaps.map((subject) => `the events of ${subject} have a gap`),
    ...versionFaults(writes, contents),
  ]
}

function faultsOfWrite(write: Write, contents: Contents): string[] {
  const name = `${write.kind} ${write.id}`
  if (write.refused !== undefined) return [`${name}: refused with ${write.refused}`]
  const state = stateOf(write, contents)
  if (write.acknowledged && state === 'absent') return [`${name}: acknowledged, and lost`]
  if (typeof state === 'object') {
    const prefix = write.acknowledged ? 'acknowledged, and ' : ''
    return [`${name}: ${prefix}half there, without its ${state.missing.join(', ')}`]
  }
  const effects = contents.audits.get(write.id)?.length ?? 0
  const events = contents.events.filter((event) => event.userName === userNameOf(write)).length
  return effects > 1 || events > 1 ? [`${name}: happened ${Math.max(effects, events)} times`] : []
}

/** Each change of a record has its own version, from 2 to the one that stands there: no change has covered another. */
function versionFaults(writes: readonly Write[], contents: Contents): string[] {
  const versions = new Map<string, number[]>()
  for (const write of writes.filter(({ targetId }) => targetId !== undefined))
    for (const { subject, version } of contents.audits.get(write.id) ?? [])
      versions.set(subject, [...(versions.get(subject) ?? []), version ?? 0])
  return [...versions].flatMap(([subject, found]) => {
    const [kind, id] = subject.split('/')
    const rows = kind === 'users' ? contents.users : contents.groups
    const current = rows.find((row) => row.id === Number(id))?.version ?? 0
    const isWhole =
      found.length === current - 1 && found.sort((a, b) => a - b).every((version, at) => version === at + 2)
    return isWhole ? [] : [`${subject} is at version ${current}, and its changes made ${found.join(', ')}`]
  })
}
