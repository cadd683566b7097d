import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Id, Instant, shownOnce } from './schemas.ts'
import { jsonSchemaFrom, jsonWriter, secretFields } from './serialize.ts'

const Account = z.object({
  id: Id,
  name: z.string().nullable(),
  kind: z.enum(['New', 'Used']).nullable(),
  secret: shownOnce('The secret.'),
  owner: z.object({ id: Id }).nullable(),
  openedAt: Instant,
  tags: z.array(z.string()),
})

const account = {
  id: 7,
  name: null,
  kind: 'New',
  secret: 's3cret',
  owner: null,
  openedAt: '2024-03-15T15:00:00.000Z',
  tags: ['a', '"quoted"', 'é'],
}

describe('a writer', () => {
  test('writes the fields in the order of the schema, as JSON', () => {
    const text = jsonWriter(Account)({ ...account, tags: [...account.tags] })
    expect(JSON.parse(text)).toEqual(account)
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(Account.shape))
  })

  test('leaves out everything that the schema does not have, at any depth', () => {
    const text = jsonWriter(Account)({
      ...account,
      passwordHash: 'hash',
      owner: { id: 1, passwordHash: 'hash' },
    })
    expect(text).not.toContain('hash')
    expect(JSON.parse(text).owner).toEqual({ id: 1 })
  })

  test('writes lists, and a field with the same name as our marker', () => {
    expect(JSON.parse(jsonWriter(z.array(Account))([account, account]))).toHaveLength(2)
    const Totp = z.object({ secret: shownOnce('The secret.'), uri: shownOnce('The address.') })
    expect(jsonWriter(Totp)({ secret: 'a', uri: 'b' })).toBe('{"secret":"a","uri":"b"}')
  })
})

describe('a schema', () => {
  const schema = jsonSchemaFrom(Account, 'output') as { properties: Record<string, Record<string, unknown>> }

  test('has null as a type, the bounds of integers, and none of our markers', () => {
    expect(schema.properties.name).toMatchObject({ type: ['string', 'null'] })
    expect(schema.properties.kind).toMatchObject({ type: ['string', 'null'], enum: ['New', 'Used', null] })
    expect(schema.properties.id).toMatchObject({ maximum: Number.MAX_SAFE_INTEGER })
    expect(schema.properties.secret).toEqual({ type: ['string', 'null'], description: 'The secret.' })
  })

  test.each([
    [z.string().regex(/^[A-Z]{2}$/), 2],
    [z.string().regex(/^R\d{1,3}$/), 4],
    [z.uuid(), 36],
    [z.string().regex(/^[a-z]+$/), undefined],
    [z.string().max(5), 5],
  ])('says how long a text can be where it is known: %#', (text, maxLength) => {
    expect(jsonSchemaFrom(text, 'input').maxLength).toBe(maxLength)
  })

  test('lists the values that are shown once', () => {
    expect(secretFields(Account)).toEqual(['secret'])
    expect(secretFields(z.array(Account))).toEqual([])
    expect(secretFields(undefined)).toEqual([])
  })
})
