import { describe, expect, test } from 'vitest'
import { type Contents, faultsOf } from './traces.ts'
import { createGroup, createUser, type Write } from './writes.ts'

// What the crash rounds would say of a database in which something is missing or too much.

const group = createGroup('g', [1, 2])
const user = createUser('u', [7])

const whole: Contents = {
  groups: [{ id: 5, mark: 'g', version: 1, members: [2, 1] }],
  users: [{ id: 6, mark: 'u', version: 1, members: [7] }],
  audits: new Map([
    ['g', [{ subject: 'portalvisibilitygroups/5', version: 1 }]],
    ['u', [{ subject: 'users/6', version: 1 }]],
  ]),
  keys: new Set(['g', 'u']),
  credentials: new Set(['u@crash.example']),
  events: [{ type: 'user.created', userName: 'u@crash.example' }],
  gaps: [],
}
const empty: Contents = {
  groups: [],
  users: [],
  audits: new Map(),
  keys: new Set(),
  credentials: new Set(),
  events: [],
  gaps: [],
}

const acknowledged = (write: Write): Write => ({ ...write, acknowledged: { status: 201, text: '{}' } })
const faults = (change: Partial<Contents>, writes = [group, user]) =>
  faultsOf(writes, { ...whole, ...change })

describe('a write is', () => {
  test('complete or absent', () => {
    expect(faults({})).toEqual([])
    expect(faultsOf([group, user], empty)).toEqual([])
  })

  test('lost if it was acknowledged and has no traces', () => {
    expect(faultsOf([acknowledged(group)], empty)).toEqual(['create group g: acknowledged, and lost'])
  })

  const halves: { name: string; change: Partial<Contents>; missing: string }[] = [
    {
      name: 'its record',
      change: { groups: [] },
      missing: 'group g: half there, without its record, members',
    },
    {
      name: 'one of its members',
      change: { groups: [{ id: 5, mark: 'g', version: 1, members: [1] }] },
      missing: 'group g: half there, without its members',
    },
    {
      name: 'its audit record',
      change: { audits: new Map([['u', [{ subject: 'users/6', version: 1 }]]]) },
      missing: 'group g: half there, without its audit record',
    },
    {
      name: 'its idempotency record',
      change: { keys: new Set(['u']) },
      missing: 'group g: half there, without its idempotency record',
    },
    { name: 'its event', change: { events: [] }, missing: 'user u: half there, without its event' },
    {
      name: 'its credential',
      change: { credentials: new Set() },
      missing: 'user u: half there, without its credential',
    },
  ]
  test.each(halves)('incomplete without $name', ({ change, missing }) => {
    expect(faults(change)).toEqual([`create ${missing}`])
  })

  test('judged without the traces that a later write to the same record replaced', () => {
    const later: Write = { ...group, id: 'later', kind: 'change group', targetId: 5 }
    const groups = [{ id: 5, mark: 'later', version: 2, members: [1, 2] }]
    const audits = new Map(whole.audits).set('later', [{ subject: 'portalvisibilitygroups/5', version: 2 }])
    const keys = new Set([...whole.keys, 'later'])
    expect(faults({ groups, audits, keys }, [group, user, later])).toEqual([])
    expect(faults({ groups, audits }, [group, user, later])).toEqual([
      'change group later: half there, without its idempotency record',
    ])
  })

  test('reported if it happened twice', () => {
    const twice = [1, 2].map(() => ({ subject: 'portalvisibilitygroups/5', version: 1 }))
    expect(faults({ audits: new Map(whole.audits).set('g', twice) })).toEqual([
      'create group g: happened 2 times',
    ])
  })
})

test('an unknown request, a gap in the events and a replaced change are found', () => {
  expect(faults({}, [group])).toEqual(['an audit record names the request u, which was never sent'])
  expect(faults({ gaps: ['users/6'] })).toEqual(['the events of users/6 have a gap'])
  const change: Write = { ...group, id: 'c', kind: 'change group', targetId: 5 }
  const groups = [{ id: 5, mark: 'c', version: 3, members: [1, 2] }]
  const audits = new Map(whole.audits).set('c', [{ subject: 'portalvisibilitygroups/5', version: 3 }])
  expect(faults({ groups, audits, keys: new Set(['g', 'u', 'c']) }, [group, user, change])).toEqual([
    'portalvisibilitygroups/5 is at version 3, and its changes made 3',
  ])
})
