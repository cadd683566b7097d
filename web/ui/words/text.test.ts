import { expect, test } from 'vitest'
import { en } from './en.ts'
import { es } from './es.ts'
import { fill, lengthened } from './text.ts'

test('places of a text are filled, and one without a value stays to be seen', () => {
  expect(fill('Refund {amount} to {payee}', { amount: '$1,364.60' })).toBe('Refund $1,364.60 to {payee}')
})

test('the pseudo-locale is longer, accented, and keeps its places', () => {
  expect(lengthened('Refund {amount}')).toBe('Réfúñd {amount} ~~~~~')
})

test('both languages have the same places in every text', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [key, text] of Object.entries(en))
    expect([key, places(es[key as keyof typeof en])]).toEqual([key, places(text)])
})
