import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Sql, sql } from './sql.ts'

const written = ({ text, values }: Sql) => ({ text, values })

describe('a piece of SQL', () => {
  test.each<[string, Sql, string, unknown[]]>([
    ['without values', sql`select 1`, 'select 1', []],
    ['with values', sql`select ${1}, ${'a'}`, 'select $1, $2', [1, 'a']],
    ['with only a value', sql`${1}`, '$1', [1]],
    ['with null and lists as values', sql`select ${null}, ${[1, 2]}`, 'select $1, $2', [null, [1, 2]]],
    [
      'inside another',
      sql`select ${1} where ${sql`a = ${2}`} and ${3}`,
      'select $1 where a = $2 and $3',
      [1, 2, 3],
    ],
    ['nested twice', sql`(${sql`[${sql`{${1}}`}]`})`, '([{$1}])', [1]],
    ['that is empty', sql`select 1 ${sql``}`, 'select 1 ', []],
    [
      'of our own text',
      sql`select ${sql.raw('id, name')} from ${sql.raw('t')}`,
      'select id, name from t',
      [],
    ],
    ['joined', sql`where ${sql.join([sql`a = ${1}`, sql`b`], sql` and `)}`, 'where a = $1 and b', [1]],
    ['joined values', sql`in (${sql.join([1, 2, 3], sql`, `)})`, 'in ($1, $2, $3)', [1, 2, 3]],
    ['an empty join', sql.join([], sql`, `), '', []],
  ])('%s', (_, piece, text, values) => {
    expect(written(piece)).toEqual({ text, values })
  })

  test('never reads a value as SQL', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const piece = sql`select * from t where ${sql.join([sql`a = ${one}`, sql`b = ${other}`], sql` and `)}`
        expect(written(piece)).toEqual({
          text: 'select * from t where a = $1 and b = $2',
          values: [one, other],
        })
      }),
    )
  })

  test('numbers its parameters from left to right, however it is composed', () => {
    const { piece } = fc.letrec<{ piece: Sql }>((tie) => ({
      piece: fc.oneof(
        { depthSize: 'small' },
        fc.nat().map((value) => sql`x${value}`),
        fc
          .tuple(tie('piece'), fc.nat(), tie('piece'))
          .map(([left, value, right]) => sql`${left} ${value} ${right}`),
        fc.array(tie('piece'), { maxLength: 3 }).map((parts) => sql.join(parts, sql`, `)),
      ),
    }))
    fc.assert(
      fc.property(piece, ({ text, values }) => {
        const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]))
        expect(numbers).toEqual(values.map((_, at) => at + 1))
      }),
    )
  })
})
